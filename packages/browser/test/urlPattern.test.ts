import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeUrlMatcher, matchesGlob } from "../src/urlPattern.ts"

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

  it("is given up when a regular expression takes too long, and isn't tried again", () => {
    const matches = makeUrlMatcher()
    const slow = { regex: "^(a+)+$", flags: "" }
    const address = `${"a".repeat(40)}!`
    expect(() => matches(slow, address)).toThrow("takes too long")

    // The processor's time: on a busy machine the clock's says nothing of us.
    const start = process.cpuUsage()

    expect(() => matches(slow, address)).toThrow("takes too long")
    const { system, user } = process.cpuUsage(start)
    expect((system + user) / 1000).toBeLessThan(200)
  })
})
