/** Reading a secret that was typed: from its field, from the pages after it, through keys, files and guesses. */
import type { Attack, Family } from "../Attack.ts"

const start = `await ask("page.goto", { url: BANK + "/" });`
const typed = `${start} await type("#password", "password"); for (const field of ["#user", "#free", "#edit", "#cell"]) await type(field, "username");`

/** Refused, or answered without a secret: which of the two is checked, the secret itself by the test. */
const refusal = (title: string, call: string, before = typed): Attack => ({
  title,
  body: `${before} const got = await ${call}; return got === "SecretRead" ? [] : [got]`
})
/** Only the test's own look for the secret matters. */
const look = (title: string, body: string): Attack => ({ title, body: `${body}; return []` })

const submit = `${start} await type("#user", "username"); await on("#go", "click"); await ask("page.waitForURL", { url: "**/echo**" });`
const reads = ["inputValue", "textContent", "innerText", "allInnerTexts", "allTextContents", "outline"]
const clipboard = [
  "Control+C",
  "Control+X",
  "Control+V",
  "Meta+C",
  "ControlOrMeta+c",
  "Control+KeyC",
  "Control+Insert",
  "Shift+Insert",
  "Shift+Delete",
  "Copy",
  "Cut",
  "Paste",
  "Control+Shift+C"
]

