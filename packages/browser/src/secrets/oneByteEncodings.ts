/** Encodings of older banks, in which one byte is one sign: forms and links of their pages are written in them, too. */

const labels = [
  ...["1250", "1251", "1252", "1253", "1254", "1255", "1256", "1257", "1258", "874"].map((nth) => `windows-${nth}`),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((nth) => `iso-8859-${nth}`),
  "ibm866",
  "koi8-r",
  "koi8-u",
  "macintosh"
]

/** Undefined: this Node was built without it, or no sign has this byte. */
const signOf = (label: string, byte: number): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(Uint8Array.of(byte))
  } catch {
    return undefined
  }
}

const bytesOf = (label: string): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>()
  for (let byte = 128; byte < 256; byte += 1) {
    const sign = signOf(label, byte)
    if (sign !== undefined) bytes.set(sign, byte)
  }
  return bytes
}

let known: ReadonlyArray<ReadonlyMap<string, number>> | undefined

/** Of each the bytes of its signs beyond ASCII; always in the same order. */
export const oneByteEncodings = (): ReadonlyArray<ReadonlyMap<string, number>> => (known ??= labels.map(bytesOf))

/** What a form sends for a sign that its page's encoding lacks. */
export const withoutByte = (sign: string): string => encodeURIComponent(`&#${sign.codePointAt(0) ?? 0};`)
