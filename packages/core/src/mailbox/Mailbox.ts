/** An owner's mailbox, as codes are read from it. */
import { Schema } from "effect"
import { parsePlainUrl } from "../urls.ts"

const text = (name: string, most = 500) =>
  Schema.String.annotate({ message: `${name} must be a text of 1 to ${most} characters` }).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(most),
    // No command can be smuggled in.
    Schema.isPattern(/^[^\p{Cc}]+$/u)
  )

/** For providers that take no passwords: what fetches a new token each time. */
const OAuth = Schema.Struct({
  token_url: Schema.String.check(
    Schema.isMaxLength(2000),
    Schema.makeFilter((url: string) => parsePlainUrl(url)?.protocol === "https:", {
      message: "oauth.token_url must be an absolute https URL without credentials"
    })
  ),
  client_id: text("oauth.client_id"),
  client_secret: Schema.optionalKey(text("oauth.client_secret")),
  refresh_token: text("oauth.refresh_token", 4000)
})
export type MailboxOAuth = typeof OAuth.Type

/** What is sealed. */
export const MailboxConfig = Schema.Struct({
  host: text("host", 253),
  port: Schema.Int.annotate({ message: "port must be between 1 and 65535" }).check(
    Schema.isBetween({ minimum: 1, maximum: 65_535 })
  ),
  /** `tls` from the first byte (port 993), or `starttls` before anything is said (port 143). */
  security: Schema.Literals(["tls", "starttls"]).annotate({ message: "security must be tls or starttls" }),
  username: text("username", 320),
  password: Schema.optionalKey(text("password")),
  oauth: Schema.optionalKey(OAuth),
  folder: text("folder", 255)
})
export type MailboxConfig = typeof MailboxConfig.Type

/** The sender that the owner named, if the message is of one. */
export const pinnedSender = (senders: ReadonlyArray<string>, from: string): string | undefined => {
  const address = from.trim().toLowerCase()
  return senders.find((sender) => {
    const named = sender.trim().toLowerCase()
    return named.startsWith("@") ? address.endsWith(named) && address.length > named.length : address === named
  })
}

export const isPinnedSubject = (wanted: string | null, subject: string): boolean =>
  wanted === null || subject.normalize("NFKC").toLowerCase().includes(wanted.normalize("NFKC").toLowerCase())
