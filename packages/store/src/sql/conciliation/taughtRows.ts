import type { TaughtRows } from "@counterfoil/core"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant, rowsAs, touched } from "../rows.ts"

/** A person's choice that was taken back within the hour: mostly the key of another payment, or another order's. */
const isSlip = "(x.chosen_by is not null and x.ended_by is not null and x.ended_at < x.created_at + interval '1 hour')"

/**
 * What people said last of each name of orders, and name and account of payers: the match that they chose last, or ended. A
 * slip says something only where nothing else was said.
 */
export const taught = (sql: SqlClient.SqlClient, accountId: string) =>
  sql`select distinct on (c.sender_name, m.sender_name, m.counterparty_account) x.id, c.sender_name as name,
      m.sender_name as "senderName", m.counterparty_account as account, x.active as confirmed,
      coalesce(x.ended_at, x.created_at) as "taughtAt", ${sql.literal(isSlip)} as "isSlip"
    from matches x join conciliation_requests c on c.id = x.request_id join movements m on m.id = x.movement_id
    where x.forgotten_at is null and (x.active and x.chosen_by is not null or x.ended_by is not null)
      and c.account_id = ${accountId} and (m.sender_name <> '' or m.counterparty_account is not null)
    order by c.sender_name, m.sender_name, m.counterparty_account, ${sql.literal(isSlip)}, coalesce(x.ended_at, x.created_at) desc, x.id desc`

const payers = rowsAs(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    senderName: Schema.String,
    account: Schema.NullOr(Schema.String),
    confirmed: Schema.Boolean,
    taughtAt: Instant
  })
)

export const taughtRows = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    ({
      taughtPayers: (accountId) =>
        payers(sql`select * from (${taught(sql, accountId)}) t order by "taughtAt" desc, id desc limit 500`),
      forgetPayer: (accountId, id) =>
        touched(sql`update matches x set forgotten_at = now()
          from conciliation_requests c, movements m, (${taught(sql, accountId)}) t
          where t.id = ${id} and c.id = x.request_id and m.id = x.movement_id and x.forgotten_at is null
            and (x.active and x.chosen_by is not null or x.ended_by is not null)
            and c.account_id = ${accountId} and c.sender_name = t.name and m.sender_name = t."senderName"
            and m.counterparty_account is not distinct from t.account
          returning x.id`)
    }) satisfies TaughtRows
)
