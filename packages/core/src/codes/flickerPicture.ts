/**
 * The flickering bars of chipTAN, drawn anew from their code: what a browser could take of them would be too slow, and too uneven,
 * for the devices that read it. Five bars: the clock and the four bits of a half byte, the lowest first; white is one. A half
 * byte is shown with the clock on, then off; the code begins with 0FFF, by which devices find it, and of each byte the lower
 * half comes first (HHD 1.4 of the German banks, as Hibiscus and the banks' own pages draw it). It repeats for ever.
 */
import { crc32, deflateSync } from "node:zlib"

/** A second; most devices read them well, some want it slower. */
const usualSteps = 20

export const isFlickerCode = (code: string): boolean => /^([0-9A-F]{2}){4,256}$/i.test(code)

/** Clock, 1, 2, 4, 8 of each step. */
export const flickerSteps = (code: string): ReadonlyArray<ReadonlyArray<boolean>> =>
  [...`0FFF${code}`.matchAll(/(.)(.)/g)]
    .flatMap(([, high = "0", low = "0"]) => [low, high])
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [true, false].map((clock) => [clock, ...[1, 2, 4, 8].map((bit) => (half & bit) !== 0)]))

/** Bars and gaps of one width, as on the devices; a band above for the marks that are held against theirs. */
const bar = 42
const gap = 21
const band = 24
const barHeight = 160
const width = 5 * bar + 6 * gap
const height = band + barHeight + gap

const [black, grey, white] = [0, 2, 3]

const barAt = (x: number): number => {
  const place = Math.floor((x - gap) / (bar + gap))
  return x >= gap && (x - gap) % (bar + gap) < bar ? place : -1
}

/** A triangle that points down to the middle of the first bar, and one to that of the last. */
const isMark = (x: number, y: number): boolean => {
  const place = barAt(x)
  if (place !== 0 && place !== 4) return false
  const middle = gap + place * (bar + gap) + bar / 2
  return y >= 4 && y < band - 4 && Math.abs(x + 0.5 - middle) <= (band - 4 - y) * 0.8
}

/** Two bits a pixel; each line begins with PNG's byte for "no filter". */
const rowOf = (shade: (x: number) => number): Buffer => {
  const row = Buffer.alloc(1 + Math.ceil(width / 4))
  for (let x = 0; x < width; x++) {
    const at = 1 + (x >> 2)
    row[at] = (row[at] ?? 0) | (shade(x) << (6 - 2 * (x & 3)))
  }
  return row
}

const marks = Array.from({ length: band }, (_, y) => rowOf((x) => (isMark(x, y) ? grey : black)))
const below = Array.from({ length: gap }, () => rowOf(() => black))

const frame = (step: ReadonlyArray<boolean>): Buffer => {
  const bars = rowOf((x) => (step[barAt(x)] === true ? white : black))
  return deflateSync(Buffer.concat([...marks, ...Array.from({ length: barHeight }, () => bars), ...below]))
}

const chunk = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), ...parts])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

const numbers = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, place) => bytes.writeUInt32BE(value, place * 4))
  return bytes
}

/** For one step of so many a second; the rest takes the place of the one before as a whole. */
const timing = (steps: number): Buffer => {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt16BE(1, 0)
  bytes.writeUInt16BE(steps, 2)
  return bytes
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** An animated PNG (www.w3.org/TR/png-3, 11.3.7): greys of two bits, one picture for each step. */
export const flickerPicture = (code: string): Buffer => {
  const steps = flickerSteps(code)
  const drawn = new Map<string, Buffer>()
  const draw = (step: ReadonlyArray<boolean>): Buffer => {
    const kept = drawn.get(step.join()) ?? frame(step)
    drawn.set(step.join(), kept)
    return kept
  }
  let sequence = 0
  const body = steps.flatMap((step, place) => {
    const control = chunk("fcTL", numbers(sequence++, width, height, 0, 0), timing(usualSteps))
    return [control, place === 0 ? chunk("IDAT", draw(step)) : chunk("fdAT", numbers(sequence++), draw(step))]
  })
  return Buffer.concat([
    signature,
    chunk("IHDR", numbers(width, height), Buffer.from([2, 0, 0, 0, 0])),
    chunk("acTL", numbers(steps.length, 0)),
    ...body,
    chunk("IEND")
  ])
}

/** The same at so many steps a second. A picture that doesn't move, or not evenly, stays as it is. */
export const atPace = (png: Uint8Array, steps: number): Buffer => {
  const paced = Buffer.from(png)
  const controls: Array<number> = []
  for (let at = signature.length; at + 12 <= paced.length; at += 12 + paced.readUInt32BE(at)) {
    if (paced.toString("latin1", at + 4, at + 8) === "fcTL") controls.push(at + 8)
  }
  const pace = controls.map((at) => paced.readUInt32BE(at + 20))
  if (new Set(pace).size !== 1 || controls.length < 2) return paced
  for (const at of controls) {
    timing(steps).copy(paced, at + 20, 0, 4)
    paced.writeUInt32BE(crc32(paced.subarray(at - 4, at + 26)), at + 26)
  }
  return paced
}
