/** Having the bank's own page spell what was typed in a way of the script's choice, and reading that by every verb. */
import type { Attack, Family } from "../Attack.ts"
import { encodings } from "../spellings.ts"

const reads: ReadonlyArray<readonly [string, string]> = [
  ["its text", `await on("#said", "textContent")`],
  ["its visible text", `await on("h1", "innerText")`],
  ["an attribute", `await on("#said", "getAttribute", { name: "data-said" })`],
  ["a table", `await on("#told", "rows")`],
  ["a record", `await on("body", "records", { fields: { a: "#said", b: { css: "#said", attribute: "title" } } })`],
  ["its letters, one in a row", `await on("li", "records", { fields: { a: "" } })`],
  ["its outline", `await on("body", "outline")`],
  ["all its texts", `[await on("li", "allTextContents"), await on("p", "allInnerTexts"), await ask("page.title")]`]
]

/** Where what was read comes out again: as an answer, in the log, as the result. */
const comesOut = (read: string): string =>
  `const got = ${read}; await ask("log", { level: "info", message: JSON.stringify(got).slice(0, 1900) }); return []`

const spelt = (how: string, [what, read]: readonly [string, string]): Attack => ({
  title: `has the user name spelt as ${how} and reads ${what}`,
  body: `await ask("page.goto", { url: BANK + "/" }); await on("#how", "fill", { value: ${JSON.stringify(how)} })
    await type("#what", "username"); await on("#encodeGo", "click"); await ask("page.waitForURL", { url: "**/encoded**" })
    ${comesOut(read)}`
})

/** Of zero width, and no sign of a text in HTML: a page can't show these. */
const unseen = new Set(["UTF-16"])

export const encoded: Family = {
  name: "encodings",
  onOnePage: true,
  attacks: Object.keys(encodings)
    .filter((how) => !unseen.has(how))
    .flatMap((how, nth) => [0, 1, 2, 3].map((turn) => spelt(how, reads[(nth + 2 * turn) % reads.length] ?? ["", "[]"])))
}
