/** Encodings of older banks, in which one byte is one sign: forms and links of their pages are written in them, too. */

const labels = [
  ...["1250", "1251", "1252", "1253", "1254", "1255", "1256", "1257", "1258", "874"].map((nth) => `windows-${nth}`),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((nth) => `iso-8859-${nth}`),
  ...["ibm866", "koi8-r", "koi8-u", "macintosh"]
]

const decoderOf = (label: string): ReadonlyArray<TextDecoder> => {
  try {
    return [new TextDecoder(label, { fatal: true })]
  } catch {
    // This Node was built without it.
    return []
  }
}

const bytesOf = (decoder: TextDecoder): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>()
  for (let byte = 128; byte < 256; byte += 1) {
    try {
      bytes.set(decoder.decode(Uint8Array.of(byte)), byte)
    } catch {
      // No sign has this byte.
    }
  }
  return bytes
}

let known: ReadonlyArray<ReadonlyMap<string, number>> | undefined

/** Of each the bytes of its signs beyond ASCII; always in the same order. */
export const oneByteEncodings = (): ReadonlyArray<ReadonlyMap<string, number>> =>
  (known ??= labels.flatMap(decoderOf).map(bytesOf))

/** What a form sends for a sign that its page's encoding lacks. */
export const withoutByte = (sign: string): string => encodeURIComponent(`&#${sign.codePointAt(0) ?? 0};`)
