/** What a person settles stays settled, and a pass never decides against it. */
import { ConciliationRequests, Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  bodies,
  enrolled,
  match,
  matchesOf,
  movementId,
  order,
  poll,
  requestId,
  scrape,
  Services,
  shopOrders,
  statuses
} from "./matchingWorld.ts"
import { cancelled } from "./outbox.ts"

layer(Services, { excludeTestServices: true })("an order that a person settles", (it) => {
  it.effect("lets a person choose the payment, and knows the payer's name from then on", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("F-1", "80.00", "Jonas Weber"), order("F-2", "95.00", "Jonas Weber")]
      yield* poll(accountId)
      const wife = { amount: "80.00", description: "TRF DE PETRA LANG" }
      const first = yield* scrape(accountId, epoch, [wife])
      yield* match(accountId, first.scrapeId)
      const before = yield* statuses(accountId)
      yield* (yield* Settlement).resolve(
        user,
        yield* requestId(accountId, "F-1"),
        yield* movementId(accountId, "80.00")
      )
      const second = yield* scrape(accountId, epoch, [wife, { amount: "95.00", description: "TRF DE PETRA LANG" }])
      yield* match(accountId, second.scrapeId)
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, yield* requestId(accountId, "F-2"))

      assert.deepStrictEqual(before, ["F-1 pending", "F-2 pending"])
      assert.deepStrictEqual(yield* statuses(accountId), ["F-1 matched", "F-2 matched"])
      assert.strictEqual(explained?.code, "matched_alias")
      assert.deepStrictEqual(
        bodies(accountId).map((body) => body.includes('"matched"')),
        [true, true]
      )
    })
  )

  it.effect("never matches again what a person has separated, until a person chooses it again", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const settlement = yield* Settlement
      shopOrders.pending = [order("G-1", "33.00", "Jonas Weber")]
      yield* poll(accountId)
      const rows = [{ amount: "33.00", description: "TRF DE WEBER JONAS" }]
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const id = yield* requestId(accountId, "G-1")
      yield* settlement.unmatch(user, id)
      const told = bodies(accountId).length
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const after = yield* statuses(accountId)
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, id)
      const movement = yield* movementId(accountId, "33.00")
      yield* settlement.resolve(user, id, movement)
      yield* settlement.resolve(user, id, movement)

      assert.deepStrictEqual([after, explained?.code], [["G-1 pending"], "not_found_barred"])
      assert.deepStrictEqual(yield* statuses(accountId), ["G-1 matched"])
      assert.strictEqual(told, 1)
      assert.strictEqual(bodies(accountId).length, 2)
      assert.deepInclude(cancelled, { requestId: id, event: "matched" })
      assert.deepStrictEqual(yield* matchesOf(id), [
        { active: false, chosen: false, ended: true },
        { active: true, chosen: true, ended: false }
      ])
    })
  )

  it.effect(
    "says why a person's choice can't be: no credit, another order's, another currency, taken out, not open",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        shopOrders.pending = [order("H-1", "10.00", "Jonas Weber"), order("H-2", "11.00", "Nadia Rossi")]
        yield* poll(accountId)
        const taken = yield* scrape(accountId, epoch, [
          { amount: "10.00", description: "TRF DE WEBER JONAS" },
          { amount: "-4.00", description: "CARD PAYMENT" },
          { amount: "11.01", description: "TRF DE X", currency: "USD" },
          { amount: "11.02", description: "TRF DE Y", pending: true },
          { amount: "11.03", description: "TRF DE Z" }
        ])
        yield* match(accountId, taken.scrapeId)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update movements set excluded_at = now() where account_id = ${accountId} and amount_minor = 1103`
        const h2 = yield* requestId(accountId, "H-2")
        const refusalOf = (request: string, movement: string) =>
          Effect.gen(function* () {
            const error = yield* Effect.flip((yield* Settlement).resolve(user, request, movement))
            return error._tag === "CannotSettle" ? error.message : error._tag
          })
        const refusals = yield* Effect.forEach(["10.00", "-4.00", "11.01", "11.02", "11.03"], (amount) =>
          Effect.flatMap(movementId(accountId, amount), (movement) => refusalOf(h2, movement))
        )
        yield* sql`update conciliation_requests set status = 'cancelled' where id = ${h2}`

        assert.deepStrictEqual(refusals, [
          "The movement pays order H-1: unmatch that one first",
          "The movement is not a credit",
          "The movement is in USD, the order in EUR",
          "The movement is not booked yet",
          "The movement is excluded: include it first"
        ])
        yield* sql`update movements set excluded_at = null where account_id = ${accountId}`
        const other = yield* movementId(accountId, "11.03")
        assert.deepStrictEqual(
          yield* Effect.all([
            refusalOf(h2, other),
            refusalOf(yield* requestId(accountId, "H-1"), other),
            refusalOf(yield* requestId(accountId, "H-1"), accountId)
          ]),
          [
            "The order is cancelled and can't be matched",
            "The order is matched with another movement: unmatch it first",
            "MovementNotFound"
          ]
        )
      })
  )

  it.effect("lets the pass and a person settle one movement at the same time only one after the other", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("I-1", "60.00", "Jonas Weber"), order("I-2", "61.00", "Nadia Rossi")]
      yield* poll(accountId)
      const taken = yield* scrape(accountId, epoch, [{ amount: "60.00", description: "TRF DE WEBER JONAS" }])
      const [request, movement] = [yield* requestId(accountId, "I-2"), yield* movementId(accountId, "60.00")]
      yield* Effect.all(
        [
          match(accountId, taken.scrapeId),
          Effect.exit(Effect.flatMap(Settlement, (settlement) => settlement.resolve(user, request, movement)))
        ],
        { concurrency: "unbounded" }
      )

      const matched = (yield* statuses(accountId)).filter((line) => line.endsWith("matched"))
      assert.strictEqual(matched.length, 1)
    })
  )
})
