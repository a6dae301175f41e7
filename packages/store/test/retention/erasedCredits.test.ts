/** Credits that pay no order are in a table of their own: what is erased is in it no more. */
import { Database, StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount } from "../seed.ts"
import { untilDoneOrWaiting } from "../waiting.ts"

const Services = Layer.provideMerge(StoreLayers, TestDatabase.layer)

/** An account with three credits and a debit; the first credit pays an order. */
const seeded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id, userId } = yield* seedAccount()
  yield* sql`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency, sender_name,
      description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
    select gen_random_uuid(), ${id}, 'e' || n, 'k' || n, 1, case when n = 4 then -1 else n end, 'EUR', 'Payer', 'Payment',
      '2026-01-01', 'booked', now(), now(), gen_random_uuid(), gen_random_uuid() from generate_series(1, 4) n`
  yield* sql`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency, sender_name,
      first_seen_at, created_at, updated_at)
    values (gen_random_uuid(), ${id}, ${userId}, 'paid', 'matched', 1, 'EUR', 'Payer', now(), now(), now())`
  yield* sql`insert into matches (id, request_id, movement_id, active, created_at)
    select gen_random_uuid(), c.id, m.id, true, now() from conciliation_requests c join movements m on m.account_id = c.account_id
    where c.account_id = ${id} and m.external_id = 'e1'`
  return id
})

const unpaidOf = (accountId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`select from unpaid_credits where account_id = ${accountId}`, ({ length }) => length)
  )

layer(Services, { excludeTestServices: true })("erased credits", (it) => {
  it.effect("one movement takes its row with it, an account takes all of its own and no others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [accountId, other] = [yield* seeded, yield* seeded]
      assert.strictEqual(yield* unpaidOf(accountId), 2)

      yield* sql`delete from movements where account_id = ${accountId} and external_id = 'e2'`
      assert.strictEqual(yield* unpaidOf(accountId), 1)
      // Its payment is free for a moment, as the match goes before the account has gone.
      yield* sql`delete from conciliation_requests where account_id = ${accountId}`
      assert.strictEqual(yield* unpaidOf(accountId), 2)
      yield* sql`delete from movements where account_id = ${accountId}`

      assert.strictEqual(yield* unpaidOf(accountId), 0)
      assert.strictEqual(yield* unpaidOf(other), 2)
    })
  )

  it.effect("one whose match is undone as it is erased leaves nothing either", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { url } = yield* TestDatabase
      const accountId = yield* seeded
      const erasing = Effect.flatMap(
        SqlClient.SqlClient,
        (own) => own`delete from movements where account_id = ${accountId}`
      ).pipe(Effect.provide(Database.layer({ url, maxConnections: 1 }), { local: true }))

      const erased = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`update matches set active = false
            where movement_id in (select id from movements where account_id = ${accountId})`
          const fiber = yield* Effect.forkDetach(erasing)
          yield* untilDoneOrWaiting(fiber)
          return fiber
        })
      )
      yield* Fiber.join(erased)

      assert.strictEqual(yield* unpaidOf(accountId), 0)
      assert.deepStrictEqual(yield* sql`select from movements where account_id = ${accountId}`, [])
    })
  )
})
