/** Calls of every verb with something in them that doesn't belong there. */
import type { Attack, Family } from "../Attack.ts"

const pageVerbs = [
  ["page.goto", `url: BANK`],
  ["page.reload", ``],
  ["page.goBack", ``],
  ["page.goForward", ``],
  ["page.waitForLoadState", `state: "load"`],
  ["page.press", `key: "a"`],
  ["page.url", ``],
  ["page.title", ``],
  ["page.waitForURL", `url: "**"`],
  ["page.waitForAny", `targets: { a: { url: "**" } }`],
  ["page.close", ``],
  ["page.dialog", `answer: "accept"`],
  ["page.expect", `what: "popup"`],
  ["page.expected", `token: "x"`]
] as const

const locatorVerbs = [
  ["locator.click", ``],
  ["locator.dblclick", ``],
  ["locator.check", ``],
  ["locator.uncheck", ``],
  ["locator.hover", ``],
  ["locator.focus", ``],
  ["locator.blur", ``],
  ["locator.clear", ``],
  ["locator.scrollIntoViewIfNeeded", ``],
  ["locator.fill", `value: "x"`],
  ["locator.pressSequentially", `value: "x"`],
  ["locator.press", `key: "a"`],
  ["locator.selectOption", `option: "a"`],
  ["locator.textContent", ``],
  ["locator.innerText", ``],
  ["locator.allInnerTexts", ``],
  ["locator.allTextContents", ``],
  ["locator.getAttribute", `name: "id"`],
  ["locator.inputValue", ``],
  ["locator.count", ``],
  ["locator.isVisible", ``],
  ["locator.isEnabled", ``],
  ["locator.isEditable", ``],
  ["locator.isChecked", ``],
  ["locator.waitFor", ``],
  ["locator.rows", ``],
  ["locator.records", `fields: { a: "b" }`],
  ["locator.outline", ``],
  ["keypad.type", `secret: { secret: "password" }, read: "text"`]
] as const

const pageFaults: ReadonlyArray<readonly [string, string]> = [
  ["a page that is text", `page: "0"`],
  ["a page below the first", `page: -1`],
  ["half a page", `page: 0.5`],
  ["a page of an object", `page: { toString: "0" }`],
  ["a time of days", `timeout: 1e9`],
  ["a time that is none", `timeout: "soon"`]
]
const locatorFaults: ReadonlyArray<readonly [string, string]> = [
  ["steps that are text", `steps: "input"`],
  ["no steps", `steps: []`],
  ["too many steps", `steps: Array(40).fill({ method: "locator", arg: "*" })`],
  ["a step that is no method", `steps: [{ method: "evaluate", arg: "1" }]`],
  ["a step with an argument of another kind", `steps: [{ method: "locator", arg: { evaluate: "1" } }]`],
  ["an option of another kind", `steps: [{ method: "locator", arg: "*", options: { hasText: 5 } }]`],
  ["a page that there isn't", `steps: [{ method: "locator", arg: "*" }], page: 1e6`]
]

const refused = (verb: string, args: string, [what, wrong]: readonly [string, string]): Attack => ({
  title: `calls ${verb} with ${what}`,
  body: `const got = await ask("${verb}", { ${args === "" ? "" : `${args}, `}${wrong} }); return got === "InvalidCall" ? [] : [got]`
})

/** Some of the faults for each verb: over all verbs each of them comes many times. */
const some = <Fault>(faults: ReadonlyArray<Fault>, from: number, count: number): ReadonlyArray<Fault> =>
  Array.from({ length: count }, (_, nth) => faults[(from + nth) % faults.length]).filter((each) => each !== undefined)

export const malformed: Family = {
  name: "malformed calls",
  onOnePage: true,
  attacks: [
    ...pageVerbs.flatMap(([verb, args], nth) => some(pageFaults, nth, 3).map((fault) => refused(verb, args, fault))),
    ...locatorVerbs.flatMap(([verb, args], nth) =>
      some(locatorFaults, nth, 3).map((fault) => refused(verb, args, fault))
    )
  ]
}
