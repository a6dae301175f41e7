/** Pictures of banks in a terminal. */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { pixelsOf, shownIn } from "../../src/codes/picture.ts"
import { pngOf, qrPicture, scannedFrom } from "./pictures.ts"

/** Without its colours. */
const plain = (text: string): string =>
  text
    .split("\u001b[")
    .map((part, place) => (place === 0 ? part : part.replace(/^[\d;]*m/, "")))
    .join("")
const shown = (png: Buffer, colours: boolean, columns = 80): string =>
  Option.getOrElse(shownIn({ colours, columns }, png), () => "")

describe("a bank's picture in a terminal", () => {
  it("is read whichever way its rows are packed", () => {
    const at = (x: number, y: number) => [(x * 37 + y * 11) & 255, (x * x + y) & 255, (y * 53) & 255] as const
    const pixels = Option.getOrThrow(pixelsOf(pngOf(9, 11, at)))
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
})
