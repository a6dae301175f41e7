import { DateTime, Effect, Schema } from "effect"
import { PgClient } from "@effect/sql-pg"
import type { SettingsRows } from "@counterfoil/core"
import { rowAs, rowsAs, run } from "../rows.ts"
import { plainAndSecretValues, privateValues, settingsColumns, storedOf, StoredSettingsRow } from "../settingsRow.ts"

const settings = rowAs(StoredSettingsRow)
const secrets = rowsAs(Schema.Struct({ id: Schema.String, accountId: Schema.String, cell: Schema.Uint8Array }))

/** Each message is signed with all of them. Receivers take no headers without end, either. */
const mostSigning = 10

export const settingsRows = Effect.map(PgClient.PgClient, (sql) => {
  const find = (accountId: string) =>
    settings(sql`select ${sql.literal(settingsColumns)} from account_settings where account_id = ${accountId}`)

  return {
    findSettings: (accountId) => Effect.map(find(accountId), (row) => (row === null ? null : storedOf(row))),
    saveSettings: (row, at) => {
      const values = {
        ...privateValues(row),
        ...plainAndSecretValues(row),
        credentials_version: row.credentialsVersion,
        updated_at: DateTime.toDateUtc(at)
      }
      const inserted = { ...values, id: row.id, account_id: row.accountId, created_at: values.updated_at }
      return run(sql`insert into account_settings ${sql.insert(inserted)}
          on conflict (account_id) do update set ${sql.update(values)}`)
    },
    addEndpoints: (accountId, endpoints) =>
      Effect.forEach(
        [...endpoints].sort((a, b) => (a.address < b.address ? -1 : 1)),
        ({ address, url }) =>
          run(sql`insert into endpoints (account_id, address, url_sealed) values (${accountId}, ${address}, ${url})
              on conflict (account_id, address) do update set url_sealed = excluded.url_sealed
              where endpoints.url_sealed is null`),
        { discard: true }
      ),
    // One that is not over may still be answered, or was cut off with its node: its address is asked for, by the log at least.
    forgetUncalled: (accountId, present) =>
      run(sql`delete from endpoints e where account_id = ${accountId} and address <> all(${present}::text[])
          and last_success_at is null and last_failure_at is null and tested_at is null and paused_at is null
          and not exists (
            select from outbox o join delivery_attempts t on t.outbox_id = o.id
            where o.account_id = ${accountId} and o.attempts_made > 0 and t.address = e.address and t.finished_at is null)`),
    listSecrets: (accountId, at) =>
      secrets(sql`select id, account_id as "accountId", secret as cell from webhook_secrets
          where account_id = ${accountId} and (expires_at is null or expires_at > ${DateTime.toDateUtc(at)})
          order by expires_at is null desc, created_at desc, id desc limit ${mostSigning}`),
    addSecret: (secret, { at, retireAt }) =>
      Effect.all(
        [
          run(sql`delete from webhook_secrets
            where account_id = ${secret.accountId} and (expires_at <= ${DateTime.toDateUtc(at)} or id not in (
              select id from webhook_secrets where account_id = ${secret.accountId}
              order by expires_at is null desc, created_at desc, id desc limit ${mostSigning - 1}))`),
          run(sql`update webhook_secrets set expires_at = ${DateTime.toDateUtc(retireAt)}
            where account_id = ${secret.accountId} and expires_at is null`),
          run(sql`insert into webhook_secrets (id, account_id, secret, created_at)
            values (${secret.id}, ${secret.accountId}, ${secret.cell}, ${DateTime.toDateUtc(at)})`)
        ],
        { discard: true }
      )
  } satisfies SettingsRows
})
