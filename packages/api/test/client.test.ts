import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { withDefaults } from "../src/client/settings.ts"
import { SettingsWrite } from "../src/index.ts"

describe("the typed client", () => {
  it("fills in the settings that are left out as the API would", () => {
    const least = { webhook_url: "https://shop.example/hook" }

    expect(withDefaults(least)).toEqual(Schema.decodeUnknownSync(SettingsWrite)(least))
  })
})
