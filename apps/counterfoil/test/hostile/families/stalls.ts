/** Keeping the host busy: with what it has to read, to scrub, to match and to write down. Each gains nothing, and nobody waits for it. */
import type { Attack, Family } from "../Attack.ts"

const quietly = (title: string, body: string): Attack => ({ title, body: `${body}; return []` })

const calls: ReadonlyArray<Attack> = [
  quietly(
    "sends lists of tens of thousands of values",
    `const big = '{"verb":"x","a":[' + "[],".repeat(80000) + "[]]}"; for (let i = 0; i < 20; i += 1) await said(big)`
  ),
  quietly(
    "sends tens of thousands of different names",
    `const big = '{"verb":"x",' + Array.from({ length: 20000 }, (_, i) => '"k' + i + '":1').join() + "}"; for (let i = 0; i < 20; i += 1) await said(big)`
  ),
  quietly(
    "sends sixteen large calls at a time",
    `const big = JSON.stringify({ verb: "locator.fill", page: 0, steps: [{ method: "locator", arg: "#x" }], value: "x".repeat(250000) }); for (let i = 0; i < 20; i += 1) await Promise.all(Array.from({ length: 16 }, () => said(big)))`
  ),
  quietly(
    "sends locators of many nested steps",
    `const deep = (n) => ({ steps: Array.from({ length: 24 }, () => ({ method: "locator", arg: "a".repeat(900), ...(n > 0 ? { options: { has: deep(n - 1) } } : {}) })) }); for (let i = 0; i < 5; i += 1) await ask("locator.count", deep(1))`
  ),
  quietly(
    "logs as much as a call holds, in any order of its fields",
    `const data = Array.from({ length: 4000 }, (_, i) => "password " + i); for (let i = 0; i < 600; i += 1) await said(JSON.stringify({ level: "info", message: "x".repeat(2000), data, verb: "log" }))`
  ),
  quietly(
    "calls as fast as it can",
    `await Promise.all(Array.from({ length: 16 }, async () => { for (let i = 0; i < 200; i += 1) await ask("page.url") }))`
  )
]

const page = (code: string) =>
  `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(code)}), timeout: 8000 });`
const read = (selector: string, verb: string, args = "{}") =>
  `await on("${selector}", "${verb}", { timeout: 8000, ...${args} })`
const text = (megabytes: number) => `const big = 'abcdefgh12345678 '.repeat(${megabytes * 60_000}); `

const pages: ReadonlyArray<Attack> = [
  ...["textContent", "innerText", "allTextContents"].flatMap((verb) =>
    [3, 30].map((megabytes) =>
      quietly(
        `reads a text of ${megabytes} megabytes by ${verb}`,
        `${page(`${text(megabytes)} add('p', { id: 'big', textContent: big })`)} ${read("#big", verb)}`
      )
    )
  ),
  quietly(
    "reads the texts of fifty thousand elements",
    `${page("document.body.innerHTML = '<i class=x>some text</i>'.repeat(50000)")} ${read(".x", "allTextContents")}`
  ),
  quietly(
    "reads a table of twenty thousand rows",
    `${page("document.body.innerHTML = '<table id=t>' + '<tr><td>a<td>b<td>c<td>d<td>e<td>f<td>g<td>h'.repeat(20000) + '</table>'")} ${read("#t", "rows")}`
  ),
  quietly(
    "reads twenty thousand records",
    `${page("document.body.innerHTML = '<p class=r><i>a</i><b>b</b></p>'.repeat(20000)")} ${read(".r", "records", '{ fields: { i: "i", b: "b" } }')}`
  ),
  quietly(
    "asks for the outline of twenty thousand elements",
    `${page("document.body.innerHTML = '<button>press</button>'.repeat(20000)")} ${read("body", "outline")}`
  ),
  quietly(
    "asks for the outline of elements that are nested a thousand deep",
    `${page("document.body.innerHTML = '<ul><li>x'.repeat(1000)")} ${read("body", "outline")}`
  ),
  quietly("reads a title of four megabytes", `${page(`${text(4)} document.title = big`)} await ask("page.title")`),
  quietly(
    "reads an attribute of ten megabytes",
    `${page(`${text(10)} add('p', { id: 'big' }).setAttribute('data-x', big)`)} ${read("#big", "getAttribute", '{ name: "data-x" }')}`
  ),
  quietly(
    "reads the value of a field of ten megabytes",
    `${page(`${text(10)} add('input', { id: 'big', value: big })`)} ${read("#big", "inputValue")}`
  ),
  quietly(
    "reads and waits for an address of a megabyte",
    `${page("location.hash = 'a'.repeat(1000000)")} await ask("page.url"); await ask("page.waitForURL", { url: { regex: "(a+)+$", flags: "" } }); await ask("page.waitForURL", { url: "*a".repeat(20) })`
  ),
  ...["(a+)+b", "a*a*a*a*a*a*b", "(?:a?){100}b", "(?:a.*b|a)+c"].map((regex) =>
    quietly(
      `waits for an address by /${regex}/`,
      `${page("location.hash = 'a'.repeat(8000)")} await ask("page.waitForURL", { url: { regex: ${JSON.stringify(regex)}, flags: "" } })`
    )
  ),
  quietly(
    "has the page look for a text that takes for ever",
    `${page("add('p', { textContent: 'a'.repeat(60) })")} await ask("locator.count", { steps: [{ method: "getByText", arg: { regex: "^(a+)+$b", flags: "" } }] })`
  ),
  quietly(
    "reads a long text after it has typed many pieces of a secret",
    `await ask("page.goto", { url: BANK + "/" }); for (let a = 1; a <= 9; a += 1) for (let b = 1; b <= 9; b += 1) await type("#password", "password", { value: { secret: "password", positions: [a, b, a, 1 + (a * b) % 9, b] } }); ${page(`${text(3)} add('p', { id: 'big', textContent: big })`)} ${read("#big", "textContent")}`
  )
]

export const stalls: Family = { name: "stalls", attacks: [...calls, ...pages] }
