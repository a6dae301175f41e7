/** A row of an account's settings, with the texts of the user's that are sealed, or, in a row that isn't yet, as they were saved. */
import { AuthType, type SealedSettings, type StoredSettings } from "@counterfoil/core"
import { NotificationEvent } from "@counterfoil/domain"
import { Schema, Struct } from "effect"

const Cell = Schema.NullOr(Schema.Uint8Array)
const Text = Schema.NullOr(Schema.String)

const SettingsRow = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  webhookAuthType: Schema.NullOr(AuthType),
  webhookAuthToken: Cell,
  notificationAuthType: Schema.NullOr(AuthType),
  notificationAuthToken: Cell,
  notificationEvents: Schema.Array(NotificationEvent),
  retryLimit: Schema.Int,
  pollingMethod: Schema.Literals(["GET", "POST"]),
  authType: Schema.NullOr(AuthType),
  authToken: Cell,
  bankUsername: Cell,
  bankPassword: Cell,
  bankAccount: Cell,
  credentialsVersion: Schema.Int,
  notifyOnExpired: Schema.Boolean,
  sessionType: Schema.Literals(["one-shot", "persistent"]),
  loginMode: Schema.Literals(["simple", "assisted"]),
  silentIngestion: Schema.Boolean,
  webhookHost: Text,
  notificationHost: Text,
  webhookAddress: Schema.String,
  notificationAddress: Text
})

/** Each either sealed, or, in a row that isn't yet, as it was saved. */
const PrivateRow = Schema.Struct({
  pendingOrdersEndpoint: Text,
  pendingOrdersEndpointSealed: Cell,
  webhookUrl: Text,
  webhookUrlSealed: Cell,
  notificationEndpointUrl: Text,
  notificationEndpointUrlSealed: Cell,
  pollingBody: Text,
  pollingBodySealed: Cell,
  webhookExtraFields: Text,
  webhookExtraFieldsSealed: Cell
})

export const StoredSettingsRow = Schema.Struct({ ...SettingsRow.fields, ...PrivateRow.fields })

const sealedColumns = [
  "pendingOrdersEndpointSealed",
  "webhookUrlSealed",
  "notificationEndpointUrlSealed",
  "pollingBodySealed",
  "webhookExtraFieldsSealed"
] as const

export const storedOf = (row: typeof StoredSettingsRow.Type): StoredSettings => ({
  ...Struct.omit(row, sealedColumns),
  pendingOrdersEndpoint: row.pendingOrdersEndpointSealed ?? row.pendingOrdersEndpoint,
  webhookUrl: row.webhookUrlSealed ?? row.webhookUrl,
  notificationEndpointUrl: row.notificationEndpointUrlSealed ?? row.notificationEndpointUrl,
  pollingBody: row.pollingBodySealed ?? row.pollingBody,
  webhookExtraFields: row.webhookExtraFieldsSealed ?? row.webhookExtraFields
})

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** JSON that isn't sealed yet is read as its text, as a sealed one opens to it. */
export const settingsColumns = Object.keys(StoredSettingsRow.fields)
  .map(
    (name) => `${snakeCase(name)}${["pollingBody", "webhookExtraFields"].includes(name) ? "::text" : ""} as "${name}"`
  )
  .join(", ")

/** Plain values of earlier versions are removed by the next save, unless the server has sealed them before. */
export const privateValues = (row: SealedSettings) => ({
  pending_orders_endpoint: null,
  pending_orders_endpoint_sealed: row.pendingOrdersEndpoint,
  webhook_url: null,
  webhook_url_sealed: row.webhookUrl,
  notification_endpoint_url: null,
  notification_endpoint_url_sealed: row.notificationEndpointUrl,
  polling_body: null,
  polling_body_sealed: row.pollingBody,
  webhook_extra_fields: null,
  webhook_extra_fields_sealed: row.webhookExtraFields,
  webhook_address: row.webhookAddress,
  webhook_host: row.webhookHost,
  notification_address: row.notificationAddress,
  notification_host: row.notificationHost
})
