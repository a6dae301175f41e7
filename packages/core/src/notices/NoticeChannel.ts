/** The ways by which a person is told that a login waits. */
import { Schema } from "effect"
import { parsePlainUrl } from "../urls.ts"

const address = (name: string) =>
  Schema.String.check(
    Schema.isMaxLength(2000),
    Schema.makeFilter((text: string) => parsePlainUrl(text) !== undefined, {
      message: `${name} must be an absolute http(s) URL without credentials`
    })
  )

const text = (name: string, most = 500) =>
  Schema.String.annotate({ message: `${name} must be a text of 1 to ${most} characters` }).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(most),
    // No header or command can be smuggled in.
    Schema.isPattern(/^[^\p{Cc}]+$/u)
  )

const Ntfy = Schema.Struct({
  kind: Schema.Literal("ntfy"),
  url: address("url"),
  topic: text("topic", 64),
  token: Schema.optionalKey(text("token"))
})
const Gotify = Schema.Struct({ kind: Schema.Literal("gotify"), url: address("url"), token: text("token") })
const Telegram = Schema.Struct({
  kind: Schema.Literal("telegram"),
  bot_token: text("bot_token"),
  chat_id: text("chat_id", 64),
  /** Of a Bot API server of one's own. (Default: Telegram's) */
  url: Schema.optionalKey(address("url"))
})
const Email = Schema.Struct({
  kind: Schema.Literal("email"),
  host: text("host", 253),
  port: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 })),
  /** `tls` from the first byte (port 465), or `starttls` before anything is said (port 587). */
  security: Schema.Literals(["tls", "starttls"]),
  username: Schema.optionalKey(text("username")),
  password: Schema.optionalKey(text("password")),
  from: text("from", 320),
  to: text("to", 320)
})
const Apprise = Schema.Struct({
  kind: Schema.Literal("apprise"),
  url: address("url"),
  tag: Schema.optionalKey(text("tag", 64))
})

export const NoticeChannelConfig = Schema.Union([Ntfy, Gotify, Telegram, Email, Apprise])
export type NoticeChannelConfig = typeof NoticeChannelConfig.Type
export type TelegramConfig = typeof Telegram.Type
export type EmailConfig = typeof Email.Type

export interface Notice {
  readonly title: string
  readonly text: string
  /** Somebody is waited for; otherwise it can be read later. */
  readonly urgent: boolean
  /** Where a tap leads. (Default: nowhere) */
  readonly page?: string
  /** By which a reply that quotes it is recognised, where it can be replied to. */
  readonly tag?: string
}

/** Where a message comes out, without what is needed to send it: two channels that are equal here tell somebody twice. */
export const destinationOf = (config: NoticeChannelConfig): string => {
  const base = "url" in config && config.url !== undefined ? new URL(config.url).href.replace(/\/+$/, "") : ""
  switch (config.kind) {
    case "ntfy":
      return JSON.stringify([config.kind, base, config.topic])
    case "gotify":
      return JSON.stringify([config.kind, base, config.token])
    case "telegram":
      return JSON.stringify([config.kind, config.chat_id])
    case "email":
      return JSON.stringify([config.kind, config.to.toLowerCase()])
    case "apprise":
      return JSON.stringify([config.kind, base, config.tag ?? ""])
  }
}
