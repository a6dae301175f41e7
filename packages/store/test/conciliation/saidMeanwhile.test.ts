/** What a person says of an order or a payment while something else of it is under way: nothing is told that is no longer true. */
import {
  ConciliationRequests,
  Deliveries,
  Failpoints,
  type FailpointName,
  Movements,
  Settlement,
  StatementReader,
  Statements,
  Transactor
} from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
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

/** A matched order that its shop knows of. */
const told = Effect.gen(function* () {
  const world = yield* enrolled("reconcile")
  const { accountId, epoch } = world
  const sql = yield* SqlClient.SqlClient
  shopOrders.pending = [order("A-1", "80.00", "Jonas Weber")]
  yield* poll(accountId)
  yield* match(
    accountId,
    (yield* scrape(accountId, epoch, [{ amount: "80.00", description: "TRF DE WEBER JONAS" }])).scrapeId
  )
  yield* sql`update outbox set status = 'delivering' where account_id = ${accountId}`
  yield* sql`update outbox set status = 'delivered' where account_id = ${accountId}`
  return { ...world, requestId: yield* requestId(accountId, "A-1") }
})

const deletion = (sql: SqlClient.SqlClient, accountId: string) =>
  Effect.orDie(sql`update accounts set deleted_at = now() where id = ${accountId}`)

