import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeUrlMatcher, matchesGlob } from "../src/network/urlPattern.ts"

/** The same meaning as a regular expression: slow on bad patterns, and so only a model. */
const model = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .split(/(\*+)/)
      .map((part) => (part.startsWith("**") ? "[^]*" : part === "*" ? "[^/]*" : part.replaceAll(/[.?/]/g, "\\$&")))
      .join("")}$`
  )

describe("An address pattern", () => {
  it("takes * for anything but a slash and ** for anything", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "*", "**"), maxLength: 12 })
    const url = fc.string({ unit: fc.constantFrom("a", "b", "/", "."), maxLength: 12 })
    fc.assert(
      fc.property(text, url, (glob, address) => {
        expect(matchesGlob(glob, address)).toBe(model(glob).test(address))
      }),
      {
        numRuns: 500,
        examples: [
          ["**/home", "https://bank.example/home"],
          ["https://*/a", "https://x/y/a"]
        ]
      }
    )
  })

  it("is matched in no time, however many stars it has", () => {
    expect(matchesGlob("*a".repeat(500), `${"a".repeat(499)}b`.repeat(4))).toBe(false)
  })

  it("may be a regular expression", () => {
    const matches = makeUrlMatcher()

    expect(matches({ regex: "/HOME$", flags: "i" }, "https://bank.example/home")).toBe(true)
    expect(matches({ regex: "^/home", flags: "" }, "https://bank.example/home")).toBe(false)
    expect(() => matches({ regex: "(", flags: "" }, "x")).toThrow("/(/ is not a regular expression")
  })

  it("is refused with a sentence where it can't be matched in linear time", () => {
    const matches = makeUrlMatcher()

    expect(() => matches({ regex: "(?<!/)home", flags: "" }, "x")).toThrow("/(?<!/)home/ looks around")
    expect(() => matches({ regex: "(a)\\1", flags: "" }, "x")).toThrow("refers back to a group")
    expect(() => matches("*a".repeat(21), "x")).toThrow("at most 20 wildcards")
  })

  it("doesn't match an address that is longer than any bank's", () => {
    const matches = makeUrlMatcher()
    expect(matches("**", `https://bank.example/${"a".repeat(8_000)}`)).toBe(true)
    expect(matches("**", `https://bank.example/${"a".repeat(9_000)}`)).toBe(false)
  })
})
