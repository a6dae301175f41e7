import { describe, expect, it } from "vitest"
import { attributeTests, checkSelector } from "../src/locators/selectorContent.ts"

const refusal = (css: string): string => {
  try {
    checkSelector(css)
    return ""
  } catch (error) {
    return String(error)
  }
}

describe("A css selector", () => {
  it.each([
    "[value=x]",
    "[value^='x']",
    "[ VALUE *= x i ]",
    "[v\\61lue$=x]",
    "[\\000076 alue~=x]",
    "[*|value|=x]",
    "[/* */value/* */=/* */x]",
    "p:has(> input:not([value^=x]))",
    "p, :is([data-name^=x])",
    "a[href*='name=x']",
    "a[href^='/search?q=x']",
    "a[href$='x']",
    "form[action*=x]",
    "[title*=x]",
    "[style*=x]",
    "[value",
    "[=x]"
  ])("can't ask for a part of what a page holds: %s", (css) => {
    expect(refusal(css)).not.toBe("")
  })

  it.each([
    "input[name=user]",
    "#a > .b, c[type='submit']",
    "iframe[title='Secure access']",
    "[data-testid^=row]",
    "[id$='_total']",
    "[class*=amount]",
    "a[href*='/movements']",
    "a[href^='https://bank.example/statement']",
    "a[href='/search?q=1']",
    "[value]",
    "[title='[value^=x]']",
    ":has-text('[value^=x]')",
    "p /* [value=x] */ b",
    String.raw`a\[value\=x`
  ])("can ask for what the bank's programmers named: %s", (css) => {
    expect(refusal(css)).toBe("")
  })

  it("is read with its escapes and strings", () => {
    expect(attributeTests(String.raw`[a="x\"y\41 z"] b[c|d*='e' i]`)).toEqual([
      { name: "a", operator: "=", value: 'x"yAz' },
      { name: "d", operator: "*=", value: "e" }
    ])
  })
})
