import { expect, it } from "vitest"
import { silentBank, wordsForOwner } from "../src/sessions/SessionFailure.ts"

const fault = {
  said: "none of home, refused, terms was seen within 15 s",
  where: ' (in step "password")',
  kept: "",
  last: null
}

it("an owner reads what to do about a script that lost its way, not what it looked for", () => {
  const { detail, message } = wordsForOwner("layout_changed", fault)
  expect(message).toMatch(
    /^The bank's page is not as its script knows it: the script has to be mended.*\(in step "password"\)$/
  )
  expect(message).not.toMatch(/home|refused|terms/)
  expect(detail).toBe('none of home, refused, terms was seen within 15 s (in step "password")')
})

it("an owner reads that the bank was silent, where nothing is wrong with its script", () => {
  const { detail, message } = silentBank(fault)
  expect(message).toMatch(/^The bank's site did not answer in time.*\(in step "password"\)$/)
  expect(message).not.toMatch(/home|refused|terms|mended/)
  expect(detail).toBe('none of home, refused, terms was seen within 15 s (in step "password")')
})

it("an owner reads the bank's own words, and which request was refused", () => {
  expect(wordsForOwner("account_locked", { ...fault, said: "Your access is locked", where: "" })).toEqual({
    message: "Your access is locked"
  })
  const refused = "\nThe page wanted to send POST /search, which its script doesn't declare"
  expect(
    wordsForOwner("navigation_refused", { said: "timed out", where: "", kept: refused, last: null }).message
  ).toContain("/search")
  expect(wordsForOwner("layout_changed", { ...fault, kept: refused }).message).toContain("/search")
})

it.each(["KeypadMiss", "SecretTooShort"] as const)(
  "an owner whose password can't be what the bank asks for reads so: %s",
  (last) => {
    const { detail, message } = wordsForOwner("script_error", { ...fault, said: "no key", last })
    expect(message).toMatch(/^What is saved to log in .* can't be typed as the bank asks.*Check it/)
    expect(message).not.toMatch(/nothing in the account/)
    expect(detail).toBe('no key (in step "password")')
    expect(wordsForOwner("script_error", { ...fault, last: "Failed" }).message).toMatch(/nothing in the account/)
  }
)
