import { Erasure, ErasureKey, keyedHash, Retention, Transactor } from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { longAgo } from "./longAgo.ts"
import { rowAs, rowsAs, run } from "./rows.ts"

/** Rows that one transaction changes. */
const batchSize = 500

/** Rows that hold nothing but what is to go. Some were deleted with the account; its actor may have written them once more. */
const goesWhole = [
  "account_keys",
  "account_settings",
  "account_work",
  "activity",
  "ask_rules",
  "assistance_requests",
  "browser_states",
  "code_mailboxes",
  "code_settings",
  "covered_days",
  "endpoints",
  "events",
  "evidence",
  "order_polls",
  "scrape_jobs",
  "spent_codes",
  "webhook_secrets"
]

/** Rows that stay for the books, and what of them goes. `t` is the row, `$` the account. */
const emptied: ReadonlyArray<{ readonly of: string; readonly set: string; readonly while: string }> = [
  {
    of: "scrapes t where t.account_id = $",
    set: "statement = null, fault = null",
    while: "t.statement is not null or t.fault is not null"
  },
  { of: "outbox t where t.account_id = $", set: "body = ''", while: "octet_length(t.body) > 0" },
  {
    of: "attempts t where t.request_id in (select id from conciliation_requests where account_id = $)",
    set: "explanation = '{}', reason = null",
    while: "t.explanation <> '{}' or t.reason is not null"
  }
]

const Account = Schema.Struct({ id: Schema.String })
const accountRows = rowsAs(Account)
const Movement = Schema.Struct({ id: Schema.String, externalId: Schema.String, identityKey: Schema.String })
const movementRows = rowsAs(Movement)
const Order = Schema.Struct({ id: Schema.String, externalId: Schema.String })
const orderRows = rowsAs(Order)
const Counts = Schema.Struct({ accounts: Schema.Int, movements: Schema.Int, orders: Schema.Int })
const counts = rowAs(Counts)

const nothing: typeof Counts.Type = { accounts: 0, movements: 0, orders: 0 }

