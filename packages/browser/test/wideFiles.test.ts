/** Files of two bytes a sign, as "Unicode text" of a spreadsheet: their first bytes say so, whatever the script knows. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, open, role } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

const text = "Date\tÅmount\n03.11.2026\t12,00 €\n"
const wide = Buffer.from(`\ufeff${text}`, "utf16le")
const files = { Low: wide, High: Buffer.from(wide).swap16(), Marked: Buffer.from(`\ufeff${text}`) }

const site = startSite({
  "/files": Object.keys(files)
    .map((name) => `<a download href="/${name}">${name}</a>`)
    .join(""),
  ...Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      `/${name}`,
      (_: unknown, response: { end: (bytes: Buffer) => void; setHeader: (name: string, value: string) => void }) => {
        response.setHeader("content-type", "application/octet-stream")
        response.end(bytes)
      }
    ])
  )
})

layer(browserLayer(), { timeout: "60 seconds" })("downloads", (it) => {
  it.effect("that begin with a byte order mark are read by it, without the script naming their encoding", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* open(yield* site)
      yield* goto("/files")
      const read = Effect.fnUntraced(function* (name: string, nth: number) {
        const token = yield* call({ verb: "page.expect", page: 0, what: "download" })
        yield* on(role("link", name), "locator.click")
        yield* call({ verb: "page.expected", page: 0, token: String(token) })
        return yield* call({ verb: "download.text", download: `download-${nth}`, encoding: "utf-8" })
      })

      expect([yield* read("Low", 1), yield* read("High", 2), yield* read("Marked", 3)]).toEqual([text, text, text])
    })
  )
})
