/** Calls that hide something in a locator, a pattern or an option. */
import type { Attack, Family } from "../Attack.ts"

const start = `await ask("page.goto", { url: BANK + "/" });`
const refused = (title: string, call: string, ...codes: ReadonlyArray<string>): Attack => ({
  title,
  body: `${start} const got = await ${call}; return ${JSON.stringify(["InvalidCall", ...codes])}.includes(got) ? [] : [got]`
})
const step = (json: string) => `ask("locator.textContent", { timeout: 400, steps: ${json} })`
const cssOf = (selector: string) => step(JSON.stringify([{ method: "locator", arg: selector }]))

const selectors = [
  "body >> input",
  "body>>css=input",
  "internal:control=enter-frame",
  "xpath=//input",
  "text=User",
  "_react=x",
  "_vue=x",
  "role=button",
  "id=user",
  "css=body",
  "//input",
  "data-testid=x",
  "internal:role=button",
  "pierce/input",
  "aria/User"
]
const methods = [
  "evaluate",
  "evaluateHandle",
  "constructor",
  "__proto__",
  "page",
  "elementHandle",
  "screenshot",
  "locator.click",
  "then"
]

export const smuggling: Family = {
  name: "smuggling",
  attacks: [
    // As css these match nothing: no other engine is entered.
    ...selectors.map((selector) => refused(`uses the engine in "${selector}"`, cssOf(selector), "Timeout")),
    ...methods.map((method) => refused(`calls ${method} in a locator`, step(JSON.stringify([{ method, arg: "x" }])))),
    ...[
      "page.evaluate",
      "page.content",
      "page.screenshot",
      "context.cookies",
      "locator.evaluate",
      "page.route",
      "locator.screenshot",
      "locator.dispatchEvent",
      "locator.setInputFiles",
      "page.addInitScript",
      "page.pdf"
    ].map((verb) => refused(`asks for ${verb}`, `ask("${verb}", { ...css("body"), expression: "1" })`)),
    refused("makes a locator of 25 steps", step(`Array(25).fill({ method: "locator", arg: "*" })`)),
    refused("makes a locator of no step", step("[]")),
    refused(
      "nests locators four deep",
      step(
        `[{ method: "filter", options: { has: { steps: [{ method: "locator", arg: "*", options: { has: { steps: [{ method: "locator", arg: "*", options: { has: { steps: [{ method: "locator", arg: "*", options: { has: { steps: [{ method: "locator", arg: "*" }] } } }] } } }] } } }] } } }]`
      )
    ),
    refused("ends a locator with a frame", step(`[{ method: "frameLocator", arg: "iframe" }]`)),
    refused("takes a role that is a selector", step(`[{ method: "getByRole", arg: "button] >> css=input" }]`)),
    refused("takes an expression that is none", step(`[{ method: "getByText", arg: { regex: "(", flags: "" } }]`)),
    refused("takes flags that are none", step(`[{ method: "getByText", arg: { regex: "x", flags: "gy" } }]`)),
    refused(
      "takes an expression that backtracks for ever in the page",
      step(`[{ method: "getByText", arg: { regex: "(a|a|b|b|.|.)*(x+x+)+y$", flags: "" } }]`),
      "Timeout"
    ),
    refused(
      "takes an expression for addresses that backtracks for ever on the host",
      `ask("page.waitForURL", { url: { regex: "(.*)*(.*)*(.*)*Q$", flags: "" }, timeout: 500 })`,
      "Timeout"
    ),
    refused(
      "takes a wildcard address that would take for ever",
      `ask("page.waitForURL", { url: "**a".repeat(300), timeout: 500 })`,
      "Timeout"
    ),
    refused(
      "waits for a hundred million milliseconds",
      `ask("locator.waitFor", { ...css("#nowhere"), timeout: 100_000_000 })`
    ),
    refused("waits for a negative time", `ask("locator.waitFor", { ...css("#nowhere"), timeout: -1 })`),
    refused("sleeps for a day", `ask("sleep", { ms: 86_400_000 })`),
    refused("sleeps backwards", `ask("sleep", { ms: -5 })`),
    refused("waits for one of no targets", `ask("page.waitForAny", { targets: {} })`),
    refused(
      "reads an attribute of a record that is not on the list",
      `on("body", "records", { fields: { x: { css: "", attribute: "value" } } })`
    ),
    refused(
      "reads twenty-one fields of a record",
      `on("body", "records", { fields: Object.fromEntries(Array.from({ length: 21 }, (_, i) => ["f" + i, ""])) })`
    ),
    refused(
      "takes a picture's map with a prototype in it",
      `ask("keypad.type", { ...css("#go"), secret: { secret: "password" }, read: { images: { __proto__: "x" } } })`,
      "Failed"
    ),
    refused(
      "takes an attribute of keys that is a selector",
      `ask("keypad.type", { ...css("#go"), secret: { secret: "password" }, read: { attribute: "x] , *[y" } })`
    )
  ]
}

const run = (code: string) =>
  `ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(code)}), timeout: 700 })`

/** Pages that a script has brought to misbehave: its calls end, and so does the session. */
export const pagesGoneWild: Family = {
  name: "wild pages",
  attacks: [
    {
      title: "has a page that loops",
      body: `await ${run("for (;;) {}")}; return [await on("body", "innerText", { timeout: 300 })].filter((got) => !["Timeout", "Failed", "NavigationFailed", "PageClosed"].includes(got))`
    },
    {
      title: "has a page that alerts without end",
      body: `await ${run("setInterval(() => alert('x'), 0)")}; await ask("page.dialog", { answer: "accept" }); return []`
    },
    {
      title: "has a page that opens thirty windows",
      body: `await ${run("for (let i = 0; i < 30; i += 1) open('/echo?w=' + i)")}; return []`
    },
    {
      title: "has a page that won't be left",
      body: `await ${run("onbeforeunload = () => 'stay'; document.body.click()")}; await ask("page.goto", { url: BANK + "/" }); return []`
    },
    {
      title: "has a page that reloads without end",
      body: `await ${run("setTimeout(() => location.reload(), 1)")}; await on("#state", "innerText", { timeout: 300 }); return []`
    },
    {
      title: "has a page that grows without end",
      body: `await ${run("setInterval(() => { for (let i = 0; i < 500; i += 1) add('p', { textContent: 'x'.repeat(1000) }) }, 10)")}; await on("p", "allInnerTexts", { timeout: 300 }); return []`
    },
    {
      title: "downloads five megabytes",
      body: `await ask("page.goto", { url: BANK + "/" }); const token = await ask("page.expect", { what: "download" }); await ask("page.goto", { url: BANK + "/large" }); const { download } = await ask("page.expected", { token }); const got = await ask("download.text", { download }); return got === "TooLarge" ? [] : [String(got).slice(0, 50)]`
    },
    {
      title: "waits for seventeen downloads",
      body: `const codes = []; for (let i = 0; i < 17; i += 1) codes.push(String(await ask("page.expect", { what: "download" })).slice(0, 9)); return codes.at(-1) === "InvalidCa" ? [] : codes`
    },
    {
      title: "closes its only page and goes on",
      body: `await ask("page.close"); return [await ask("page.url")].filter((got) => got !== "PageClosed")`
    }
  ]
}
