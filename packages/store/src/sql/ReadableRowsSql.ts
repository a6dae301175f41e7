import { ReadableRows } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { rowAs, rowsAs, run } from "./rows.ts"
import { privateValues, settingsColumns, StoredSettingsRow, storedOf } from "./settingsRow.ts"

const OfAccount = { accountId: Schema.String, erased: Schema.Boolean }
const turn = rowAs(Schema.Struct({ taken: Schema.Boolean }))
const settings = rowsAs(StoredSettingsRow)
const endpoints = rowsAs(Schema.Struct({ ...OfAccount, url: Schema.String }))
const attempts = rowsAs(
  Schema.Struct({ ...OfAccount, outboxId: Schema.String, number: Schema.Int, url: Schema.String })
)
const bodies = rowsAs(
  Schema.Struct({ ...OfAccount, id: Schema.String, messageId: Schema.String, body: Schema.Uint8Array })
)

export const ReadableRowsSql: Layer.Layer<ReadableRows, never, PgClient.PgClient> = Layer.effect(
  ReadableRows,
  Effect.map(PgClient.PgClient, (sql) =>
    ReadableRows.of({
      alone: Effect.map(
        turn(sql`select pg_try_advisory_xact_lock(hashtextextended('counterfoil.sealing', 0)) as taken`),
        (row) => row?.taken === true
      ),
      findSettings: (limit) =>
        Effect.map(
          settings(sql`select ${sql.literal(settingsColumns)} from account_settings
            where webhook_url is not null limit ${limit} for update`),
          (rows) => rows.map(storedOf)
        ),
      sealSettings: (row) =>
        run(sql`update account_settings set ${sql.update(privateValues(row))} where account_id = ${row.accountId}`),
      findEndpoints: (limit) =>
        endpoints(sql`select e.account_id as "accountId", e.address as url, a.deleted_at is not null as erased
          from endpoints e join accounts a on a.id = e.account_id
          where e.address like '%/%' order by e.account_id, e.address limit ${limit} for update of e`),
      sealEndpoint: ({ accountId, url }, sealed) =>
        sealed === null
          ? run(sql`delete from endpoints where account_id = ${accountId} and address = ${url}`)
          : Effect.andThen(
              // Made a moment ago, for the settings that name it: what was learnt stands in this one.
              run(sql`delete from endpoints where account_id = ${accountId} and address = ${sealed.address}`),
              run(sql`update endpoints set address = ${sealed.address}, url_sealed = ${sealed.url}
                where account_id = ${accountId} and address = ${url}`)
            ),
      findAttempts: (limit) =>
        attempts(sql`select o.account_id as "accountId", a.deleted_at is not null as erased, d.outbox_id as "outboxId",
            d.attempt_number as number, d.address as url
          from delivery_attempts d join outbox o on o.id = d.outbox_id join accounts a on a.id = o.account_id
          where d.address like '%/%' order by d.outbox_id, d.attempt_number limit ${limit} for update of d`),
      sealAttempts: (sealed) =>
        run(sql`update delivery_attempts d set address = s.address
          from json_to_recordset(${JSON.stringify(sealed)}::text::json) as s ("outboxId" uuid, number int, address text)
          where d.outbox_id = s."outboxId" and d.attempt_number = s.number`),
      findBodies: (limit) =>
        bodies(sql`select o.id, o.account_id as "accountId", a.deleted_at is not null as erased,
            o.message_id as "messageId", o.body
          from outbox o join accounts a on a.id = o.account_id
          where substring(o.body from 1 for 1) = '\\x7b'::bytea order by o.id limit ${limit} for update of o`),
      sealBodies: (sealed) => {
        const rows = sealed.map(({ body, id }) => ({ id, body: Buffer.from(body).toString("base64") }))
        return run(sql`update outbox o set body = decode(s.body, 'base64')
          from json_to_recordset(${JSON.stringify(rows)}::text::json) as s (id uuid, body text) where o.id = s.id`)
      }
    })
  )
)
