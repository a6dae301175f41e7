/** What another preset would have matched, over stored history: said truly, and nothing is written. */
import { Rehearsal, RehearsalLimits, Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  enrolled,
  match,
  movementId,
  order,
  poll,
  requestId,
  scrape,
  Services,
  shopOrders,
  statuses
} from "../matchingWorld.ts"
import { everyTable } from "../everyTable.ts"

const rehearse = Effect.fnUntraced(function* (
  userId: string,
  preset: "strict" | "default" | "lenient",
  since?: DateTime.Utc
) {
  return yield* (yield* Rehearsal).rehearse(userId, since === undefined ? { preset } : { preset, since })
})

/** Two orders that match by name, one of them only by what strict no longer takes, and what a person has settled. */
const history = Effect.gen(function* () {
  const world = yield* enrolled("reconcile")
  const { accountId, epoch } = world
  shopOrders.pending = [
    order("A-1", "10.00", "Jonas Weber"),
    order("A-2", "20.00", "Elena Torres Gil"),
    order("A-3", "20.00", "Elena Torres Mas"),
    order("A-4", "30.00", "Rosa Lind")
  ]
  yield* poll(accountId)
  const { scrapeId } = yield* scrape(accountId, epoch, [
    { amount: "10.00", description: "TRF DE WEBER JONAS" },
    { amount: "20.00", description: "TRF DE ELENA TORRES GIL" },
    { amount: "30.00", description: "TRF DE PETRA OTHER" }
  ])
  yield* match(accountId, scrapeId)
  return world
})