export const ErasureSql: Layer.Layer<Erasure, never, SqlClient.SqlClient | Transactor> = Layer.effect(
  Erasure,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { transact } = yield* Transactor
    const key = yield* ErasureKey
    const { deletedAccounts } = yield* Retention

    /**
     * An actor that is leaving the bank writes the end of its session last. One that was killed at that never does: nobody
     * takes a deleted account over, and no leaving lasts an hour.
     */
    const due = Effect.map(
      longAgo(sql, deletedAccounts),
      (before) => sql`a.deleted_at <= ${before} and a.erased_at is null and (a.deleted_at < now() - interval '1 hour'
        or not exists (select from bank_sessions s where s.account_id = a.id and s.ended_at is null))`
    )

    /** Again and again, as long as a batch is full. */
    const inBatches = Effect.fnUntraced(function* (batch: Effect.Effect<number>) {
      let done = 0
      for (;;) {
        const count = yield* batch
        done += count
        if (count < batchSize) return done
      }
    })

    const deleteAll = (table: string, accountId: string) =>
      inBatches(
        Effect.map(
          accountRows(sql`delete from ${sql(table)} where ctid in (
              select ctid from ${sql(table)} where account_id = ${accountId} limit ${batchSize}) returning account_id as id`),
          ({ length }) => length
        )
      )

    const deleteAttempts = (accountId: string) =>
      inBatches(
        Effect.map(
          accountRows(sql`delete from delivery_attempts where (outbox_id, attempt_number) in (
              select d.outbox_id, d.attempt_number from delivery_attempts d join outbox o on o.id = d.outbox_id
              where o.account_id = ${accountId} limit ${batchSize}) returning outbox_id as id`),
          ({ length }) => length
        )
      )

    const empty = ({ of, set, while: unless }: (typeof emptied)[number], accountId: string) => {
      const [table = "", condition = ""] = of.split(" t where ")
      const [before = "", after = ""] = condition.split("$")
      return inBatches(
        Effect.map(
          accountRows(sql`update ${sql.literal(table)} set ${sql.literal(set)} where id in (
              select t.id from ${sql.literal(`${table} t`)} where ${sql.literal(before)}${accountId}${sql.literal(after)}
                and (${sql.literal(unless)}) limit ${batchSize}) returning id`),
          ({ length }) => length
        )
      )
    }

    /** By their ids, so that each is looked at once; `erase` changes one batch. */
    const walk = Effect.fnUntraced(function* <A extends { readonly id: string }>(
      read: (after: string) => Effect.Effect<ReadonlyArray<A>>,
      erase: (rows: ReadonlyArray<A>) => Effect.Effect<void>
    ) {
      let after = "00000000-0000-0000-0000-000000000000"
      let done = 0
      for (;;) {
        const rows: ReadonlyArray<A> = yield* transact(Effect.tap(read(after), erase))
        done += rows.length
        after = rows.at(-1)?.id ?? after
        if (rows.length < batchSize) return done
      }
    })

    const eraseMovements = (accountId: string) => {
      const hash = (text: string) => keyedHash(key, accountId, text)
      return walk(
        (after) =>
          movementRows(sql`select id, external_id as "externalId", identity_key as "identityKey" from movements
            where account_id = ${accountId} and id > ${after} order by id limit ${batchSize} for update`),
        (rows) => {
          const hashed = rows.map((row) => ({ id: row.id, e: hash(row.externalId), k: hash(row.identityKey) }))
          return run(sql`update movements m set external_id = h.e, identity_key = h.k, sender_name = '', description = '',
              counterparty = null, counterparty_account = null, bank_movement_id = null, balance_minor = null
            from json_to_recordset(${JSON.stringify(hashed)}::text::json) as h (id uuid, e text, k text)
            where m.id = h.id`)
        }
      )
    }

    const eraseOrders = (accountId: string) =>
      walk(
        (after) =>
          orderRows(sql`select id, external_id as "externalId" from conciliation_requests
            where account_id = ${accountId} and id > ${after} order by id limit ${batchSize} for update`),
        (rows) => {
          const hashed = rows.map(({ externalId, id }) => ({ id, e: keyedHash(key, accountId, externalId) }))
          return run(sql`update conciliation_requests r set external_id = h.e, sender_name = '', reference = null,
              tax_id = null, payer_account = null, payers = null, told_candidates = null
            from json_to_recordset(${JSON.stringify(hashed)}::text::json) as h (id uuid, e text) where r.id = h.id`)
        }
      )

    const eraseAccount = Effect.fn("Erasure.account")(function* (accountId: string) {
      for (const table of goesWhole) yield* deleteAll(table, accountId)
      yield* deleteAttempts(accountId)
      for (const one of emptied) yield* empty(one, accountId)
      const movements = yield* eraseMovements(accountId)
      const orders = yield* eraseOrders(accountId)
      // Last: what was cut short before is done once more.
      yield* run(sql`update accounts set name = '', consent = null, scrape_blocked_at = null, scrape_blocked_reason = null,
          erased_at = now() where id = ${accountId}`)
      return { accounts: 1, movements, orders }
    })

    /** The key of a user's devices lies among those of accounts. */
    const eraseDeviceKeys = run(
      sql`delete from account_keys where account_id in (select id from users where deleted_at is not null)`
    )

    /** What a request that was under way wrote for a user who was gone by then. */
    const eraseLeftovers = Effect.forEach(
      [
        "push_channels",
        "mailbox_tokens",
        "moved_topics",
        "notice_channels",
        "realtime_tickets",
        "api_keys",
        "user_keys"
      ],
      (table) =>
        run(sql`delete from ${sql(table)} where user_id in (select id from users where deleted_at is not null)`),
      { discard: true }
    ).pipe(Effect.andThen(eraseDeviceKeys))

    return Erasure.of({
      erase: Effect.gen(function* () {
        yield* eraseLeftovers
        let total = nothing
        for (;;) {
          const found = yield* accountRows(
            sql`select a.id from accounts a where ${yield* due} order by a.deleted_at limit 10`
          )
          for (const { id } of found) {
            const one = yield* eraseAccount(id)
            total = {
              accounts: total.accounts + one.accounts,
              movements: total.movements + one.movements,
              orders: total.orders + one.orders
            }
          }
          if (found.length === 0) return total
        }
      }).pipe(Effect.withSpan("Erasure.erase")),

      pending: Effect.gen(function* () {
        const found = yield* counts(sql`with due as materialized (select a.id from accounts a where ${yield* due})
          select (select count(*) from due)::int as accounts,
            (select count(*) from movements where account_id in (select id from due))::int as movements,
            (select count(*) from conciliation_requests where account_id in (select id from due))::int as orders`)
        return found ?? nothing
      })
    })
  })
)
