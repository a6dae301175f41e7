/** How a text may be written in addresses, bodies and headers. */
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

/** Its spellings, always in the same order: the nth of a text is replaced by the nth of its placeholder. */
export const spellings = (text: string): ReadonlyArray<string> => {
  const encoded = encodeURIComponent(text)
  const hex = Buffer.from(text).toString("hex")
  const packed = base64(text)
  return [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    encoded,
    encoded.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    encodeURIComponent(encoded),
    JSON.stringify(text).slice(1, -1),
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
