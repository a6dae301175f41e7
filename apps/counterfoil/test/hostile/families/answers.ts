/** What a bank tells its own page, and the files that it gives out, in spellings and shapes of the script's choice. */
import type { DeclaredRequest } from "@counterfoil/core"
import type { Attack, Family } from "../Attack.ts"
import { encodings, secrets } from "../spellings.ts"

const said: DeclaredRequest = { method: "GET", path: "/said", phases: ["extract"], readable: true }
const shapes = ["text", "name", "letters", "pairs"]

const typed = `await ask("page.goto", { url: BANK + "/" }); await type("#what", "username"); await on("#encodeGo", "click"); await ask("page.waitForURL", { url: "**/encoded**" }); return "authenticated"`

const answered = (how: string, shape: string): Attack => ({
  title: `reads the bank's answer, where the user name stands as ${how} in its ${shape}`,
  login: typed,
  phase: "extract",
  declares: [said],
  body: `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(`fetch('/said?${new URLSearchParams({ how, shape }).toString()}')`)}) })
    const got = await ask("page.responses", { path: "/said", after: 0, timeout: 15000 })
    await ask("log", { level: "info", message: JSON.stringify(got).slice(0, 1900) })
    return Array.isArray(got) ? [] : [got]`
})

/** The bytes, read as pairs of bytes, are no text that anybody would look through: the script takes them apart again. */
const wide = (how: string): Attack => ({
  title: `downloads the user name as ${how}, reads it as UTF-16 and takes that apart`,
  body: `await ask("page.goto", { url: BANK + "/" }); await on("#spellHow", "fill", { value: ${JSON.stringify(how)} }); await type("#spellWhat", "username")
    const token = await ask("page.expect", { what: "download" }); await on("#spellGo", "click"); const file = await ask("page.expected", { token })
    const got = await ask("download.text", { download: file.download, encoding: "utf-16le" })
    const bytes = Array.from(got, (sign) => String.fromCharCode(sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8)).join("")
    return bytes.includes(${JSON.stringify(encodings[how]?.(secrets.username) ?? "")}) ? ["it is there"] : bytes.startsWith("typed;") ? [] : [bytes]`
})

/** A file can hold it in the spellings of files; the letters of UTF-16 stand apart in it and are looked for apart. */
const spellings = Object.keys(encodings).filter((how) => !["percent, twice", "JSON, twice", "UTF-16"].includes(how))

export const answers: Family = {
  name: "what the bank answers",
  attacks: [
    ...spellings.flatMap((how, nth) => [0, 2].map((turn) => answered(how, shapes[(nth + turn) % shapes.length] ?? ""))),
    ...spellings.map(wide)
  ]
}
