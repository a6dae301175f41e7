import { compileLinear, finish } from "@counterfoil/domain"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const compiled = (regex: string, flags = "") => Result.getOrThrow(compileLinear({ regex, flags }))
const blanked = (regex: string, text: string, flags = "") => finish(compiled(regex, flags).blank(text))
const refusal = (regex: string, flags = "") => Result.getOrThrow(Result.flip(compileLinear({ regex, flags })))

/** What V8 makes of the same, one space for each part. */
const byV8 = (regex: string, text: string, flags = "") => text.replace(new RegExp(regex, `${flags}g`), " ")

describe("a pattern in linear time", () => {
  it.each([
    ["\\s+x", "a\u00a0\u2003x"],
    ["\\S+", "a\u00a0b c"],
    ["[\\s\\S]b", "a\nb"],
    ["[^\\s,]+", "ab,c\u00a0d"],
    ["a.b", "a\rb a\u2028b axb"],
    ["^a|b$", "ab ab"],
    ["a{,5}", "aa{,5}"],
    ["{x}", "a{x}b"],
    ["[]", "abc"],
    ["[^]", "ab\n"],
    ["[a\\-z]+", "a-z b"],
    ["[\\w-]+", "ab-c d"],
    ["[\\d-x]+", "1-x y"],
    ["[a-c-e]+", "abc-e d"],
    ["[\\b]", "a\bb"],
    ["[[:alpha:]]", "a:] [:]"],
    ["\\a\\Q", "aQ"],
    ["\\cJ\\x41\\u0042\\0", "\nAB\0"],
    ["\\ud83d\\ude00", "x😀y"],
    ["(?<year>\\d{4})-\\d\\d", "2026-11 26-11"],
    ["(?:ref|op)\\.? ?\\d+", "Ref. 12 op 9"],
    ["a*?b+?", "aabb"],
    ["\\/\\.", "a/."],
    ["x(?:)y", "xy"]
  ])("%j takes the same out of %j as V8", (regex, text) => {
    expect(blanked(regex, text)).toBe(byV8(regex, text))
  })

  it.each([
    ["\\p{L}+", "día 7", "u"],
    ["[\\p{Letter}\\P{N}]+", "a7", "u"],
    ["\\p{Script=Greek}", "αa", "u"],
    ["\\u{1F600}", "a😀", "u"],
    ["op", "OP Op", "i"],
    ["a.b", "a\nb", "s"],
    ["^b", "a\nb", "m"]
  ])("%j takes the same out of %j as V8 with the flags %j", (regex, text, flags) => {
    expect(blanked(regex, text, flags)).toBe(byV8(regex, text, flags))
  })

  it("means the same as in V8, whatever it is made of", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "\\d",
      "\\w",
      "\\s",
      "[ab]",
      "[^a]",
      "[a-c1]",
      "\\b",
      "^",
      "$",
      "\\.",
      "é"
    )
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 3 },
        atom,
        fc
          .tuple(fc.constantFrom("a", "\\d", "[ab ]", "(?:ab)", "."), fc.constantFrom("*", "+", "?", "{1,3}", "+?"))
          .map(([what, often]) => what + often),
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b),
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(?:${a}|${b})`)
      )
    }))
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " ", ".", "é", "\u00a0", "A"), maxLength: 24 })
    fc.assert(
      fc.property(pattern, text, (regex, input) => {
        expect(compiled(regex).matches(input)).toBe(new RegExp(regex).test(input))
        // The two go on differently behind a part that is empty; what is taken out is the same.
        const isEmptyPart = new RegExp(regex).test("")
        const kept = (blank: typeof blanked) => (isEmptyPart ? "" : blank(regex, input).replaceAll(" ", ""))
        expect(kept(blanked)).toBe(kept(byV8))
      })
    )
  })

  it.each([
    ["a(?=b)", "looks around"],
    ["a(?!b)", "looks around"],
    ["(?<=a)b", "looks around"],
    ["(?<!a)b", "looks around"],
    ["(a)\\1", "refers back to a group"],
    ["(?<x>a)\\k<x>", "refers back to a group"],
    ["a{1001}", "repeats something more than 1,000 times"],
    ["(?:a?b?c?){400}", "is too large: repeat less, or fewer things"],
    ["(", "is not a regular expression"],
    ["a".repeat(1_025), "is longer than 1024 characters"]
  ])("is refused where %j asks for more", (regex, why) => {
    expect(refusal(regex)).toBe(why)
  })
})
