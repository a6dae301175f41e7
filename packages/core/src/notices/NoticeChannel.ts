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
}
