/** Pictures of banks in a terminal. */
import { atPace, flickerPicture } from "@counterfoil/core"
import { Effect, Option } from "effect"
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "vitest"
import { drawnOver, shownIn } from "../../src/codes/picture.ts"
import { framesOf } from "../../src/codes/png.ts"
import { savedPicture } from "../../src/codes/savedPicture.ts"
import { pngOf, qrPicture, scannedFrom } from "./pictures.ts"

/** Without its colours. */
const plain = (text: string): string =>
  text
    .split("\u001b[")
    .map((part, place) => (place === 0 ? part : part.replace(/^[\d;]*m/, "")))
    .join("")
const framesIn = (png: Buffer, colours = true, columns = 80, rows = 100) =>
  Option.match(shownIn({ colours, columns, rows }, png), { onNone: () => [], onSome: ({ frames }) => frames })
const shown = (png: Buffer, colours: boolean, columns = 80): string =>
  framesIn(png, colours, columns)[0]?.lines.join("\n") ?? ""

describe("a bank's picture in a terminal", () => {
  it("is read whichever way its rows are packed", () => {
    const at = (x: number, y: number) => [(x * 37 + y * 11) & 255, (x * x + y) & 255, (y * 53) & 255] as const
    const [{ pixels }] = Option.getOrThrow(framesOf(pngOf(9, 11, at)))
    const found = Array.from({ length: 99 }, (_, place) => [...pixels.data.subarray(place * 4, place * 4 + 3)])
    expect(found).toEqual(Array.from({ length: 99 }, (_, place) => [...at(place % 9, Math.floor(place / 9))]))
  })

  it("can be scanned from it where it is a QR code", () => {
    const text = "TAN:DE27100777770209299700/83-AX"
    const coloured = shown(qrPicture(text), true)
    expect(scannedFrom(plain(coloured).split("\n"))).toBe(text)
    // Dark on light also in a terminal that is light on dark.
    expect(coloured.split("\n").every((line) => line.startsWith("\u001b[30;107m"))).toBe(true)
    expect(scannedFrom(shown(qrPicture(text), false).split("\n"))).toBe(text)
  })

  it("keeps every pixel of a small mosaic in colours, and is no wider than the terminal", () => {
    const mosaic = pngOf(6, 4, (x, y) => [x * 40, y * 60, 7])
    const lines = shown(mosaic, true).split("\n")
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain("\u001b[38;2;200;120;7;48;2;200;180;7m▀")
    const wide = plain(
      shown(
        pngOf(100, 10, () => [1, 2, 3]),
        true,
        40
      )
    ).split("\n")
    expect(Math.max(...wide.map((line) => line.length))).toBeLessThanOrEqual(40)
  })

  it("is not shown where that can't be: without colours, or when it is no picture", () => {
    const mosaic = pngOf(6, 4, (x, y) => [x * 40, y * 60, 7])
    expect([shown(mosaic, false), shown(Buffer.from("no picture at all, but long enough to be one"), true)]).toEqual([
      "",
      ""
    ])
  })

  it("moves as the bank's does, bar by bar and step by step, and leaves room for what is asked below it", () => {
    const code = "11048714955205123456789F14302C303107"
    const frames = framesIn(atPace(flickerPicture(code), 10), true, 80, 24)
    // The middle of each bar, in the middle of the picture; a part begins with its colours.
    const barsOf = (lines: ReadonlyArray<string>) => {
      const parts = (lines[Math.floor(lines.length / 2)] ?? "").split("\u001b[").slice(1)
      const colours = parts.flatMap((part) => {
        const [, red = "", cells = ""] = /^38;2;(\d+)[^m]*m(▀+)$/.exec(part) ?? []
        return Array.from(cells, () => red)
      })
      return [0, 1, 2, 3, 4].map((bar) => colours[Math.floor((colours.length * (42 + bar * 63)) / 336)] === "255")
    }
    const halves = frames.flatMap(({ lines }) => {
      const [clock, ...bits] = barsOf(lines)
      return clock === true ? [] : [bits.reduce((sum, bit, place) => sum + (bit ? 2 ** place : 0), 0).toString(16)]
    })

    expect(
      halves
        .join("")
        .replaceAll(/(.)(.)/g, "$2$1")
        .toUpperCase()
    ).toBe(`0FFF${code}`)
    expect(new Set(frames.map(({ millis }) => millis))).toEqual(new Set([100]))
    expect(Math.max(...frames.map(({ lines }) => lines.length))).toBeLessThanOrEqual(21)
    expect(Math.max(...frames.flatMap(({ lines }) => lines).map((line) => plain(line).length))).toBeLessThanOrEqual(80)
    // Twenty of them a second have to pass to a terminal far away.
    expect(Math.max(...frames.map(({ lines }) => lines.join("").length))).toBeLessThan(12_000)
    expect(drawnOver(["a", "b"])).toBe("\u001b7\u001b[2A\ra\r\nb\u001b8")
    expect(framesIn(flickerPicture(code), false)).toEqual([])
  })

  it("that can't be shown there is a file of its owner's alone, for as long as it is asked about", async () => {
    const png = flickerPicture("11048714955205123456789F14302C303107")
    const path = await Effect.runPromise(
      Effect.scoped(
        Effect.tap(savedPicture(png), (path) =>
          Effect.sync(() => {
            expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
            expect(readFileSync(path).equals(png)).toBe(true)
          })
        )
      )
    )
    expect([path, dirname(path)].map((one) => existsSync(one))).toEqual([false, false])
  })
})
