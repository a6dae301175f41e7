/** Patterns that take for ever, or all memory, wherever a script may give one. */
import type { Attack, Family } from "../Attack.ts"

const hostile: ReadonlyArray<readonly [string, string]> = [
  ["nested repetition", "^(a+)+$"],
  ["alternatives that overlap", "^(a|a)*$"],
  ["repetitions in a row", "a*a*a*a*a*a*a*b"],
  ["optional parts in a row", "(?:a?){60}a{60}"],
  ["a repetition of anything", "(.*)*(.*)*(.*)*Q$"],
  ["classes that overlap", "([a-z]+[a-c]*)+$"],
  ["a counted repetition of a counted one", "(?:(?:a{1,60}){1,60}){1,60}b"],
  ["a look behind", "(?<=a+)b"],
  ["a look ahead in a repetition", "(?:(?=a+)a)*c"],
  ["a reference back", "(a+)\\1+$"],
  ["a class of everything", "[^]*[^]*[^]*[^]*z{3}"],
  ["nothing at all, repeated", "(?:)*(?:)*$"]
]

const long = `location.hash = 'a'.repeat(4000); add('p', { id: 'long', textContent: 'a'.repeat(400) })`
const there = `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(long)}) });`

const places: ReadonlyArray<readonly [string, (regex: string) => string]> = [
  ["an address", (regex) => `ask("page.waitForURL", { url: ${regex}, timeout: 300 })`],
  ["one address of several", (regex) => `ask("page.waitForAny", { targets: { a: { url: ${regex} } }, timeout: 300 })`],
  ["a text", (regex) => `ask("locator.isVisible", { steps: [{ method: "getByText", arg: ${regex} }], timeout: 300 })`],
  [
    "a filter",
    (regex) =>
      `ask("locator.textContent", { steps: [{ method: "locator", arg: "#long" }, { method: "filter", options: { hasText: ${regex} } }], timeout: 300 })`
  ],
  [
    "a role's name",
    (regex) =>
      `ask("locator.click", { steps: [{ method: "getByRole", arg: "button", options: { name: ${regex} } }], timeout: 300 })`
  ]
]

const given = ([what, regex]: readonly [string, string], [where, call]: (typeof places)[number]): Attack => ({
  title: `looks for ${where} by ${what}`,
  // A page that is busy with a pattern of its own making answers late, or never; the host goes on.
  body: `${there} const got = await ${call(`{ regex: ${JSON.stringify(regex)}, flags: "" }`)}
    return typeof got === "string" && got.length > 40 && !/^a+$/.test(got) ? [got] : []`
})

export const patterns: Family = {
  name: "patterns",
  attacks: hostile.flatMap((each, nth) =>
    places.filter((_, place) => (nth + place) % 2 === 0).map((place) => given(each, place))
  )
}
