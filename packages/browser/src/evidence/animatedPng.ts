/**
 * Pictures of one size, one after the other, as one that moves: an animated PNG (www.w3.org/TR/png-3, 11.3.7). Their compressed
 * data is taken over as it is.
 */
import { crc32 } from "node:zlib"

export interface Frame {
  readonly png: Buffer
  /** How long it is seen. */
  readonly millis: number
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

const chunksOf = (png: Buffer): ReadonlyArray<Chunk> => {
  const chunks: Array<Chunk> = []
  for (let at = signature.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

const written = ({ data, type }: Chunk): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

const numbers = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, place) => bytes.writeUInt32BE(value, place * 4))
  return bytes
}

const headerOf = (png: Buffer): Buffer => chunksOf(png).find(({ type }) => type === "IHDR")?.data ?? Buffer.alloc(13)
const pixelsOf = (png: Buffer): Buffer =>
  Buffer.concat(chunksOf(png).flatMap(({ data, type }) => (type === "IDAT" ? [data] : [])))

/** A frame's control chunk: its place, how long it is shown, and that it replaces the frame before it as a whole. */
const control = (sequence: number, header: Buffer, millis: number): Buffer => {
  const timing = Buffer.alloc(6)
  timing.writeUInt16BE(Math.min(0xffff, Math.max(1, Math.round(millis))), 0)
  timing.writeUInt16BE(1000, 2)
  return Buffer.concat([numbers(sequence, header.readUInt32BE(0), header.readUInt32BE(4), 0, 0), timing])
}

/** A picture equal to the one before is left out: that one is shown for longer. */
const merged = (frames: ReadonlyArray<Frame>): ReadonlyArray<Frame> =>
  frames.reduce<ReadonlyArray<Frame>>((before, frame) => {
    const last = before.at(-1)
    return last?.png.equals(frame.png) === true
      ? [...before.slice(0, -1), { png: last.png, millis: last.millis + frame.millis }]
      : [...before, frame]
  }, [])

/** Repeats for ever. Frames of another size than the first are left out. */
export const animatedPng = (frames: readonly [Frame, ...ReadonlyArray<Frame>]): Buffer => {
  const header = headerOf(frames[0].png)
  const shown = merged(frames.filter(({ png }) => headerOf(png).equals(header)))
  if (shown.length < 2) return frames[0].png
  let sequence = 0
  const body = shown.flatMap(({ millis, png }, place) => {
    const pixels = pixelsOf(png)
    const begins = written({ type: "fcTL", data: control(sequence++, header, millis) })
    return place === 0
      ? [begins, written({ type: "IDAT", data: pixels })]
      : [begins, written({ type: "fdAT", data: Buffer.concat([numbers(sequence++), pixels]) })]
  })
  return Buffer.concat([
    signature,
    written({ type: "IHDR", data: header }),
    written({ type: "acTL", data: numbers(shown.length, 0) }),
    ...body,
    written({ type: "IEND", data: Buffer.alloc(0) })
  ])
}
