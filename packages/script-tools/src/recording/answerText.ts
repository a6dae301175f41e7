/** The text of an answer, in the encoding that it is in: pages and files of older banks are no UTF-8. */
import type { Exchange } from "@counterfoil/browser"
import { textOf } from "./har.ts"

export interface AnswerText {
  readonly text: string
  /** Back to bytes, in the same encoding. */
  readonly bytesOf: (text: string) => Buffer
}

interface Encoding {
  readonly decode: (bytes: Uint8Array) => string | undefined
  readonly encode: (text: string) => Buffer
}

/** One byte is one sign: what any others are made of can't be written back sign by sign. */
const isOfBytes = /^(?:windows-125\d|windows-874|iso-8859-\d+(?:-i)?|ibm866|koi8-[ru]|macintosh)$/

/** What texts don't have, and packed files do, whatever they are said to be. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for.
const control = /[\u0000-\u0008\u000e-\u001f]/

/** A label of the encoding standard, `latin1` too; undefined where it is none. */
const decoderOf = (label: string) => {
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    return { name: decoder.encoding, decode: (bytes: Uint8Array) => attempt(() => decoder.decode(bytes)) }
  } catch {
    return undefined
  }
}

const attempt = (decode: () => string): string | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}

const encodingOf = (label: string): Encoding | undefined => {
  const decoder = decoderOf(label)
  if (decoder === undefined || !isOfBytes.test(decoder.name)) return undefined
  const bytes = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const sign = decoder.decode(Uint8Array.of(byte))
    if (sign !== undefined && !bytes.has(sign)) bytes.set(sign, byte)
  }
  const unknown = "?".charCodeAt(0)
  return {
    decode: (body) => {
      const text = decoder.decode(body)
      return text === undefined || control.test(text) ? undefined : text
    },
    encode: (text) => Buffer.from(Array.from(text, (sign) => bytes.get(sign) ?? unknown))
  }
}

/** Of two bytes a sign, by the mark at its beginning, which counts for more than what anybody says; it stays. */
const markedEncoding = (bytes: Uint8Array): Encoding | undefined => {
  const isLow = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isLow && (bytes[0] !== 0xfe || bytes[1] !== 0xff)) return undefined
  const decoder = new TextDecoder(isLow ? "utf-16le" : "utf-16be", { fatal: true, ignoreBOM: true })
  const wide = (text: string) => Buffer.from(text, "utf16le")
  return {
    decode: (body) => {
      const text = attempt(() => decoder.decode(body))
      return text === undefined || control.test(text) ? undefined : text
    },
    encode: (text) => (isLow ? wide(text) : wide(text).swap16())
  }
}

/** So far into a document a browser looks for what it says itself. */
const headLength = 1_024

/** The label that the bank gives it. */
const declaredBy = ({ responseBody, responseHeaders }: Exchange): string | undefined => {
  const type = responseHeaders.find(([name]) => name === "content-type")?.[1] ?? ""
  const head = responseBody.subarray(0, headLength).toString("latin1")
  const inHead =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head) ?? /<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head)
  return /charset\s*=\s*"?\s*([\w-]+)/i.exec(type)?.[1] ?? inHead?.[1]
}

/**
 * Undefined: it is no text, or in an encoding that isn't known. `unless`: that of a file whose bank doesn't say it, by what the
 * script took it for.
 */
export const answerText = (exchange: Exchange, unless?: string): AnswerText | undefined => {
  const { responseBody } = exchange
  const plain = textOf(responseBody)
  if (plain !== undefined) return { text: plain, bytesOf: (text) => Buffer.from(text) }
  const label = declaredBy(exchange) ?? unless
  const encoding = markedEncoding(responseBody) ?? (label === undefined ? undefined : encodingOf(label))
  const text = encoding?.decode(responseBody)
  return encoding === undefined || text === undefined ? undefined : { text, bytesOf: encoding.encode }
}

/**
 * As the bank sent it. A browser gives a page's text as UTF-8, whatever it was in, and the answer goes on saying what that was:
 * read by it in a replay, no word with an accent would be found. What can't have been in that encoding, as a file's own bytes, stays.
 */
export const asSent = (exchange: Exchange): Exchange => {
  const text = textOf(exchange.responseBody)
  const label = declaredBy(exchange)
  const encoding = label === undefined ? undefined : encodingOf(label)
  if (text === undefined || encoding === undefined) return exchange
  const bytes = encoding.encode(text)
  return encoding.decode(bytes) === text ? { ...exchange, responseBody: bytes } : exchange
}
