/** Where a message goes, by the settings as they are at the attempt. */
import type { Redacted } from "effect"
import { authorization } from "../accounts/authorization.ts"
import type { AccountSettings } from "../accounts/Account.ts"

export interface Receiver {
  readonly url: string
  /** What the delivery tables know it by. */
  readonly address: string
  readonly authorization: Redacted.Redacted<string> | null
}

/** Null: the settings name none. Results fall back to the credentials of the pending-orders endpoint, notifications don't. */
export const receiverOf = (lane: "result" | "notification", settings: AccountSettings): Receiver | null => {
  if (lane === "notification") {
    const url = settings.notificationEndpointUrl
    const address = settings.notificationAddress
    return url === null || url === "" || address === null
      ? null
      : { url, address, authorization: authorization(settings.notificationAuthType, settings.notificationAuthToken) }
  }
  if (settings.webhookUrl === "") return null
  return {
    url: settings.webhookUrl,
    address: settings.webhookAddress,
    authorization:
      authorization(settings.webhookAuthType, settings.webhookAuthToken) ??
      authorization(settings.authType, settings.authToken)
  }
}
