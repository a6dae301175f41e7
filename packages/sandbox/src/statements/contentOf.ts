/** A file's bytes as an isolate gets them: as text in the letters that they are in, or a workbook's in base 64. */

/** ZIP, as XLSX and ODS are, and the compound file of old Excel. */
const packed = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0]
]

const begins = (bytes: Uint8Array, ...head: ReadonlyArray<number>): boolean =>
  head.every((byte, index) => bytes[index] === byte)

/** UTF-16 says so by its first mark; what is no UTF-8 is of the time before it. */
const textOf = (bytes: Uint8Array): string => {
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes)
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

export const contentOf = (content: string | Uint8Array): { readonly content: string; readonly isPacked: boolean } => {
  if (typeof content === "string") return { content, isPacked: false }
  return packed.some((head) => begins(content, ...head))
    ? { content: Buffer.from(content).toString("base64"), isPacked: true }
    : { content: textOf(content), isPacked: false }
}
