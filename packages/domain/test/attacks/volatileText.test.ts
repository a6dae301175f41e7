/** A script's manifest names patterns that the host runs over every text of a bank: none of them may keep it busy for long. */
import { readingStatement, readStatement } from "@counterfoil/domain"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { row, rules, statement } from "../intake.ts"

const context = (regex: string) => ({
  accountId: "account-1",
  rules: { ...rules, volatileText: [{ regex, flags: "" }] },
  today: "2026-11-20",
  knownCurrencies: []
})
const longest = statement([row({ description: "a".repeat(2_000) })])

describe("a hostile volatile text", () => {
  // Each of them took from many seconds to ages where patterns were tried out.
  it.each(["(a+)+b", "a*a*a*a*a*a*b", "(?:a?){40}b", "(?:aa?){30}b", "(a|aa)*b", "(?:a?){300}a{300}", "(?:.*a){12}b"])(
    "%s comes to an end",
    (regex) => {
      const read = readStatement(longest, context(regex))
      expect(Result.isSuccess(read) || read.failure._tag).toSatisfy((end) => end === true || end === "UnusableRules")
    }
  )

  it("that looks at the whole text for each letter of it can be left between any two", () => {
    const steps = readingStatement(longest, context("(?:a.*b|a)"))
    const seen = Array.from({ length: 100 }, () => steps.next().done)
    expect(new Set(seen)).toEqual(new Set([false]))
  })
})
