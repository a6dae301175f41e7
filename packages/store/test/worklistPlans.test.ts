import { ConciliationRepository, type MovementFilter, type RequestFilter } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { heavySteps, indexesUsed, planOf, rowsRead } from "./plans/explain.ts"
import { atLeisure, busyAccount, fill, owner } from "./plans/fill.ts"
import { lookedThrough } from "../src/sql/conciliation/search.ts"
import { cursorAt } from "./plans/lists.ts"

const size =
  process.env["VERIFY"] === "1"
    ? { movements: 1_000_000, requests: 300_000, entries: 1_000 }
    : { movements: 40_000, requests: 30_000, entries: 1_000 }

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)

/** What the planner knows of expressions comes with their indexes; words are merged into theirs when it is vacuumed. */
const vacuum = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe("vacuum analyze movements").unprepared
  yield* sql.unsafe("vacuum analyze conciliation_requests").unprepared
})
/** Every other movement of the busy account pays one of its orders. */
const pay = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`insert into matches (id, request_id, movement_id, active, created_at)
    select md5('match' || r.id)::uuid, r.id, m.id, true, now()
    from (select id, row_number() over (order by created_at) as n from conciliation_requests
        where account_id = '${busyAccount}') r
      join (select id, row_number() over (order by received_at, id) as n from movements
        where account_id = '${busyAccount}') m on m.n = 2 * r.n`).unprepared
  yield* sql.unsafe(`update conciliation_requests r set payers = m.sender_name
    from matches x join movements m on m.id = x.movement_id where x.request_id = r.id`).unprepared
  yield* sql.unsafe("vacuum analyze matches").unprepared
  yield* sql.unsafe("vacuum analyze unpaid_credits").unprepared
})

const settled = Effect.andThen(fill(size), atLeisure(Effect.andThen(pay, vacuum)))
const Filled = Layer.provideMerge(Layer.effectDiscard(settled), Base)

const limit = 50
/** The owner has two accounts, and the busy one most of the movements. */
const accounts = 2
const page = limit * 1.2 + 1

const time = (text: string) => DateTime.makeUnsafe(text)

/** How often a movement's sender has a certain number among 1,000, all over. */
const share = size.movements / 1_000
const amounts = (minor: bigint) => [null, null, minor, null, null]

const movementSearches: ReadonlyArray<{ readonly filter: Omit<MovementFilter, "limit">; readonly most: number }> = [
  { filter: {}, most: accounts * page },
  { filter: { accountId: busyAccount }, most: page },
  { filter: { direction: "in" }, most: 2 * accounts * page },
  { filter: { direction: "out" }, most: 2 * accounts * page },
  { filter: { sent: true }, most: 2 * accounts * page },
  { filter: { sent: false }, most: 2 * accounts * page },
  { filter: { direction: "out", sent: true, accountId: busyAccount }, most: page },
  // What pays nothing has an index of its own: those that pay are not walked over.
  { filter: { pays: false }, most: accounts * page },
  { filter: { pays: false, accountId: busyAccount }, most: page },
  { filter: { pays: false, sent: false, accountId: busyAccount }, most: page },
  // Every other one is passed over.
  { filter: { pays: true, accountId: busyAccount }, most: 3 * page },
  { filter: { from: time("2022-01-05T00:00:00Z"), to: time("2022-01-20T00:00:00Z") }, most: accounts * page },
  { filter: { words: "sender 777" }, most: share * 1.2 },
  { filter: { words: "777" }, most: share * 1.2 },
  { filter: { words: "nobody" }, most: 0 },
  // By its order's id.
  { filter: { words: "order-4" }, most: 2 },
  { filter: { words: "nobody order-4" }, most: 2 },
  { filter: { amount: amounts(1_777n) }, most: accounts * page },
  { filter: { words: "1777", asAmounts: [{ amount: amounts(1_777n), others: undefined }] }, most: share * 1.2 },
  // An amount and a name, whichever of the two is rarer.
  { filter: { words: "sender 1777", asAmounts: [{ amount: amounts(1_777n), others: "sender" }] }, most: share * 1.2 },
  { filter: { words: "777 1777", asAmounts: [{ amount: amounts(1_777n), others: "777" }] }, most: share * 1.2 }
]