export const readback: Family = {
  name: "reading back",
  attacks: [
    ...["#password", "#user", "#free"].map((field) =>
      refusal(`reads the value of ${field}`, `on("${field}", "inputValue")`)
    ),
    ...reads.map((verb) => refusal(`reads an editable element by ${verb}`, `on("#edit", "${verb}")`)),
    ...["value", "data-copy", "onclick"].map((name) =>
      refusal(`reads the attribute ${name} of the field`, `on("#password", "getAttribute", { name: "${name}" })`)
    ),
    refusal("reads a password field that it did not type into", `on("#password", "inputValue")`, start),
    refusal("reads the field that the page copied it into", `on("#mirror", "inputValue")`),
    refusal("reads the hidden field that the page copied it into", `on("#hiddenCopy", "inputValue")`),
    refusal("reads the cells of a table that holds it", `on("#table", "rows")`),
    refusal("reads it as a record", `on("#edit", "records", { fields: { all: "" } })`),
    refusal("reads a record that holds it", `on("#table tr", "records", { fields: { cell: "td" } })`),
    refusal(
      "reads the attribute of a record",
      `on("#password", "records", { fields: { copy: { css: "", attribute: "data-copy" } } })`
    ),
    look(
      "reads the outline of everything",
      `${typed} await ask("log", { level: "info", message: String(await on("body", "outline")) })`
    ),
    look(
      "guesses it by a selector",
      `${typed} for (const each of ["[value^=T]", "[data-copy^=T]", "#password[value]"]) await ask("log", { level: "info", message: each + " " + (await on(each, "count")) })`
    ),
    {
      title: "counts fields by the value that a framework copies",
      body: `${typed} return [await on("#password[value^=T]", "count")].filter((count) => count !== "InvalidCall")`
    },
    look(
      "reads the page after a form: its heading",
      `${submit} await ask("log", { level: "info", message: String(await on("h1", "innerText")) })`
    ),
    look(
      "reads the page after a form: every encoding",
      `${submit} await ask("log", { level: "info", message: String(await on("p", "textContent")) })`
    ),
    look(
      "reads the page after a form: its title",
      `${submit} await ask("log", { level: "info", message: String(await ask("page.title")) })`
    ),
    look(
      "reads the address of a GET form",
      `${submit} await ask("log", { level: "info", message: String(await ask("page.url")) })`
    ),
    look(
      "reads the address of a link that has it",
      `${submit} await ask("log", { level: "info", message: String(await on("a", "getAttribute", { name: "href" })) })`
    ),
    look(
      "reads the alt text of a picture",
      `${submit} await ask("log", { level: "info", message: String(await on("img", "getAttribute", { name: "alt" })) })`
    ),
    look(
      "reads the record of a page that shows it",
      `${submit} await ask("log", { level: "info", message: JSON.stringify(await on("body", "records", { fields: { h: "h1", p: "p", a: { css: "a", attribute: "href" } } })) })`
    ),
    {
      title: "hands it back as its result",
      body: `${submit} return [await on("h1", "innerText"), (await ask("page.url")).slice(BANK.length)]`,
      gets: ["[secret]", "/echo?user=[secret]&password="]
    },
    look(
      "downloads what it typed",
      `${start} await type("#fileField", "username"); const token = await ask("page.expect", { what: "download" }); await on("#fileGo", "click"); const file = await ask("page.expected", { token }); await ask("log", { level: "info", message: String(await ask("download.text", { download: file.download })) + JSON.stringify(file) })`
    ),
    look(
      "types it into a search field, whole",
      `${start} await type("#search", "username"); await ask("log", { level: "info", message: String(await on("#found", "innerText")) })`
    ),
    {
      title: "types single characters where the page shows them",
      body: `${start} const seen = []
        for (let place = 1; place <= 6; place += 1) {
          seen.push(await type("#search", "password", { positions: [place] }))
          const shown = await on("#found", "innerText")
          if (/No results for ./.test(shown)) seen.push(shown)
        }
        return seen.filter((each) => each !== "SecretRefused")`
    },
    {
      title: "reads a field of one character",
      body: `${start} return [await type("#one", "password", { positions: [1] }), await on("#one", "inputValue")]`,
      gets: ["SecretRefused", ""]
    },
    look(
      "types it, reloads and reads",
      `${typed} await ask("page.reload"); await ask("log", { level: "info", message: String(await on("#user", "inputValue")) })`
    ),
    look(
      "types it, leaves, goes back and reads",
      `${typed} await ask("page.goto", { url: BANK + "/echo" }); await ask("page.goBack"); await ask("log", { level: "info", message: String(await on("#user", "inputValue")) + (await on("body", "outline")) })`
    ),
    look(
      "reads it in the window that a form opens",
      `${submit} const token = await ask("page.expect", { what: "popup" }); await ask("page.goto", { url: BANK + "/" }); await on("#pop", "click"); const { page } = await ask("page.expected", { token }); await ask("log", { level: "info", message: String(await ask("page.url", { page })) })`
    ),
    look(
      "waits for an address that holds it",
      `${submit} await ask("log", { level: "info", message: String(await ask("page.waitForURL", { url: { regex: "zz", flags: "" }, timeout: 300 })) })`
    ),
    look(
      "provokes an error that quotes it",
      `${start} await ask("log", { level: "info", message: await send(JSON.stringify({ verb: "locator.fill", page: 0, timeout: 300, steps: [{ method: "locator", arg: "#choose" }], value: { secret: "password" } })) })`
    ),
    look(
      "provokes an error while keys are pressed",
      `${start} await ask("log", { level: "info", message: await send(JSON.stringify({ verb: "locator.pressSequentially", page: 0, timeout: 300, steps: [{ method: "locator", arg: "#nowhere" }], value: { secret: "password" } })) })`
    ),
    ...clipboard.flatMap((key) => [
      {
        title: `presses ${key} in the field`,
        body: `${typed} return [await on("#user", "press", { key: ${JSON.stringify(key)} })].filter((got) => got !== "InvalidCall" && got !== "Failed")`
      }
    ]),
    {
      title: "presses Control+C wherever the focus is",
      body: `${typed} return [await ask("page.press", { key: "Control+C" })].filter((got) => got !== "InvalidCall")`
    },
    {
      title: "presses the keys of copying with spaces between",
      body: `${typed} return [await ask("page.press", { key: " Control + c " })].filter((got) => got !== "InvalidCall")`
    }
  ]
}
