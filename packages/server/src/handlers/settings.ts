/** Settings between their JSON form and core's. */
import { BadRequest, type SettingsWrite } from "@counterfoil/api"
import type { AccountSettings, NamedAccount, SettingsInput } from "@counterfoil/core"
import { Effect, Redacted } from "effect"

/** A PUT replaces all settings. An empty string is no value. */
export const readSettings = Effect.fnUntraced(function* (payload: SettingsWrite) {
  const webhookUrl = filled(payload.webhook_url)
  if (webhookUrl === null) return yield* new BadRequest({ error: "webhook_url is required" })
  const bankUsername = secret(payload.bank_username)
  const bankPassword = secret(payload.bank_password)
  const input: SettingsInput = {
    webhookUrl,
    pendingOrdersEndpoint: filled(payload.pending_orders_endpoint),
    webhookAuthType: payload.webhook_auth_type ?? null,
    webhookAuthToken: secret(payload.webhook_auth_token),
    notificationEndpointUrl: filled(payload.notification_endpoint_url),
    notificationAuthType: payload.notification_auth_type ?? null,
    notificationAuthToken: secret(payload.notification_auth_token),
    notificationEvents: [...new Set(payload.notification_events)],
    retryLimit: payload.retry_limit,
    pollingMethod: payload.polling_method,
    pollingBody: payload.polling_body,
    authType: payload.auth_type ?? null,
    authToken: secret(payload.auth_token),
    notifyOnExpired: payload.notify_on_expired,
    webhookExtraFields: payload.webhook_extra_fields ?? null,
    sessionType: payload.session_type,
    loginMode: payload.login_mode,
    silentIngestion: payload.silent_ingestion,
    ...(bankUsername === null ? {} : { bankUsername }),
    ...(bankPassword === null ? {} : { bankPassword }),
    ...(payload.bank_account === undefined ? {} : { bankAccount: secret(payload.bank_account) })
  }
  return input
})

/** All fields but the bank password; tokens in clear, as the contract has it. `same`: accounts that read the same bank account. */
export const presentSettings = (settings: AccountSettings, same: ReadonlyArray<NamedAccount>) => ({
  ...(same.length === 0 ? {} : { same_bank_account: same }),
  id: settings.id,
  account_id: settings.accountId,
  pending_orders_endpoint: settings.pendingOrdersEndpoint,
  webhook_url: settings.webhookUrl,
  webhook_auth_type: settings.webhookAuthType,
  webhook_auth_token: revealed(settings.webhookAuthToken),
  notification_endpoint_url: settings.notificationEndpointUrl,
  notification_auth_type: settings.notificationAuthType,
  notification_auth_token: revealed(settings.notificationAuthToken),
  notification_events: settings.notificationEvents,
  retry_limit: settings.retryLimit,
  polling_method: settings.pollingMethod,
  polling_body: settings.pollingBody,
  auth_type: settings.authType,
  auth_token: revealed(settings.authToken),
  bank_username: revealed(settings.bankUsername),
  bank_account: revealed(settings.bankAccount),
  notify_on_expired: settings.notifyOnExpired,
  webhook_extra_fields: settings.webhookExtraFields,
  session_type: settings.sessionType,
  login_mode: settings.loginMode,
  silent_ingestion: settings.silentIngestion
})

const filled = (text: string | null | undefined): string | null => (text == null || text === "" ? null : text)

const secret = (text: string | null | undefined): Redacted.Redacted<string> | null => {
  const value = filled(text)
  return value === null ? null : Redacted.make(value)
}

const revealed = (value: Redacted.Redacted<string> | null): string | null =>
  value === null ? null : Redacted.value(value)
