/** Others that are to do what the script may not: the bank's own page, the host's handles, what another session left. */
import type { Attack, Family } from "../Attack.ts"

const front = `await ask("page.goto", { url: BANK + "/" });`
const refused = (title: string, call: string, ...codes: ReadonlyArray<string>): Attack => ({
  title,
  body: `${front} const got = await ${call}; return ${JSON.stringify(codes)}.includes(got) ? [] : [got]`
})
const quiet = (title: string, body: string): Attack => ({ title, body: `${front} ${body}; return []` })

const guessed = [
  "expected-1",
  "expected-0",
  "00000000-0000-4000-8000-000000000000",
  "__proto__",
  "constructor",
  "",
  "*"
]
const files = ["download-1", "download-2", "../download-1", "/etc/passwd", "__proto__", "toString", "%", ""]
const reading = ["url", "title", "reload", "goBack", "close"]

const handles: ReadonlyArray<Attack> = [
  ...guessed.map((token) =>
    refused(
      `waits for what another has announced, ${JSON.stringify(token)}`,
      `ask("page.expected", { token: ${JSON.stringify(token)} })`,
      "InvalidCall"
    )
  ),
  ...files.map((download) =>
    refused(
      `reads a file of another, ${JSON.stringify(download)}`,
      `ask("download.text", { download: ${JSON.stringify(download)} })`,
      "InvalidCall"
    )
  ),
  ...reading.flatMap((verb) =>
    [1, 7, 99].map((page) =>
      refused(`uses page ${page} of another by page.${verb}`, `ask("page.${verb}", { page: ${page} })`, "InvalidCall")
    )
  )
]

/** The page holds a secret, and is asked to hand it on itself. */
const fields = ["#password", "#user"]
const hands: ReadonlyArray<readonly [string, (field: string) => string]> = [
  [
    "copies it by keys",
    (field) =>
      `await on("${field}", "press", { key: "Control+A" }); await on("${field}", "press", { key: "Control+C" }); await on("#search", "press", { key: "Control+V" })`
  ],
  [
    "drags it to another field",
    (field) => `await on("${field}", "dblclick"); await on("${field}", "hover"); await on("#search", "hover")`
  ],
  [
    "has it sent to the search",
    (field) => `await on("${field}", "press", { key: "Tab" }); await on("#search", "pressSequentially", { value: "a" })`
  ],
  [
    "moves the focus there and types on",
    (field) =>
      `await on("${field}", "focus"); await ask("page.press", { key: "x" }); await ask("page.press", { key: "Shift+Home" }); await ask("page.press", { key: "Delete" })`
  ],
  [
    "undoes and does again",
    (field) =>
      `await on("${field}", "press", { key: "Control+Z" }); await on("${field}", "press", { key: "Control+Shift+Z" })`
  ],
  [
    "selects a part of it",
    (field) =>
      `await on("${field}", "press", { key: "Shift+ArrowLeft" }); await on("${field}", "press", { key: "Shift+Home" })`
  ],
  [
    "clears it and has it filled in again by going back",
    (field) =>
      `await on("${field}", "clear"); await ask("page.goto", { url: BANK + "/echo" }); await ask("page.goBack")`
  ],
  [
    "looks what the browser has kept",
    () => `await ask("page.reload"); await on("#user", "focus"); await ask("page.press", { key: "ArrowDown" })`
  ]
]
const look = `const seen = []
  for (const place of ["#search", "#mirror", "#hiddenCopy", "#user", "#password", "#free"]) seen.push(await on(place, "inputValue"))
  seen.push(await on("body", "innerText"), await on("#found", "textContent"), await on("body", "outline"), await ask("page.url"))
  await ask("log", { level: "info", message: JSON.stringify(seen).slice(0, 1900) })`
const page: ReadonlyArray<Attack> = fields.flatMap((field) =>
  hands.map(([what, does]) =>
    quiet(
      `types into ${field} and ${what}`,
      `await type("${field}", "${field === "#user" ? "username" : "password"}"); ${does(field)}; ${look}`
    )
  )
)

/** The bank's own downloads, forms and windows. */
const bank: ReadonlyArray<Attack> = [
  ...[
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "iso-8859-1",
    "shift_jis",
    "koi8-r",
    "gb18030",
    "big5",
    "euc-jp"
  ].map((encoding) =>
    quiet(
      `downloads what it typed and reads it as ${encoding}`,
      `await type("#fileField", "username"); const token = await ask("page.expect", { what: "download" }); await on("#fileGo", "click")
       const file = await ask("page.expected", { token }); await ask("log", { level: "info", message: JSON.stringify([file, await ask("download.text", { download: file.download, encoding: "${encoding}" })]).slice(0, 1900) })`
    )
  ),
  ...["accept", "dismiss"].map((answer) =>
    quiet(
      `has a dialog of the bank's shown, and would ${answer} it`,
      `await ask("page.dialog", { answer: "${answer}" }); await type("#user", "username"); await on("#pop", "click"); ${look}`
    )
  ),
  ...["#out", "#outTab", "#outFile", "#popOut", "#outAsk", "#outGo"].map((link) =>
    quiet(
      `lets the bank's page lead away by ${link}, with what it typed`,
      `await type("#outQuery", "username"); await type("#outField", "username"); await on("${link}", "click"); await ask("sleep", { ms: 60 })`
    )
  )
]

export const deputies: Family = { name: "confused deputies", onOnePage: true, attacks: [...handles, ...page, ...bank] }
