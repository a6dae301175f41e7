/** The texts in a ZIP file: a workbook is one. Its directory is read from the end, as the format's note says (APPNOTE 6.3). */
import { PageFault } from "@counterfoil/core"
import { inflateRaw } from "node:zlib"
import { promisify } from "node:util"

const inflate = promisify(inflateRaw)

const largest = 4 * 1024 * 1024
const mostParts = 200
const endMark = 0x06054b50
const entryMark = 0x02014b50
const endLength = 22
const longestComment = 65_535

export interface Part {
  readonly name: string
  readonly content: Buffer
}

const broken = (what: string) => new PageFault({ code: "Failed", message: `The download can't be unpacked: ${what}` })
const tooLarge = () =>
  new PageFault({ code: "TooLarge", message: "A packed download of more than 4 MiB of text can't be read" })

interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

const entriesOf = (file: Buffer): ReadonlyArray<Entry> => {
  let end = file.length - endLength
  while (end >= 0 && end > file.length - endLength - longestComment && file.readUInt32LE(end) !== endMark) end -= 1
  if (end < 0 || file.readUInt32LE(end) !== endMark) throw broken("it is no ZIP file")
  const count = file.readUInt16LE(end + 10)
  if (count > mostParts) throw tooLarge()
  const entries: Array<Entry> = []
  let at = file.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entryMark) throw broken("its directory is damaged")
    if ((file.readUInt16LE(at + 8) & 1) === 1) throw broken("it is locked with a password")
    const nameLength = file.readUInt16LE(at + 28)
    entries.push({
      name: file.toString("utf8", at + 46, at + 46 + nameLength),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42)
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

const contentOf = async (file: Buffer, { at, method, packed }: Entry, room: number): Promise<Buffer> => {
  if (at + 30 > file.length) throw broken("it is cut off")
  const begin = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const bytes = file.subarray(begin, begin + packed)
  if (method === 0) return bytes
  if (method !== 8) throw broken("it is packed in a way that isn't known")
  // What the directory says of sizes is not believed.
  return inflate(bytes, { maxOutputLength: room + 1 }).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge() : broken("a part of it is damaged")
  })
}

/** The parts that are text, by their names; others (pictures, macros) are left packed. */
export const textParts = async (file: Buffer): Promise<ReadonlyArray<Part>> => {
  const parts: Array<Part> = []
  let room = largest
  for (const entry of entriesOf(file)) {
    if (!/\.(?:xml|rels|csv|txt|ofx|sta|940)$/i.test(entry.name)) continue
    const content = await contentOf(file, entry, room)
    room -= content.length
    if (room < 0) throw tooLarge()
    parts.push({ name: entry.name, content })
  }
  return parts
}