layer(Services, { excludeTestServices: true })("a rehearsal", (it) => {
  it.effect("finds the same matches as the preset in force, and writes nothing", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* history
      const before = yield* everyTable
      const same = yield* rehearse(user.id, "default")

      assert.deepStrictEqual(yield* statuses(accountId), ["A-1 matched", "A-2 matched", "A-3 pending", "A-4 pending"])
      assert.deepInclude(same, { preset: "default", presetInForce: "default", movements: 3, changes: [] })
      assert.deepInclude(same.counts, { orders: 4, matchedNow: 2, matchedRehearsed: 2, same: 2, lost: 0, gained: 0 })
      assert.deepStrictEqual(yield* everyTable, before)
    })
  )

  it.effect("takes a person's choice as a label to compare with, not as known", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* history
      const settlement = yield* Settlement
      const [chosen, parted] = [yield* requestId(accountId, "A-4"), yield* requestId(accountId, "A-1")]
      yield* settlement.resolve(user, chosen, {
        movementIds: [yield* movementId(accountId, "30.00")],
        furtherRequestIds: []
      })
      yield* settlement.unmatch(user, parted)
      const { changes, counts } = yield* rehearse(user.id, "default")

      assert.deepInclude(counts, { matchedNow: 2, matchedRehearsed: 2, same: 1, lost: 1, gained: 1, againstPerson: 1 })
      assert.deepStrictEqual(changes, [
        {
          requestId: parted,
          accountId,
          externalId: "A-1",
          change: "gained",
          againstPerson: true,
          before: { status: "pending", movementId: null, result: null, reason: null },
          after: {
            movementId: yield* movementId(accountId, "10.00"),
            result: "matched",
            reason: "The payer's name is the order's name."
          }
        },
        {
          requestId: chosen,
          accountId,
          externalId: "A-4",
          change: "lost",
          againstPerson: false,
          before: {
            status: "matched",
            movementId: yield* movementId(accountId, "30.00"),
            result: "matched",
            reason: "A person has chosen this movement."
          },
          after: { movementId: null, result: "not_found", reason: "The amount came only from another name." }
        }
      ])
    })
  )

  it.effect("says what a stricter preset would lose, and why", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("B-1", "40.00", "Jonas Weber")]
      yield* poll(accountId)
      // Three bits behind the right name, which is enough of a lead for all but the strict.
      const { scrapeId } = yield* scrape(accountId, epoch, [
        { amount: "40.00", description: "TRF DE WEBER JONAS" },
        { amount: "40.00", description: "TRF DE WEBRE JONAS" }
      ])
      yield* match(accountId, scrapeId)
      const strict = yield* rehearse(user.id, "strict")
      const lenient = yield* rehearse(user.id, "lenient")

      assert.deepStrictEqual(yield* statuses(accountId), ["B-1 matched"])
      assert.deepInclude(strict.counts, { matchedNow: 1, matchedRehearsed: 0, lost: 1, ambiguousRehearsed: 1 })
      assert.deepStrictEqual(
        strict.changes.map(({ after }) => after),
        [
          {
            movementId: null,
            result: "ambiguous",
            reason: "Several movements are equally plausible for this order."
          }
        ]
      )
      assert.deepInclude(lenient.counts, { matchedNow: 1, matchedRehearsed: 1, same: 1, lost: 0 })
    })
  )

  it.effect("gives no order a payment that says the reference of another one, whatever that one costs", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [
        { ...order("R-1", "50.00", "Jonas Weber"), reference: "PED-1001" },
        { ...order("R-2", "75.00", "Jonas Weber"), reference: "PED-1002" }
      ]
      yield* poll(accountId)
      const { scrapeId } = yield* scrape(accountId, epoch, [
        { amount: "50.00", description: "TRF DE WEBER JONAS PAGO A CUENTA PED-1002" }
      ])
      yield* match(accountId, scrapeId)
      assert.deepStrictEqual(yield* statuses(accountId), ["R-1 pending", "R-2 pending"])

      const all = yield* rehearse(user.id, "default")
      assert.deepInclude(all.counts, { orders: 2, matchedRehearsed: 0, gained: 0 })

      // Nor where the other one was there before those that are rehearsed.
      const sql = yield* SqlClient.SqlClient
      yield* sql`update conciliation_requests set first_seen_at = first_seen_at - interval '3 days'
        where account_id = ${accountId} and external_id = 'R-2'`
      const since = DateTime.subtract(yield* DateTime.now, { days: 1 })
      assert.deepInclude((yield* rehearse(user.id, "default", since)).counts, { orders: 1, matchedRehearsed: 0 })

      // A pass of today has forgotten an order that expired a month ago.
      yield* sql`update conciliation_requests set first_seen_at = first_seen_at - interval '30 days'
        where account_id = ${accountId} and external_id = 'R-2'`
      assert.deepInclude((yield* rehearse(user.id, "default", since)).counts, { orders: 1, matchedRehearsed: 1 })
      assert.deepInclude((yield* rehearse(user.id, "default")).counts, { orders: 2, matchedRehearsed: 1 })
    })
  )

  it.effect("leaves out orders from before `since`, other users' history, and withdrawn orders", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* history
      const sql = yield* SqlClient.SqlClient
      yield* sql`update conciliation_requests set first_seen_at = first_seen_at - interval '20 days'
        where account_id = ${accountId} and external_id = 'A-1'`
      yield* sql`update conciliation_requests set status = 'cancelled'
        where account_id = ${accountId} and external_id = 'A-3'`
      const since = DateTime.subtract(yield* DateTime.now, { days: 1 })

      assert.strictEqual((yield* rehearse(user.id, "default", since)).counts.orders, 2)
      assert.strictEqual((yield* rehearse(user.id, "default")).counts.orders, 3)
      const ancient = DateTime.makeUnsafe(-8_640_000_000_000_000)
      assert.strictEqual((yield* rehearse(user.id, "default", ancient)).counts.orders, 3)
    })
  )

  it.effect("refuses more history than it can go through", () =>
    Effect.gen(function* () {
      const { user } = yield* history
      const within = (orders: number, movements: number, pairs: number) =>
        rehearse(user.id, "default").pipe(Effect.provideService(RehearsalLimits, { orders, movements, pairs }))
      const refused = yield* Effect.forEach([within(3, 3, 2), within(4, 2, 2), within(4, 3, 1)], Effect.flip)

      assert.deepStrictEqual(
        refused.map(({ message }) => message),
        ["3 orders", "2 movements", "1 pairs of orders and movements of one amount"].map(
          (most) => `This would take more than ${most}: give an account_id, or a later since, and try again`
        )
      )
      assert.strictEqual((yield* within(4, 3, 2)).counts.orders, 4)
    })
  )

  it.effect("reads history of many pages whole", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* history
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
          sender_name, first_seen_at, created_at, updated_at)
        select gen_random_uuid(), ${accountId}, ${user.id}, 'N-' || n, 'pending', 700 + n % 5, 'EUR', 'Ana Ruiz', now(),
          now(), now()
        from generate_series(1, 1996) n`

      assert.strictEqual((yield* rehearse(user.id, "default")).counts.orders, 2_000)
    })
  )
})
