import { PgClient } from "@effect/sql-pg"
import { ActivityLog } from "@counterfoil/core"
import { DateTime, Effect, Layer, Schema } from "effect"
import { Instant, Int8, rowsAs, run, storableJson, storableText } from "../rows.ts"

const entries = rowsAs(
  Schema.Struct({
    id: Int8,
    occurredAt: Instant,
    kind: Schema.String,
    message: Schema.String,
    data: Schema.Record(Schema.String, Schema.Json)
  })
)

/** Entries among which one that is told once is looked for. */
const lookedBack = 100

export const ActivityLogSql: Layer.Layer<ActivityLog, never, PgClient.PgClient> = Layer.effect(
  ActivityLog,
  Effect.map(PgClient.PgClient, (sql) =>
    ActivityLog.of({
      add: Effect.fn("ActivityLog.add")(function* ({ accountId, data, kind, message, once }) {
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const words = storableText(message)
        const isNew = sql`not exists (select 1 from (
            select kind, message from activity where account_id = ${accountId} order by id desc limit ${lookedBack}) latest
          where kind = ${kind} and message = ${words})`
        yield* run(sql`insert into activity (account_id, occurred_at, kind, message, data)
          select ${accountId}::uuid, ${now}::timestamptz, ${kind}, ${words}, ${sql.json(storableJson(data))}::jsonb
          where ${once === true ? isNew : sql`true`}`)
      }),
      list: Effect.fn("ActivityLog.list")((accountId, { before, limit }) =>
        entries(sql`select id, occurred_at as "occurredAt", kind, message, data from activity
          where account_id = ${accountId} ${before === undefined ? sql`` : sql`and id < ${before}`}
          order by id desc limit ${limit}`)
      )
    })
  )
)
