/** Orders whose payment the bank books back before their `matched` has left, with the outbox as it is; nothing is sent meanwhile. */
import { ConciliationRequests, OutboxRepository, Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  daysAgo,
  enrolled,
  match,
  movementId,
  order,
  poll,
  requestId,
  scrape,
  ServicesWithOutbox,
  shopOrders,
  statuses
} from "../matchingWorld.ts"
import { untilDoneOrWaiting } from "../waiting.ts"
import { holdAt } from "./holdAt.ts"

const Rows = Schema.Array(Schema.Struct({ message: Schema.String, event: Schema.String, status: Schema.String }))

const paid = { amount: "80.00", description: "TRF DE WEBER JONAS" }
const back = { amount: "-80.00", description: "DEVOLUCION TRF WEBER JONAS" }

/** An order that waits, its payment, and what is to be told of it. */
const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const world = yield* enrolled("reconcile")
  const { accountId, epoch } = world
  yield* sql`update account_settings set webhook_host = 'shop.test' where account_id = ${accountId}`
  shopOrders.pending = [order("N-1", "80.00", "Jonas Weber")]
  yield* poll(accountId)
  const older = { date: yield* daysAgo(1), amount: "5.00", description: "TRF DE GIL EVA" }
  const messages = Effect.flatMap(
    sql`select message_id as message, event, status from outbox where account_id = ${accountId} and lane = 'result'
      order by created_at, id`,
    Schema.decodeUnknownEffect(Rows)
  )
  return {
    ...world,
    id: yield* requestId(accountId, "N-1"),
    shows: (...rows: ReadonlyArray<typeof paid>) => scrape(accountId, epoch, [...rows, older]),
    messages,
    standing: Effect.map(messages, (all) => all.map(({ event, status }) => `${event} ${status}`))
  }
})

const matched = Effect.gen(function* () {
  const world = yield* waiting
  yield* match(world.accountId, (yield* world.shows(paid)).scrapeId)
  assert.deepStrictEqual(yield* world.standing, ["matched pending"])
  return world
})

/** The account's message is with its shop; answers what the shop's answer does. */
const leaves = Effect.fnUntraced(function* (account: string) {
  const outbox = yield* OutboxRepository
  const claimed = yield* outbox.claim({ limit: 10, perEndpoint: 4, perHost: 8, lease: Duration.seconds(30) })
  const delivery = claimed.find(({ accountId }) => accountId === account)
  if (delivery === undefined) return assert.fail("nothing was claimed")
  assert.isTrue(yield* outbox.mayLeave(delivery))
  return outbox.settleDelivered(
    { delivery, address: delivery.address },
    { outcome: "delivered", httpStatus: 200, response: null, fault: null },
    { perEndpoint: 4, pullSpacing: Duration.minutes(5) }
  )
})

layer(ServicesWithOutbox, { excludeTestServices: true })("an order whose payment is booked back unsent", (it) => {
  it.effect("is told by nobody, and not once its match is undone", () =>
    Effect.gen(function* () {
      const { accountId, id, shows, standing, user } = yield* matched
      yield* shows(back, paid)
      assert.deepStrictEqual(yield* standing, ["matched cancelled"])
      assert.deepStrictEqual(yield* statuses(accountId), ["N-1 matched"])
      yield* (yield* Settlement).unmatch(user, id)
      assert.deepStrictEqual(yield* standing, ["matched cancelled"])
    })
  )

  it.effect("is told under the same id once a person leaves it matched, once", () =>
    Effect.gen(function* () {
      const { id, messages, shows, standing, user } = yield* matched
      const { leave } = yield* Settlement
      yield* shows(back, paid)
      yield* leave(user, id)
      yield* leave(user, id)
      yield* shows(back, paid)
      assert.deepStrictEqual(yield* standing, ["matched cancelled", "matched pending"])
      assert.strictEqual(new Set((yield* messages).map(({ message }) => message)).size, 1)
    })
  )

  it.effect("is told if a person asks for it", () =>
    Effect.gen(function* () {
      const { id, shows, standing, user } = yield* matched
      yield* shows(back, paid)
      yield* (yield* ConciliationRequests).notify(user.id, id)
      assert.deepStrictEqual(yield* standing, ["matched cancelled", "matched pending"])
    })
  )

  it.effect("isn't told again by being left matched, where the shop has taken it before, or just then", () =>
    Effect.gen(function* () {
      const { leave } = yield* Settlement
      const before = yield* matched
      yield* yield* leaves(before.accountId)
      yield* before.shows(back, paid)
      yield* leave(before.user, before.id)
      assert.deepStrictEqual(yield* before.standing, ["matched delivered"])

      const meanwhile = yield* matched
      const delivered = yield* leaves(meanwhile.accountId)
      yield* meanwhile.shows(back, paid)
      yield* delivered
      yield* leave(meanwhile.user, meanwhile.id)
      assert.deepStrictEqual(yield* meanwhile.standing, ["matched delivered"])
    })
  )

  it.effect("is told by nobody where several payments pay it and one is booked back", () =>
    Effect.gen(function* () {
      const { accountId, id, shows, standing, user } = yield* waiting
      const part = { amount: "30.00", description: "TRF DE WEBER JONAS" }
      const rest = { amount: "50.00", description: "TRF DE WEBER JONAS" }
      yield* shows(part, rest)
      const movementIds = [yield* movementId(accountId, "30.00"), yield* movementId(accountId, "50.00")]
      yield* (yield* Settlement).resolve(user, id, { movementIds, furtherRequestIds: [] })
      yield* shows({ amount: "-50.00", description: "DEVOLUCION TRF WEBER JONAS" }, part, rest)
      assert.deepStrictEqual(yield* standing, ["matched cancelled"])
    })
  )

  it.effect("is told by nobody where a pass matches it while the return is taken in", () =>
    Effect.gen(function* () {
      const { accountId, shows, standing } = yield* waiting
      const brought = yield* shows(paid)
      const node = yield* holdAt("match.before-commit")
      const passing = yield* Effect.forkChild(match(accountId, brought.scrapeId).pipe(node.held))
      yield* node.reached
      const reading = yield* Effect.forkChild(shows(back, paid))
      yield* untilDoneOrWaiting(reading)
      yield* node.release
      yield* Fiber.join(passing)
      yield* Fiber.join(reading)
      assert.deepStrictEqual(yield* standing, ["matched cancelled"])
      assert.deepStrictEqual(yield* statuses(accountId), ["N-1 matched"])
    })
  )
})
