import { PgClient } from "@effect/sql-pg"
import { AuthType, NotificationKind, SettingsRepository } from "@counterfoil/core"
import { DateTime, Effect, Layer, Schema } from "effect"
import { rowAs, rowsAs, run } from "./rows.ts"

const Cell = Schema.NullOr(Schema.Uint8Array)

const SettingsRow = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  pendingOrdersEndpoint: Schema.NullOr(Schema.String),
  webhookUrl: Schema.String,
  webhookAuthType: Schema.NullOr(AuthType),
  webhookAuthToken: Cell,
  notificationEndpointUrl: Schema.NullOr(Schema.String),
  notificationAuthType: Schema.NullOr(AuthType),
  notificationAuthToken: Cell,
  notificationEvents: Schema.Array(NotificationKind),
  retryLimit: Schema.Int,
  pollingMethod: Schema.Literals(["GET", "POST"]),
  pollingBody: Schema.Json,
  authType: Schema.NullOr(AuthType),
  authToken: Cell,
  bankUsername: Cell,
  bankPassword: Cell,
  credentialsVersion: Schema.Int,
  notifyOnExpired: Schema.Boolean,
  webhookExtraFields: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  sessionType: Schema.Literals(["one-shot", "persistent"]),
  loginMode: Schema.Literals(["simple", "assisted"]),
  silentIngestion: Schema.Boolean
})

const settings = rowAs(SettingsRow)
const secrets = rowsAs(Schema.Struct({ id: Schema.String, accountId: Schema.String, cell: Schema.Uint8Array }))

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columns = Object.keys(SettingsRow.fields)
  .map((name) => `${snakeCase(name)} as "${name}"`)
  .join(", ")

export const SettingsRepositorySql: Layer.Layer<SettingsRepository, never, PgClient.PgClient> = Layer.effect(
  SettingsRepository,
  Effect.map(PgClient.PgClient, (sql) => {
    const json = (value: Schema.Json) => (value === null ? null : sql.json(value))

    return SettingsRepository.of({
      find: (accountId) =>
        settings(sql`select ${sql.literal(columns)} from account_settings where account_id = ${accountId}`),
      save: (row, at) => {
        const values = {
          pending_orders_endpoint: row.pendingOrdersEndpoint,
          webhook_url: row.webhookUrl,
          webhook_auth_type: row.webhookAuthType,
          webhook_auth_token: row.webhookAuthToken,
          notification_endpoint_url: row.notificationEndpointUrl,
          notification_auth_type: row.notificationAuthType,
          notification_auth_token: row.notificationAuthToken,
          notification_events: row.notificationEvents,
          retry_limit: row.retryLimit,
          polling_method: row.pollingMethod,
          polling_body: json(row.pollingBody),
          auth_type: row.authType,
          auth_token: row.authToken,
          bank_username: row.bankUsername,
          bank_password: row.bankPassword,
          credentials_version: row.credentialsVersion,
          notify_on_expired: row.notifyOnExpired,
          webhook_extra_fields: json(row.webhookExtraFields),
          session_type: row.sessionType,
          login_mode: row.loginMode,
          silent_ingestion: row.silentIngestion,
          updated_at: DateTime.toDateUtc(at)
        }
        const inserted = { ...values, id: row.id, account_id: row.accountId, created_at: values.updated_at }
        return run(sql`insert into account_settings ${sql.insert(inserted)}
          on conflict (account_id) do update set ${sql.update(values)}`)
      },
      secrets: (accountId, at) =>
        secrets(sql`select id, account_id as "accountId", secret as cell from webhook_secrets
          where account_id = ${accountId} and (expires_at is null or expires_at > ${DateTime.toDateUtc(at)})
          order by expires_at is null desc, created_at desc, id desc`),
      addSecret: (secret, { at, retireAt }) =>
        Effect.all(
          [
            run(sql`delete from webhook_secrets
            where account_id = ${secret.accountId} and expires_at <= ${DateTime.toDateUtc(at)}`),
            run(sql`update webhook_secrets set expires_at = ${DateTime.toDateUtc(retireAt)}
            where account_id = ${secret.accountId} and expires_at is null`),
            run(sql`insert into webhook_secrets (id, account_id, secret, created_at)
            values (${secret.id}, ${secret.accountId}, ${secret.cell}, ${DateTime.toDateUtc(at)})`)
          ],
          { discard: true }
        )
    })
  })
)