const messages = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select event, status from outbox where account_id = ${accountId} order by created_at, id`
})

layer(ServicesWithOutbox, { excludeTestServices: true })("what is said meanwhile", (it) => {
  it.effect("what was told before a match is not told once more after that was undone", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const requests = yield* ConciliationRequests
      const settlement = yield* Settlement
      shopOrders.pending = [order("A-1", "80.00", "Jonas Weber"), order("A-2", "80.00", "Jonas Weber")]
      yield* poll(accountId)
      const rows = [{ amount: "80.00", description: "TRF DE WEBER JONAS" }]
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const id = yield* requestId(accountId, "A-1")
      const movementIds = [yield* movementId(accountId, "80.00")]
      yield* settlement.resolve(user, id, { movementIds, furtherRequestIds: [] })
      yield* settlement.unmatch(user, id)
      const before = yield* messages(accountId)

      yield* requests.notify(user.id, id)

      assert.deepStrictEqual(
        before.map(({ event }) => event),
        ["ambiguous", "ambiguous", "matched"]
      )
      assert.deepStrictEqual(yield* messages(accountId), before)
    })
  )

  it.effect("a match that is being undone is not told once more by somebody who asks for its webhook", () =>
    Effect.gen(function* () {
      const { accountId, requestId: request, user } = yield* told
      const requests = yield* ConciliationRequests
      const settlement = yield* Settlement
      const { transact } = yield* Transactor
      const asked = yield* Deferred.make<void>()
      const asking = yield* Effect.forkChild(Effect.andThen(Deferred.await(asked), requests.notify(user.id, request)))
      yield* transact(
        Effect.gen(function* () {
          yield* settlement.unmatch(user, request)
          yield* Deferred.succeed(asked, undefined)
          yield* untilDoneOrWaiting(asking)
        })
      )
      yield* Fiber.join(asking)

      assert.deepStrictEqual(yield* statuses(accountId), ["A-1 pending"])
      assert.deepStrictEqual(yield* messages(accountId), [{ event: "matched", status: "delivered" }])
    })
  )

  it.effect("nor by somebody who sends the delivery of it again, then or later", () =>
    Effect.gen(function* () {
      const { accountId, requestId: request, user } = yield* told
      const deliveries = yield* Deliveries
      const settlement = yield* Settlement
      const { transact } = yield* Transactor
      const [delivery] = yield* deliveries.list(user.id, { requestId: request, limit: 1, offset: 0 })
      const again = Effect.flip(deliveries.replay(user.id, delivery?.id ?? ""))
      const isUndone = yield* Deferred.make<void>()
      const replaying = yield* Effect.forkChild(Effect.andThen(Deferred.await(isUndone), again))
      yield* transact(
        Effect.gen(function* () {
          yield* settlement.unmatch(user, request)
          yield* Deferred.succeed(isUndone, undefined)
          yield* untilDoneOrWaiting(replaying)
        })
      )
      const refused = [yield* Fiber.join(replaying), yield* again]

      assert.deepStrictEqual(
        refused.map(({ _tag }) => _tag),
        ["DeliveryCancelled", "DeliveryCancelled"]
      )
      assert.deepStrictEqual(yield* messages(accountId), [{ event: "matched", status: "delivered" }])
    }).pipe(Effect.provide(Deliveries.layer))
  )

  it.effect("nor a movement that is being taken out by somebody who asks for its webhook", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* Transactor
      yield* scrape(accountId, epoch, [{ amount: "83.00", description: "TRF DE WEBER JONAS" }])
      yield* sql`update outbox set status = 'delivering' where account_id = ${accountId}`
      yield* sql`update outbox set status = 'delivered' where account_id = ${accountId}`
      const movement = yield* movementId(accountId, "83.00")
      const [isHeld, isAsked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const asking = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(isHeld), movements.notify(accountId, movement))
      )
      const taking = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(isAsked), movements.exclude(accountId, movement))
      )
      yield* transact(
        Effect.gen(function* () {
          yield* sql`select from movements where id = ${movement} for no key update`
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(asking)
          yield* Deferred.succeed(isAsked, undefined)
          yield* untilDoneOrWaiting(taking, asking.pollUnsafe() === undefined ? 1 : 0)
        })
      )
      yield* Fiber.join(asking)
      const { excludedAt } = yield* Fiber.join(taking)

      assert.isNotNull(excludedAt)
      assert.deepStrictEqual(yield* messages(accountId), [
        { event: "movement", status: "delivered" },
        { event: "movement", status: "cancelled" }
      ])
    })
  )

  it.effect("a statement that is read while its account is deleted is not taken in", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const date = yield* daysAgo(0)
      const statement = {
        movements: [{ date, currency: "EUR", amount: "82.00", description: "TRF DE WEBER JONAS" }],
        coverage: { from: date, to: date, complete: true }
      }
      const reader = StatementReader.of({
        read: () => Effect.as(deletion(sql, accountId), { format: "csv" as const, statement })
      })
      const upload = Effect.flatMap(Statements, ({ upload }) => upload(user, { accountId, content: "" })).pipe(
        Effect.provide(Statements.layer),
        Effect.provideService(StatementReader, reader)
      )
      const refused = yield* Effect.flip(upload)

      assert.strictEqual(refused._tag, "AccountNotFound")
      assert.deepStrictEqual(yield* sql`select from movements where account_id = ${accountId}`, [])
      assert.deepStrictEqual(yield* sql`select from account_work where account_id = ${accountId}`, [])
    })
  )

  it.effect("a payment that a person has taken out is not matched by the pass that was deciding on it", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const movements = yield* Movements
      shopOrders.pending = [order("B-1", "81.00", "Jonas Weber")]
      yield* poll(accountId)
      const { scrapeId } = yield* scrape(accountId, epoch, [{ amount: "81.00", description: "TRF DE WEBER JONAS" }])
      const movement = yield* movementId(accountId, "81.00")
      const decided = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const reach = (name: FailpointName) =>
        name === "match.written"
          ? Effect.andThen(Deferred.succeed(decided, undefined), Deferred.await(goOn))
          : Effect.void
      const pass = yield* Effect.forkChild(Effect.provideService(match(accountId, scrapeId), Failpoints, { reach }))
      yield* Deferred.await(decided)
      const taking = yield* Effect.forkChild(movements.exclude(accountId, movement))
      yield* untilDoneOrWaiting(taking)
      const answeredBefore = taking.pollUnsafe() !== undefined
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(pass)
      yield* Fiber.join(taking)

      // Whoever is answered that it is out may rely on it: what was decided before is known by then.
      assert.isFalse(answeredBefore)
      assert.deepStrictEqual(yield* statuses(accountId), ["B-1 matched"])
    })
  )
})
