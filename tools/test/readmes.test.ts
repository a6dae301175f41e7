import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { published } from "../pack/packages.ts"

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")

describe("the README of a package", () => {
  it("says what to do until npm has it, as long as nothing has been published", () => {
    // Publishing the first version changes this sentence; then the READMEs need theirs no more.
    expect(read("CONTRIBUTING.md")).toContain("None has been published yet.")
    const silent = published.filter(({ folder }) => {
      const text = read(`${folder}/README.md`)
      return !text.includes("Until the packages are published") || !text.includes("npm run pack -- FOLDER --serve")
    })

    expect(silent.map(({ folder }) => folder)).toEqual([])
  })
})
