/** What accounts of one login have in common. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AlikeAccount, LikenessRows } from "@counterfoil/core"
import { Minor, rowsAs, rowsMadeOf, storableText, touched } from "../rows.ts"

const found = rowsAs(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    /** Places in the list that was asked for. */
    equal: Schema.Array(Schema.Struct({ at: Schema.Int, byBalance: Schema.Boolean }))
  })
)
const held = rowsMadeOf(
  Schema.Struct({
    amountMinor: Minor,
    description: Schema.String,
    counterparty: Schema.NullOr(Schema.String),
    byBalance: Schema.Boolean
  }),
  ({ byBalance, counterparty, ...row }) => ({ row: { ...row, counterparty: counterparty ?? undefined }, byBalance })
)

/** So many of the account's latest movements are looked for at the other one. */
const latest = 200

/** What its page shows and people have left in: a file's rows are in other words, and nothing else is told twice. */
const shown = (m: string): string => `${m}.removed_at is null and ${m}.excluded_at is null and not ${m}.from_statement`

/** A row `r`, or a movement, and the account's movement `m`. The index by amount finds it. */
const equal = (
  account: string
): string => `select m.balance_minor is not null and r.balance_minor is not null as by_balance
    from movements m
    where m.account_id = ${account} and m.amount_minor = r.amount_minor and m.booked_date = r.booked_date
      and m.currency = r.currency and m.description = r.description
      and coalesce(m.counterparty, '') = coalesce(r.counterparty, '')
      and (m.balance_minor = r.balance_minor or m.balance_minor is null or r.balance_minor is null)
      and ${shown("m")}`

export const likenessRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const others = sql.literal("join accounts a on a.login_id = own.login_id and a.id <> own.id and a.deleted_at is null")
  const hasUniqueId = sql.literal(
    "(r.unique_id is null or m.bank_movement_id is null or m.bank_movement_id = r.unique_id)"
  )
  const first = sql.literal("order by by_balance desc limit 1")
  const equalAt = (account: string) => sql.literal(equal(account))

  return {
    lockComparison: (accountId) =>
      touched(sql`select pg_advisory_xact_lock(hashtextextended('counterfoil.likeness ' || own.login_id, 0))
          from accounts own where own.id = ${accountId} and exists (select from accounts a
            where a.login_id = own.login_id and a.id <> own.id and a.deleted_at is null)`),
    equalElsewhere: (accountId, rows) => {
      const json = rows.map((row, at) => ({
        at,
        amount_minor: row.amountMinor.toString(),
        booked_date: row.bookedDate,
        currency: row.currency,
        description: storableText(row.description),
        counterparty: row.counterparty === undefined ? null : storableText(row.counterparty),
        balance_minor: row.balanceMinor?.toString() ?? null,
        unique_id: row.bankId === undefined || row.idRepeats === true ? null : storableText(row.bankId)
      }))
      return Effect.map(
        found(sql`select a.id, a.name,
              json_agg(json_build_object('at', r.at, 'byBalance', e.by_balance)) as equal
            from accounts own ${others}
              cross join json_to_recordset(${JSON.stringify(json)}::text::json) as r (at int, amount_minor numeric,
                booked_date date, currency text, description text, counterparty text, balance_minor numeric, unique_id text)
              cross join lateral (${equalAt("a.id")} and ${hasUniqueId} ${first}) e
            where own.id = ${accountId}
            group by a.id, a.name order by count(*) desc, a.id`),
        (accounts): ReadonlyArray<AlikeAccount> =>
          accounts.map(({ equal: places, ...account }) => ({
            ...account,
            equal: places.flatMap(({ at, byBalance }) => {
              const row = rows[at]
              return row === undefined ? [] : [{ row, byBalance }]
            })
          }))
      )
    },
    heldByBoth: (accountId, otherId) =>
      held(sql`select r.amount_minor as "amountMinor", r.description, r.counterparty, e.by_balance as "byBalance"
          from accounts a cross join (select * from movements n where n.account_id = ${accountId} and ${sql.literal(shown("n"))}
              order by n.received_at desc, n.id desc limit ${latest}) r
            cross join lateral (${equalAt("a.id")} ${first}) e
          where a.id = ${otherId}`)
  } satisfies LikenessRows
})