const requestSearches: ReadonlyArray<{ readonly filter: Omit<RequestFilter, "limit">; readonly most: number }> = [
  { filter: {}, most: page },
  { filter: { statuses: ["ambiguous"] }, most: page },
  { filter: { statuses: ["ambiguous", "pending", "matched"] }, most: 3 * page },
  { filter: { accountId: busyAccount }, most: 3 * page },
  { filter: { accountId: busyAccount, statuses: ["ambiguous", "not_found"] }, most: page },
  { filter: { needsPerson: false }, most: 3 * page },
  { filter: { needsPerson: false, statuses: ["pending", "cancelled"] }, most: 2 * page },
  { filter: { isSeparated: true }, most: 0 },
  { filter: { isDecided: true }, most: 0 },
  // By the status, and of the separated ones by their own index, which has but few.
  { filter: { needsPerson: true }, most: 2 * page },
  { filter: { needsPerson: true, accountId: busyAccount }, most: 2 * page },
  // By their own words or by their payers'.
  { filter: { needsPerson: true, words: "sender 777" }, most: Math.max(2 * page, (size.requests / 1_000) * 3) },
  { filter: { from: time("2022-02-01T00:00:00Z"), to: time("2022-03-01T00:00:00Z") }, most: page },
  // The newest are looked through first, for a word that very many have: theirs, or as here their payers'.
  { filter: { words: "sender 777" }, most: lookedThrough + (size.requests / 1_000) * 3 },
  { filter: { words: "order777" }, most: lookedThrough + (size.requests / 1_000) * 1.5 },
  { filter: { words: "sender" }, most: lookedThrough },
  { filter: { words: "transfer" }, most: lookedThrough },
  { filter: { amount: amounts(1_777n) }, most: page },
  {
    filter: { words: "sender 1777", asAmounts: [{ amount: amounts(1_777n), others: "sender" }] },
    most: lookedThrough + (size.requests / 1_000) * 1.5
  },
  {
    filter: { words: "777 1777", asAmounts: [{ amount: amounts(1_777n), others: "777" }] },
    most: lookedThrough + (size.requests / 1_000) * 3
  }
]

const nameOf = (filter: object, anyValues: boolean): string =>
  `${JSON.stringify(filter, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))} ${anyValues}`

layer(Filled, { timeout: 900_000 })("the worklists", (it) => {
  it.effect("read a page's movements, or what the words and the amount lead to, never the table", () =>
    Effect.gen(function* () {
      const queries = yield* ConciliationRepository
      for (const { filter, most } of movementSearches) {
        for (const anyValues of [false, true]) {
          const plan = yield* planOf(queries.searchMovements(owner, { limit, ...filter }), anyValues)
          const name = nameOf(filter, anyValues)
          assert.deepStrictEqual(
            [name, heavySteps(plan).filter((step) => step === "Seq Scan on movements")],
            [name, []]
          )
          assert.isAtMost(rowsRead(plan, "movements"), most, name)
        }
      }
    })
  )

  it.effect("read a page's requests, or what the words and the amount lead to, never the table", () =>
    Effect.gen(function* () {
      const queries = yield* ConciliationRepository
      for (const { filter, most } of requestSearches) {
        for (const anyValues of [false, true]) {
          const plan = yield* planOf(queries.searchRequests(owner, { limit, ...filter }), anyValues)
          const name = nameOf(filter, anyValues)
          const scans = heavySteps(plan).filter((step) => step === "Seq Scan on conciliation_requests")
          assert.deepStrictEqual([name, scans], [name, []])
          assert.isAtMost(rowsRead(plan, "conciliation_requests"), most, name)
        }
      }
    })
  )

  it.effect("go on behind a cursor at the same cost", () =>
    Effect.gen(function* () {
      const queries = yield* ConciliationRepository
      const inOrder = `movements where account_id = '${busyAccount}' and removed_at is null order by received_at desc, id desc`
      const list = { inOrder, name: "", table: "", indexes: [], limit, list: () => Effect.void }
      const before = yield* cursorAt(list, size.movements / 4)
      const plan = yield* planOf(queries.searchMovements(owner, { limit, before, direction: "in" }))

      assert.include(indexesUsed(plan), "movements_by_kind")
      assert.isAtMost(rowsRead(plan, "movements"), 2 * accounts * page + 1)
    })
  )

  it.effect("find a movement's orders, and those that it was taken off, among all matches by an index", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queries = yield* ConciliationRepository
      const [paying] = yield* sql<{ id: string }>`update matches set active = false, ended_at = now()
        where id = (select id from matches limit 1) returning movement_id as id`
      const found = yield* queries.ordersOfMovement(paying?.id ?? "")
      const plan = yield* planOf(queries.ordersOfMovement(paying?.id ?? ""))

      assert.deepStrictEqual(
        found.map(({ endedAt }) => endedAt !== null),
        [true]
      )
      assert.isAtMost(rowsRead(plan, "matches"), 2)
    })
  )

  it.effect("count the days that are asked for, and no others", () =>
    Effect.gen(function* () {
      const queries = yield* ConciliationRepository
      const days = { from: "2022-02-01", to: "2022-02-10" }
      const money = yield* planOf(queries.moneyByDay(owner, days))
      const orders = yield* planOf(queries.ordersByDay(owner, days, "Europe/Madrid"))

      assert.include(indexesUsed(money), "movements_by_day")
      // 400 a day, of which three in four are of the busy account.
      assert.isAtMost(rowsRead(money, "movements"), 10 * 400)
      // One every seven minutes.
      assert.isAtMost(rowsRead(orders, "conciliation_requests"), 10 * 206)
    })
  )
})
