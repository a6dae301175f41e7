/** A page that tells without end: of errors and its console nothing is read, and of the rest a little in each turn. */
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import { PassThrough } from "node:stream"
import { expect, it } from "vitest"
import { findChromium } from "../../src/chromium/findChromium.ts"
import { readInTurns, readingInTurns } from "../../src/pipe/readInTurns.ts"

it("a few messages are taken apart in each turn of the event loop, all of them in the end, and in order", async () => {
  const pipe = new PassThrough({ highWaterMark: 1024 * 1024 })
  const taken: Array<string> = []
  let [turn, inThisTurn, most] = [0, 0, 0]
  // As Playwright does it: what one piece holds is taken apart in the next turn.
  pipe.on("data", (piece: Buffer) => {
    for (const message of piece.toString().split("\0").slice(0, -1)) {
      setImmediate(() => {
        taken.push(message)
        inThisTurn += 1
        most = Math.max(most, inThisTurn)
      })
    }
  })
  const all = Array.from({ length: 1_000 }, (_, nth) => `{"id":${nth}}`)

  readInTurns(pipe)
  pipe.write(`${all.slice(0, 500).join("\0")}\0`)
  pipe.write(`${all.slice(500).join("\0")}\0`)
  for (; taken.length < all.length && turn < 2_000; turn += 1) {
    await nextTurn()
    inThisTurn = 0
  }

  expect(taken).toEqual(all)
  expect(most).toBeLessThanOrEqual(16)
})

/** In words: browsers' own names are none of this project's. Rejections are told once the turn is over. */
const inThePage = `(async () => {
  const flood = "for (let i = 0; i < 200; i += 1) { console.log('line', {}); Promise.reject(new Error('error')) }"
  const worker = new Worker(URL.createObjectURL(new Blob([flood + "; postMessage('flooded')"])))
  const { data } = await new Promise((resolve) => { worker.onmessage = resolve })
  const frame = document.body.appendChild(document.createElement("iframe"))
  for (const place of [globalThis, frame.contentWindow]) place.eval(flood)
  await new Promise((resolve) => setTimeout(resolve))
  alert("asked")
  return data
})()`

it("errors and lines of the console, of pages, frames and workers, don't reach Playwright; what was asked does", async () => {
  const { chromium } = await import("playwright-core")
  const directory = await mkdtemp(join(tmpdir(), "counterfoil-"))
  const { path } = await Effect.runPromise(findChromium({ executablePath: process.env["CHROMIUM_PATH"], directory }))
  const browser = await readingInTurns(path, () =>
    chromium.launch({ executablePath: path, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] })
  )
  try {
    const page = await browser.newPage()
    const told: Array<string> = []
    page.on("console", (line) => told.push(line.text()))
    page.on("pageerror", (error) => told.push(error.message))
    page.on("dialog", (dialog) => {
      told.push(dialog.message())
      void dialog.dismiss()
    })

    const flooded = await page.evaluate(inThePage)

    expect([flooded, told]).toEqual(["flooded", ["asked"]])
  } finally {
    await browser.close()
    await rm(directory, { recursive: true })
  }
})
