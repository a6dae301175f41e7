/** What a bank shows, in a terminal: a QR code in its own modules, any other picture in half blocks, two pixels to a character. */
import { Option } from "effect"
import { decodeQR } from "qr/decode.js"
import { inflateSync } from "node:zlib"

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each, in rows. */
  readonly data: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

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

/** Of a PNG as the service gives it: 8 bits to a colour, not interlaced. Of one that moves, its first picture. */
export const pixelsOf = (png: Buffer): Option.Option<Pixels> => {
  if (png.length < 33 || !png.subarray(0, 8).equals(signature)) return Option.none()
  const [width, height, depth, kind, interlaced] = [
    png.readUInt32BE(16),
    png.readUInt32BE(20),
    png[24],
    png[25],
    png[28]
  ]
  const step = kind === 6 ? 4 : kind === 2 ? 3 : 0
  if (depth !== 8 || step === 0 || interlaced !== 0 || width * height > 4_000_000) return Option.none()
  const parts: Array<Buffer> = []
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const packed = inflated(Buffer.concat(parts))
  const line = width * step + 1
  if (packed === undefined || packed.length < line * height) return Option.none()
  const data = new Uint8Array(width * height * 4).fill(255)
  let above = new Uint8Array(line - 1)
  for (let y = 0; y < height; y++) {
    const row = packed.subarray(y * line, (y + 1) * line)
    above = Uint8Array.from(unfiltered(row[0] ?? 0, row.subarray(1), above, step))
    for (let x = 0; x < width; x++) data.set(above.subarray(x * step, (x + 1) * step), (y * width + x) * 4)
  }
  return Option.some({ width, height, data })
}

const inflated = (packed: Buffer): Buffer | undefined => {
  try {
    return inflateSync(packed)
  } catch {
    return undefined
  }
}

/** Its modules, exactly as they were read: what is scanned from the terminal is what the bank showed. */
const modulesOf = ({ data, height, width }: Pixels): Pixels | undefined => {
  let found: Pixels | undefined
  try {
    decodeQR(
      { width, height, data },
      {
        timeLimit: 2_000,
        imageOnResult: (image) => {
          found = { width: image.width, height: image.height, data: Uint8Array.from(image.data) }
        }
      }
    )
    return found
  } catch {
    return undefined
  }
}

const isDark = ({ data, width, height }: Pixels, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && (data[(y * width + x) * 4] ?? 255) < 128

/** Readers want so many light modules around it. */
const quiet = 4

const qrLines = (modules: Pixels, colours: boolean): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let y = -quiet; y < modules.height + quiet; y += 2) {
    let line = ""
    for (let x = -quiet; x < modules.width + quiet; x++) {
      const [top, bottom] = [isDark(modules, x, y), isDark(modules, x, y + 1)]
      line += top ? (bottom ? "█" : "▀") : bottom ? "▄" : " "
    }
    // Dark on light, whichever way round the terminal is.
    lines.push(colours ? `\u001b[30;107m${line}\u001b[0m` : line)
  }
  return lines
}

const colourAt = ({ data, width }: Pixels, x: number, y: number): string => {
  const at = (y * width + x) * 4
  return `${data[at] ?? 0};${data[at + 1] ?? 0};${data[at + 2] ?? 0}`
}

const pictureLines = (pixels: Pixels, columns: number): ReadonlyArray<string> => {
  const scale = Math.max(1, Math.ceil(pixels.width / columns))
  const lines: Array<string> = []
  for (let y = 0; y < pixels.height; y += 2 * scale) {
    let line = ""
    for (let x = 0; x < pixels.width; x += scale) {
      const below = Math.min(y + scale, pixels.height - 1)
      line += `\u001b[38;2;${colourAt(pixels, x, y)};48;2;${colourAt(pixels, x, below)}m▀`
    }
    lines.push(`${line}\u001b[0m`)
  }
  return lines
}

const moves = (png: Buffer): boolean => png.subarray(0, 64).includes("acTL")

export interface Terminal {
  readonly columns: number
  readonly colours: boolean
}

/** None: it can't be shown here. */
export const shownIn = ({ colours, columns }: Terminal, png: Buffer): Option.Option<string> => {
  const pixels = Option.getOrUndefined(pixelsOf(png))
  if (pixels === undefined || moves(png)) return Option.none()
  const modules = modulesOf(pixels)
  if (modules !== undefined && modules.width + 2 * quiet <= columns) {
    return Option.some(qrLines(modules, colours).join("\n"))
  }
  return colours ? Option.some(pictureLines(pixels, columns).join("\n")) : Option.none()
}
