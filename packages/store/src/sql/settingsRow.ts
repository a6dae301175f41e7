/** A row of an account's settings, with the texts of the user's that are sealed, or, in a row that isn't yet, as they were saved. */
import { privateFields, type SealedSettings, secretFields, type StoredSettings } from "@counterfoil/core"
import { settingNames, settingsOf, settingValues, valuesOf } from "@counterfoil/domain"
import { Schema, Struct } from "effect"

const Cell = Schema.NullOr(Schema.Uint8Array)
const Text = Schema.NullOr(Schema.String)

const plainFields = settingsOf("plain")

const SettingsRow = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  ...Struct.pick(settingValues, plainFields),
  ...valuesOf(secretFields, () => Cell),
  credentialsVersion: Schema.Int,
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

const jsonFields = settingsOf("json")

/** JSON that isn't sealed yet is read as its text, as a sealed one opens to it. */
export const settingsColumns = Object.keys(StoredSettingsRow.fields)
  .map((name) => `${snakeCase(name)}${jsonFields.some((field) => field === name) ? "::text" : ""} as "${name}"`)
  .join(", ")

/** Plain values of earlier versions are removed by the next save, unless the server has sealed them before. */
export const privateValues = (row: SealedSettings) => ({
  ...Object.fromEntries(
    privateFields.flatMap((field): ReadonlyArray<readonly [string, Uint8Array | null]> => [
      [settingNames[field], null],
      [`${settingNames[field]}_sealed`, row[field]]
    ])
  ),
  webhook_address: row.webhookAddress,
  webhook_host: row.webhookHost,
  notification_address: row.notificationAddress,
  notification_host: row.notificationHost
})

/** All others, by their columns. */
export const plainAndSecretValues = (row: SealedSettings) =>
  Object.fromEntries([...plainFields, ...secretFields].map((field) => [settingNames[field], row[field]]))
