/** Pictures as the service gives them, made and read without a browser. */
import { decodeQR } from "qr/decode.js"
import { encodeQR } from "qr"
import { crc32, deflateSync } from "node:zlib"

type Pixel = readonly [number, number, number]

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** With every filter of the format in turn. */
export const pngOf = (width: number, height: number, at: (x: number, y: number) => Pixel): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const byte = (x: number, y: number, colour: number) => (x < 0 || y < 0 ? 0 : (at(x, y)[colour] ?? 0))
  const paeth = (left: number, up: number, corner: number) => {
    const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
    return a <= b && a <= c ? left : b <= c ? up : corner
  }
  const rows = Array.from({ length: height }, (_, y) => {
    const filter = y % 5
    const bytes = Array.from({ length: width * 3 }, (__, place) => {
      const [x, colour] = [Math.floor(place / 3), place % 3]
      const [left, up, corner] = [byte(x - 1, y, colour), byte(x, y - 1, colour), byte(x - 1, y - 1, colour)]
      const taken = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      return (byte(x, y, colour) - taken) & 255
    })
    return Buffer.from([filter, ...bytes])
  })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0))
  ])
}

/** As a bank's page shows it: some pixels to a module, light around it. */
export const qrPicture = (text: string, scale = 5): Buffer => {
  const modules = encodeQR(text, "raw", { border: 4 })
  const side = modules.length * scale
  return pngOf(side, side, (x, y) =>
    modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true ? [10, 10, 10] : [250, 250, 250]
  )
}

/** What a reader sees that is held before a terminal with dark letters on light ground. */
export const scannedFrom = (lines: ReadonlyArray<string>, scale = 4): string => {
  const rows = lines.flatMap((line) => [
    [...line].map((one) => one === "█" || one === "▀"),
    [...line].map((one) => one === "█" || one === "▄")
  ])
  const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale]
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return decodeQR({ width, height, data })
}
