/** How a text may be written in addresses, bodies and headers. */
import { oneByteEncodings, withoutByte } from "@counterfoil/browser"
import { withEntities } from "./entities.ts"

const html = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** The base64 characters that depend on the text alone, for each of the three places where it may start in a group. */
const base64 = (text: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(text)
  return [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "")
    return padded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
}

const urlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_")

/** As forms and links write it. */
const percents = (encoded: string): ReadonlyArray<string> => {
  const lower = encoded.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())
  return [encoded, lower, encoded.replaceAll("%20", "+"), lower.replaceAll("%20", "+")]
}

/** The same, where their page is no UTF-8. */
const inOldPages = (text: string): ReadonlyArray<string> =>
  oneByteEncodings().flatMap((byteOf) => {
    const write = (sign: string) => {
      const byte = byteOf.get(sign)
      return byte === undefined ? withoutByte(sign) : `%${byte.toString(16).toUpperCase()}`
    }
    return percents(
      [...text].map((sign) => (/\p{ASCII}/u.test(sign) ? encodeURIComponent(sign) : write(sign))).join("")
    )
  })

/** JSON may write what is no ASCII so. */
const escaped = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^\p{ASCII}]/gv, (sign) =>
      Array.from({ length: sign.length }, (_, nth) => `\\u${sign.charCodeAt(nth).toString(16).padStart(4, "0")}`).join(
        ""
      )
    )

const upperHex = (text: string): string =>
  text.replaceAll(/\\u[\da-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`)

/** Its spellings, always in the same order: the nth of a text is replaced by the nth of its placeholder. */
export const spellings = (text: string): ReadonlyArray<string> => {
  const encoded = encodeURIComponent(text)
  const hex = Buffer.from(text).toString("hex")
  const packed = base64(text)
  return [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    ...percents(encoded),
    ...inOldPages(text),
    encodeURIComponent(encoded),
    JSON.stringify(text).slice(1, -1),
    escaped(text),
    upperHex(escaped(text)),
    html(text),
    html(text).replaceAll("&quot;", "&#34;"),
    ...withEntities(text),
    ...withEntities(text.toUpperCase()),
    hex,
    hex.toUpperCase(),
    ...packed,
    ...packed.map(urlSafe)
  ]
}
