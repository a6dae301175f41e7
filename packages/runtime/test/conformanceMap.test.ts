import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const root = new URL("../../../", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), "utf8")

const cells = (line: string): ReadonlyArray<string> =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

const rows = read("docs/conformance.md")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map(cells)

/** Where a key of the map leads to. */
const files = new Map(
  rows.flatMap(([key = "", file = ""]) => (file.endsWith(".ts") ? [[key, read(file)] as const] : []))
)
const sentences = rows.filter(([number = ""]) => /^\d+\.\d+$/.test(number))

/** Whether a test's file has the title: as a text, or as the name of a row. */
const has = (source: string, title: string): boolean =>
  source.includes(`"${title}"`) || new RegExp(`^\\s*${title}: `, "m").test(source)

describe("the map of the contract", () => {
  it.each(sentences.map((cell) => [cell[0] ?? "", cell[2] ?? ""] as const))(
    "%s is proven by tests that exist",
    (_, proof) => {
      const missing = proof.split(";").filter((reference) => {
        const [key = "", title = ""] = reference.split(" › ").map((part) => part.trim())
        return !has(files.get(key) ?? "", title)
      })
      expect(proof).not.toBe("")
      expect(missing).toEqual([])
    }
  )

  it("numbers its sentences without gaps", () => {
    const numbers = sentences.map(([number = ""]) => number.split(".").map(Number))
    const expected = numbers.map(([section = 0], index) => {
      const [before] = numbers[index - 1] ?? []
      return [section, before === section ? (numbers[index - 1]?.[1] ?? 0) + 1 : 1]
    })
    expect(numbers).toEqual(expected)
  })
})
