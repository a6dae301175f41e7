import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { settingDefaults, settingNames, settingValues } from "@counterfoil/domain"

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe("the settings of an account", () => {
  it("are named in the API and in the tables as they are in the code", () => {
    const fields = Object.keys(settingNames)
    expect(Object.values(settingNames)).toEqual(fields.map(snakeCase))
  })

  it("have defaults that could have been saved", () => {
    expect(Schema.is(Schema.Struct(settingValues))(settingDefaults)).toBe(true)
  })
})
