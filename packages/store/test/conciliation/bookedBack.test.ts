/** An order that is matched with what the bank has booked back: a person looks at it, and says what is to become of it. */
import {
  ConciliationRepository,
  ConciliationRequests,
  Settlement,
  StatementReader,
  Statements
} from "@counterfoil/core"
import { addDays, type Statement } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  daysAgo,
  enrolled,
  match,
  order,
  poll,
  requestId,
  scrape,
  Services,
  shopOrders,
  statuses
} from "../matchingWorld.ts"

/** Two orders that are matched, and the payment of the first is booked back. */
const bookedBack = Effect.gen(function* () {
  const world = yield* enrolled("reconcile")
  const { accountId, epoch, user } = world
  shopOrders.pending = [order("B-1", "80.00", "Jonas Weber"), order("B-2", "90.00", "Eva Gil")]
  yield* poll(accountId)
  const paid = [
    { amount: "80.00", description: "TRF DE WEBER JONAS" },
    { amount: "90.00", description: "TRF DE GIL EVA" }
  ]
  yield* match(accountId, (yield* scrape(accountId, epoch, paid)).scrapeId)
  const queries = yield* ConciliationRepository
  const named = (filter: object) =>
    Effect.map(queries.searchRequests(user.id, { limit: 10, ...filter }), (rows) =>
      rows.map(({ externalId, reversedAt }) => `${externalId}${reversedAt === null ? "" : " booked back"}`)
    )
  const needing = Effect.gen(function* () {
    const { needsPerson, needsPersonOf, takenBack } = yield* (yield* ConciliationRequests).summary(user.id)
    const days = yield* queries.ordersByDay(user.id, { from: "2000-01-01", to: "2100-01-01" }, "UTC")
    const ways = [{}, { accountId }, { words: "B-1" }, { statuses: ["matched", "pending"] }]
    const found = yield* Effect.forEach(ways, (way) => named({ ...way, needsPerson: true }))
    const others = yield* named({ needsPerson: false })
    assert.deepStrictEqual(
      found,
      ways.map(() => found[0] ?? [])
    )
    assert.strictEqual(
      days.reduce((sum, day) => sum + day.needsPerson, 0),
      needsPerson
    )
    assert.strictEqual(others.length, 2 - needsPerson)
    return { needsPerson, ofMatched: needsPersonOf.matched, takenBack, found: found[0] }
  })
  const none = { needsPerson: 0, ofMatched: 0, takenBack: 0, found: [] }
  assert.deepStrictEqual(yield* needing, none)
  const back = [...paid, { amount: "-80.00", description: "DEVOLUCION TRF WEBER JONAS" }]
  yield* scrape(accountId, epoch, back)
  return { ...world, back, id: yield* requestId(accountId, "B-1"), named, needing, none }
})

/** Takes it in as a file that was read as this. */
const upload = (by: { readonly id: string; readonly email: string }, accountId: string, statement: Statement) =>
  Effect.flatMap(Statements, ({ upload: take }) => take(by, { accountId, content: "" })).pipe(
    Effect.provide(Statements.layer),
    Effect.provideService(StatementReader, { read: () => Effect.succeed({ format: "camt053", statement }) })
  )

layer(Services, { excludeTestServices: true })("an order whose payment the bank has booked back", (it) => {
  it.effect("needs a person, who keeps the match, once", () =>
    Effect.gen(function* () {
      const { accountId, back, epoch, id, named, needing, none, user } = yield* bookedBack
      const settlement = yield* Settlement
      const one = { needsPerson: 1, ofMatched: 1, takenBack: 0, found: ["B-1 booked back"] }

      assert.deepStrictEqual(yield* needing, one)
      // Nobody has undone it.
      assert.deepStrictEqual(yield* named({ isSeparated: true }), [])
      // It is matched: no other payment is waited for.
      yield* settlement.leave(user, id, "waiting")
      assert.deepStrictEqual(yield* needing, one)
      yield* settlement.leave(user, id)
      assert.deepStrictEqual(yield* needing, none)
      yield* scrape(accountId, epoch, back)
      assert.deepStrictEqual(yield* needing, none)
      assert.deepStrictEqual(yield* statuses(accountId), ["B-1 matched", "B-2 matched"])
      assert.deepStrictEqual(yield* named({ isClosed: true }), [])
    })
  )

  it.effect("needs one like any other whose match was undone, once its is", () =>
    Effect.gen(function* () {
      const { id, needing, none, user } = yield* bookedBack
      const settlement = yield* Settlement
      yield* settlement.unmatch(user, id)
      assert.deepStrictEqual(yield* needing, { needsPerson: 1, ofMatched: 0, takenBack: 1, found: ["B-1"] })
      yield* settlement.leave(user, id, "closed")
      assert.deepStrictEqual(yield* needing, { ...none, takenBack: 1 })
    })
  )

  it.effect(
    "pays none where a file brings it after the page has shown its return, whether the file has that or not",
    () =>
      Effect.gen(function* () {
        for (const reaches of [0, 1]) {
          const { accountId, epoch, user } = yield* enrolled("reconcile")
          const [day, today] = [yield* daysAgo(4), yield* daysAgo(0)]
          shopOrders.pending = [
            { ...order("L-1", "80.00", "Jonas Weber"), created_at: `${day}T00:00:00Z` },
            { ...order("L-2", "90.00", "Eva Gil"), created_at: `${day}T00:00:00Z` }
          ]
          yield* poll(accountId)
          const back = { amount: "-80.00", description: "DEVOLUCION TRF WEBER JONAS" }
          yield* scrape(accountId, epoch, [back], false)
          const rows = [
            { ...back, date: today },
            { date: day, amount: "80.00", description: "TRF DE WEBER JONAS" },
            { date: day, amount: "90.00", description: "TRF DE GIL EVA" }
          ].slice(reaches)
          const file = yield* upload(user, accountId, {
            movements: rows.map((row) => ({ currency: "EUR", ...row })),
            coverage: { from: day, to: reaches === 0 ? today : addDays(day, 1), complete: true }
          })
          yield* match(accountId, file.scrapeId)
          assert.deepStrictEqual(yield* statuses(accountId), ["L-1 pending", "L-2 matched"])
        }
      })
  )
})
