import { EventRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount, seedMovement, seedRequest } from "../seed.ts"

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)

type NamedOrder = { readonly id: string; readonly external_id: string }

/** What was told of the user's accounts, oldest first. */
const told = Effect.fnUntraced(function* ({ userId }: { readonly userId: string }) {
  const events = yield* (yield* EventRepository).ofUser(userId, { after: 0n, limit: 100 })
  return events.map(({ accountId, data, type, version }) => ({ accountId, data, type, version }))
})

layer(Base)("what only streams of all types hear", (it) => {
  it.effect("tells orders that a statement changes at once, by account and status, and names twenty", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const other = yield* seedAccount(account.userId)
      for (let n = 10; n < 35; n++) yield* seedRequest(account, { status: "pending", externalId: `A-${n}` })
      const single = yield* seedRequest(other, { status: "pending", externalId: "B-1" })
      const before = (yield* told(account)).length

      yield* sql`update conciliation_requests set status = 'matched' where user_id = ${account.userId}`
      const events = (yield* told(account)).slice(before)

      const ofAccount = events.find(({ accountId }) => accountId === account.id)
      const ofOther = events.find(({ accountId }) => accountId === other.id)
      assert.strictEqual(before, 26)
      assert.lengthOf(events, 2)
      assert.strictEqual(ofAccount?.type, "orders.matched")
      assert.strictEqual(ofAccount?.data["count"], 25)
      const first =
        yield* sql<NamedOrder>`select id, external_id from conciliation_requests where account_id = ${account.id}
        order by created_at, id limit 20`
      assert.lengthOf(first, 20)
      assert.deepStrictEqual(ofAccount?.data["orders"], first)
      assert.deepStrictEqual(ofOther, {
        accountId: other.id,
        type: "orders.matched",
        data: { count: 1, orders: [{ id: single.id, external_id: "B-1" }] },
        version: null
      })
    })
  )

  it.effect(
    "names the first twenty of the orders, and the newest twenty of the movements, that one statement brings",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* seedAccount()
        const order = yield* seedRequest(account, { status: "matched" })
        const movement = yield* seedMovement(account.id)
        const before = (yield* told(account)).length

        yield* sql`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
          sender_name, first_seen_at, created_at, updated_at)
        select gen_random_uuid(), account_id, user_id, 'C-' || n, 'pending', amount_minor, currency, sender_name,
          first_seen_at, created_at - n * interval '1 minute', updated_at
        from conciliation_requests, generate_series(1, 25) n where id = ${order.id}`
        yield* sql`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
          sender_name, description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
        select gen_random_uuid(), account_id, 'm' || n, 'm' || n, 1, amount_minor, currency, sender_name, description,
          booked_date, status, received_at + n * interval '1 minute', first_seen_at, first_scrape_id, last_scrape_id
        from movements, generate_series(1, 25) n where id = ${movement}`
        const [orders, movements] = (yield* told(account)).slice(before)

        const first = yield* sql<NamedOrder>`select id, external_id from conciliation_requests
        where account_id = ${account.id} and status = 'pending' order by created_at, id limit 20`
        const newest = yield* sql<{ readonly id: string }>`select id from movements
        where account_id = ${account.id} order by received_at desc limit 20`
        assert.deepStrictEqual([orders?.type, orders?.data], ["orders.pending", { count: 25, orders: first }])
        assert.deepStrictEqual(
          [movements?.type, movements?.data],
          ["movements.stored", { count: 25, movement_ids: newest.map(({ id }) => id) }]
        )
      })
  )

  it.effect("tells nothing of rows that stay as they were, and nothing of a transaction that rolls back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* seedRequest(account, { status: "pending" })
      const before = yield* told(account)

      yield* sql`update conciliation_requests set updated_at = now() where account_id = ${account.id}`
      yield* sql`update conciliation_requests set status = 'processing' where account_id = ${account.id}`
      yield* Effect.ignore(
        sql.withTransaction(
          Effect.andThen(
            sql`update conciliation_requests set status = 'expired' where account_id = ${account.id}`,
            Effect.fail("no")
          )
        )
      )

      assert.deepStrictEqual(yield* told(account), before)
    })
  )

  it.effect("tells movements, an exhausted delivery, a disabled endpoint and a blocked account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const movement = yield* seedMovement(account.id)
      yield* sql`insert into outbox (id, message_id, sequence, account_id, lane, event, movement_id, body, status, due_at, created_at)
        values (${movement}, 'msg_1', 1, ${account.id}, 'result', 'movement', ${movement}, '{}'::bytea, 'pending', now(), now())`
      yield* sql`update outbox set attempts_made = 9 where id = ${movement}`
      yield* sql`update outbox set status = 'exhausted' where id = ${movement}`
      yield* sql`insert into endpoints (account_id, address) values (${account.id}, 'http://shop.test')`
      yield* sql`update endpoints set disabled_at = now() where account_id = ${account.id}`
      yield* sql`update accounts set scrape_blocked_at = '2026-11-20T09:30:00Z', scrape_blocked_reason = 'account_locked: x'
        where id = ${account.id}`
      yield* sql`update accounts set name = 'Another' where id = ${account.id}`
      yield* sql`update accounts set name = 'Another' where id = ${account.id}`
      const blocked = {
        status: "active",
        scrape_blocked_at: "2026-11-20T09:30:00.000Z",
        scrape_blocked_reason: "account_locked: x"
      }

      assert.deepStrictEqual(
        (yield* told(account)).map(({ data, type }) => [type, data]),
        [
          ["movements.stored", { count: 1, movement_ids: [movement] }],
          ["delivery.exhausted", { delivery_id: movement, event: "movement", request_id: null, movement_id: movement }],
          ["endpoint.disabled", {}],
          ["account.changed", blocked],
          ["account.changed", blocked]
        ]
      )
    })
  )
})
