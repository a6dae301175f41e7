/** Text of UTF-8 that was read byte by byte, as Latin-1 or as Windows does: `Ã‘` is `Ñ`. */

const windows = new TextDecoder("windows-1252")

/** The second byte of a letter, by the character that it was taken for; the hard space is too usual to mean one. */
const secondBytes: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 64 }, (_, index) => 0x80 + index)
    .filter((byte) => byte !== 0xa0)
    .flatMap((byte) => [
      [String.fromCharCode(byte), byte] as const,
      [windows.decode(Uint8Array.of(byte)), byte] as const
    ])
)

/** Only the letters of western Europe, which take two bytes. */
export const repairMisread = (text: string): string =>
  text.replace(/([ÂÃÄÅ])([^\p{ASCII}])/gu, (whole, lead: string, second: string) => {
    const byte = secondBytes.get(second)
    return byte === undefined ? whole : String.fromCharCode(((lead.charCodeAt(0) & 0x1f) << 6) | (byte & 0x3f))
  })
