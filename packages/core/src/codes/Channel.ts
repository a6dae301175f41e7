/** By which way a code came, in words for its owner. */
import type { Channel } from "@counterfoil/domain"
import type { DateTime } from "effect"

export const channelWords: Readonly<Record<Channel, string>> = {
  dashboard: "on the dashboard",
  api: "through the API",
  sms: "by a forwarded SMS",
  totp: "by the account's authenticator secret",
  email: "by e-mail",
  telegram: "by Telegram",
  app: "in the bank's app"
}

/** How a code came: after `at - askedAt`. */
export interface Answered {
  readonly by: Channel
  readonly at: DateTime.Utc
  readonly askedAt: DateTime.Utc
}
