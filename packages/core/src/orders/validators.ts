/**
 * The validators of an answer (ETag, Last-Modified), with which the endpoint can be asked next time whether it has changed.
 * Pure.
 */
import type { OutboundResponse } from "../outbound/OutboundHttp.ts"
import type { Validators } from "../conciliation/OrderRows.ts"

const longest = 256
/** Quoted, of visible characters. */
const etagShape = /^(?:W\/)?"[\x21\x23-\x7e]*"$/
const visible = /^[\x20-\x7e]+$/

/** Null: it gave none that can be relied on. */
export const validatorsOf = ({ headers }: OutboundResponse): Validators | null => {
  const etag = readEtag(headers["etag"] ?? "")
  const lastModified = readLastModified(headers["last-modified"] ?? "", headers["date"] ?? "")
  return etag === null && lastModified === null ? null : { etag, lastModified }
}

const readEtag = (text: string): string | null => (text.length <= longest && etagShape.test(text) ? text : null)

/** It counts seconds: one of the answer's own second would hide a change that came later in it. */
const readLastModified = (text: string, answeredAt: string): string | null =>
  text.length <= longest && visible.test(text) && Date.parse(answeredAt) - Date.parse(text) >= 1_000 ? text : null

export const conditionOf = ({ etag, lastModified }: Validators): Readonly<Record<string, string>> => ({
  ...(etag === null ? {} : { "if-none-match": etag }),
  ...(lastModified === null ? {} : { "if-modified-since": lastModified })
})
