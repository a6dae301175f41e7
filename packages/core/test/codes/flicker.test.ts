/** The bars of chipTAN, as a device before the screen sees them. */
import { atPace, flickerPicture, flickerSteps, isFlickerCode } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { crc32, inflateSync } from "node:zlib"

/** Of the German banks' documents: account 123456789, amount 0,01. */
const code = "11048714955205123456789F14302C303107"

interface Frame {
  readonly millis: number
  /** Of the middle of each of five bars. */
  readonly bars: ReadonlyArray<boolean>
}

/** By the format alone: sizes, checksums and delays as they are written. */
const framesOf = (png: Buffer): ReadonlyArray<Frame> => {
  const width = png.readUInt32BE(16)
  const frames: Array<Frame> = []
  let millis = 0
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const [type, data] = [png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at))]
    assert.strictEqual(png.readUInt32BE(at + 8 + data.length), crc32(png.subarray(at + 4, at + 8 + data.length)))
    if (type === "fcTL") millis = (1000 * data.readUInt16BE(20)) / data.readUInt16BE(22)
    if (type !== "IDAT" && type !== "fdAT") continue
    const line = 1 + Math.ceil(width / 4)
    const row = inflateSync(type === "IDAT" ? data : data.subarray(4)).subarray(100 * line + 1, 101 * line)
    const bars = [0, 1, 2, 3, 4].map((bar) => {
      const x = 21 + bar * 63 + 21
      return (((row[x >> 2] ?? 0) >> (6 - 2 * (x & 3))) & 3) === 3
    })
    frames.push({ millis, bars })
  }
  return frames
}

/** What the device takes: the four bits, each time the clock goes down. */
const received = (frames: ReadonlyArray<Frame>): string =>
  frames
    .flatMap(({ bars: [clock, ...bits] }) =>
      clock === true ? [] : [bits.reduce((sum, bit, place) => sum + (bit ? 2 ** place : 0), 0).toString(16)]
    )
    .join("")
    .replaceAll(/(.)(.)/g, "$2$1")
    .toUpperCase()

describe("a flicker code", () => {
  it("is drawn so that a device reads it: found by 0FFF, with a clock, the lower half of each byte first", () => {
    const frames = framesOf(flickerPicture(code))
    assert.strictEqual(received(frames), `0FFF${code}`)
    assert.deepStrictEqual(
      frames.slice(0, 4).map(({ bars }) => bars),
      [
        [true, true, true, true, true],
        [false, true, true, true, true],
        [true, false, false, false, false],
        [false, false, false, false, false]
      ]
    )
    assert.strictEqual(flickerSteps(code).length, frames.length)
  })

  it("goes at twenty steps a second, each as long as the other, or as fast as it is asked for", () => {
    const png = flickerPicture(code)
    assert.deepStrictEqual(new Set(framesOf(png).map(({ millis }) => millis)), new Set([50]))
    const slower = atPace(png, 8)
    assert.deepStrictEqual(new Set(framesOf(slower).map(({ millis }) => millis)), new Set([125]))
    assert.strictEqual(received(framesOf(slower)), `0FFF${code}`)
    assert.isBelow(png.length, 200_000)
  })

  it("is hexadecimal, in whole bytes", () => {
    assert.deepStrictEqual([code, code.slice(1), "xyz", "", "0".repeat(1000)].filter(isFlickerCode), [code])
  })
})
