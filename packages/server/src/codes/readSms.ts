/**
 * A forwarded message in whatever words its forwarder has for it: JSON or a form, flat or in an envelope.
 *
 * Two kinds of time are told apart. When a message was sent, or reached the phone, stays the same however often it is forwarded:
 * `sentAt`. When it was forwarded is new with every try, and so says little: `handedOnAt`.
 */
import type { CodeMessage } from "@counterfoil/core"
import { DateTime, Option, Redacted } from "effect"

/** `other`: it tells of something else, a delivery report for example. `unreadable`: no text could be found. */
export type ReadSms =
  | { readonly _tag: "Message"; readonly message: CodeMessage }
  | { readonly _tag: "Other" }
  | { readonly _tag: "Unreadable" }

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const decodeJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const formFields = (text: string): Fields => Object.fromEntries(new URLSearchParams(text))

const parse = (contentType: string, text: string): Fields | undefined => {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return formFields(text)
  const json = Option.getOrUndefined(decodeJson(text))
  return isFields(json) ? json : undefined
}

export const isMessageType = (contentType: string): boolean =>
  /^application\/([\w.-]+\+)?json\b|^application\/x-www-form-urlencoded\b/i.test(contentType)

/** Envelopes, from the outside in. */
const wrappers = ["data", "payload", "smsInbound"]

/** Events of gateways that tell of a received message; of all others nothing is to be done. */
const receiving = /received|inbound|incoming|mo_message/i

const eventOf = (fields: Fields): string | undefined => {
  const named = fields["event"] ?? fields["event_type"] ?? fields["eventType"] ?? fields["type"] ?? fields["direction"]
  return typeof named === "string" && /[:._]|outgoing|outbound/.test(named) ? named : undefined
}

/** The innermost part that is there, with what stands around it. */
const unwrapped = (fields: Fields): Fields => {
  for (const name of wrappers) {
    const inner = fields[name]
    if (isFields(inner)) return unwrapped({ ...withoutWords(fields), ...inner })
  }
  return fields
}

/** What an envelope says of itself is not said of the message in it: but for when it came. */
const withoutWords = ({ occurred_at, received_at }: Fields): Fields => ({
  ...(occurred_at === undefined ? {} : { occurred_at }),
  ...(received_at === undefined ? {} : { received_at })
})

const textOf = (fields: Fields, names: ReadonlyArray<string>): string | null => {
  const byLowerCase = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
  for (const name of names) {
    const value = byLowerCase.get(name)
    const inner = isFields(value) ? (value["phone_number"] ?? value["phoneNumber"] ?? value["number"]) : value
    if (typeof inner === "string" && inner.trim() !== "") return inner
    if (typeof inner === "number") return String(inner)
  }
  return null
}

const words = ["text", "message", "body", "content", "msg", "sms"]
const senders = [
  "from",
  "sender",
  "originator",
  "msisdn",
  "phonenumber",
  "phone_number",
  "contact",
  "address",
  "number"
]
/** The network's own time first: the phone's comes after it. */
const sentNames = [
  "sent_at",
  "sentat",
  "sentstamp",
  "sendtime",
  "received_at",
  "receivedat",
  "receivedstamp",
  "receive_time",
  "occurred_at",
  "created"
]
const handedOnNames = ["timestamp", "message-timestamp", "time", "date"]

const secondsOnly = 999
const minutesOnly = 59_999

/** At the end of what its precision leaves open: a time without seconds may be any of its minute. */
const endOf = (at: number, text: string): number =>
  /\d:\d{2}:\d{2}[.,]\d/.test(text) ? at : at + (/\d:\d{2}:\d{2}/.test(text) ? secondsOnly : minutesOnly)

const unixTime = (text: string): number | undefined => {
  if (/^\d{13}$/.test(text)) return Number(text)
  return /^\d{10}(\.\d+)?$/.test(text) ? Math.floor(Number(text) * 1000) + secondsOnly : undefined
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/** `zone`: of a time that names none; without it such a time says nothing. */
const readTime = (text: string | null, zone?: "Z"): DateTime.Utc | null => {
  if (text === null) return null
  const unix = unixTime(text.trim())
  const [, day, time = "", named = zone] = isoTime.exec(text.trim()) ?? []
  if (unix === undefined && (day === undefined || named === undefined)) return null
  const iso = `${day}T${time.replace(",", ".")}${/^utc$/i.test(named ?? "") ? "Z" : named}`
  const at = unix ?? endOf(Date.parse(iso), time)
  return Number.isFinite(at) ? DateTime.makeUnsafe(at) : null
}

/** httpSMS: its `timestamp` is the message's own. */
const isCloudEvent = (fields: Fields): boolean => typeof fields["specversion"] === "string"
/** 46elks: its times are in UTC and don't say so. */
const isElks = (fields: Fields): boolean => fields["direction"] === "incoming" && "created" in fields

export const readSms = (contentType: string, text: string): ReadSms => {
  const fields = parse(contentType, text)
  if (fields === undefined) return { _tag: "Unreadable" }
  const event = eventOf(fields) ?? (isFields(fields["data"]) ? eventOf(fields["data"]) : undefined)
  if (event !== undefined && !receiving.test(event)) return { _tag: "Other" }
  const inner = unwrapped(fields)
  const message = textOf(inner, words)
  if (message === null) return { _tag: "Unreadable" }
  const forwarded = textOf(inner, handedOnNames)
  const sent = textOf(inner, isCloudEvent(fields) ? [...sentNames, "timestamp"] : sentNames)
  const sentAt = readTime(sent, isElks(fields) ? "Z" : undefined)
  return {
    _tag: "Message",
    message: {
      text: Redacted.make(message, { label: "message" }),
      sender: textOf(inner, senders),
      sentAt,
      handedOnAt: sentAt === null ? readTime(forwarded) : null
    }
  }
}
