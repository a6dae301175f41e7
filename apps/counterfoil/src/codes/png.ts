/** PNG as the service gives it, still or moving, to pixels. */
import { Option } from "effect"
import { inflateSync } from "node:zlib"

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each, in rows. */
  readonly data: Uint8Array
}

export interface Frame {
  readonly pixels: Pixels
  /** How long it is seen; of a picture that doesn't move 0. */
  readonly millis: number
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const mostPixels = 4_000_000
/** A second and more of bars; of pictures that were taken less than a hundred. */
const mostFrames = 4_000

/** Of one row of a PNG: what was taken away from each byte (www.w3.org/TR/png-3, 9.2). */
const unfiltered = (filter: number, row: Buffer, above: Uint8Array, step: number): Uint8Array => {
  const clear = new Uint8Array(row.length)
  for (let at = 0; at < row.length; at++) {
    const left = clear[at - step] ?? 0
    const up = above[at] ?? 0
    const corner = at < step ? 0 : (above[at - step] ?? 0)
    clear[at] = (row[at] ?? 0) + added(filter, left, up, corner)
  }
  return clear
}

const added = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

interface Header {
  readonly width: number
  readonly height: number
  /** Bits of a grey, or 8 to a colour. */
  readonly depth: number
  /** Values of a pixel: 1 (grey), 3, or 4 with its opacity. */
  readonly values: number
}

const headerOf = (png: Buffer): Header | undefined => {
  if (png.length < 33 || !png.subarray(0, 8).equals(signature)) return undefined
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth = 0, kind, , , interlaced] = png.subarray(24, 29)
  const values = kind === 6 ? 4 : kind === 2 ? 3 : kind === 0 ? 1 : 0
  const isKnown = values === 1 ? [1, 2, 4, 8].includes(depth) : values > 1 && depth === 8
  return isKnown && interlaced === 0 && width * height <= mostPixels ? { width, height, depth, values } : undefined
}

const inflated = (packed: Buffer): Buffer | undefined => {
  try {
    return inflateSync(packed)
  } catch {
    return undefined
  }
}

/** Greys of fewer bits stand close together in their bytes. */
const greyAt = (row: Uint8Array, x: number, depth: number): number => {
  const most = 2 ** depth - 1
  const shift = 8 - depth - ((x * depth) & 7)
  return Math.round(((((row[(x * depth) >> 3] ?? 0) >> shift) & most) * 255) / most)
}

const pixelsFrom = ({ depth, height, values, width }: Header, parts: ReadonlyArray<Buffer>): Pixels | undefined => {
  const packed = inflated(Buffer.concat(parts))
  const length = Math.ceil((width * values * depth) / 8)
  if (packed === undefined || packed.length < (length + 1) * height) return undefined
  const data = new Uint8Array(width * height * 4).fill(255)
  let row = new Uint8Array(length)
  for (let y = 0; y < height; y++) {
    const line = packed.subarray(y * (length + 1), (y + 1) * (length + 1))
    row = Uint8Array.from(unfiltered(line[0] ?? 0, line.subarray(1), row, values === 1 ? 1 : values))
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (values === 1) data.fill(greyAt(row, x, depth), at, at + 3)
      else data.set(row.subarray(x * values, (x + 1) * values), at)
    }
  }
  return { width, height, data }
}

interface Packed {
  readonly millis: number
  readonly parts: Array<Buffer>
}

/** An animation's frames begin with their control (www.w3.org/TR/png-3, 11.3.7); here each is a whole picture. */
const packedFrames = (png: Buffer): ReadonlyArray<Packed> => {
  const frames: Array<Packed> = []
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    if (type === "fcTL" && data.length >= 26) {
      frames.push({ millis: (1000 * data.readUInt16BE(20)) / (data.readUInt16BE(22) || 100), parts: [] })
    } else if (type === "IDAT") {
      if (frames.length === 0) frames.push({ millis: 0, parts: [] })
      frames.at(-1)?.parts.push(data)
    } else if (type === "fdAT") {
      frames.at(-1)?.parts.push(data.subarray(4))
    }
  }
  return frames.slice(0, mostFrames)
}

/** None: it is no picture that can be read here. Equal frames share their pixels. */
export const framesOf = (png: Buffer): Option.Option<readonly [Frame, ...ReadonlyArray<Frame>]> => {
  const header = headerOf(png)
  if (header === undefined) return Option.none()
  const known = new Map<string, Pixels | undefined>()
  const frames = packedFrames(png).flatMap(({ millis, parts }) => {
    const key = Buffer.concat(parts).toString("latin1")
    const pixels = known.has(key) ? known.get(key) : pixelsFrom(header, parts)
    known.set(key, pixels)
    return pixels === undefined ? [] : [{ pixels, millis }]
  })
  const [first, ...others] = frames
  return first === undefined ? Option.none() : Option.some([first, ...others])
}
