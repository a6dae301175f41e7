import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  AccountRepository,
  ConciliationRepository,
  type DeliveryFilter,
  OutboxRepository,
  ScriptRepository,
  UserRepository
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { expect } from "vitest"
import { heavySteps, indexesUsed, planOf, planText, rowsRead } from "./plans/explain.ts"
import { busyAccount, fill, owner } from "./plans/fill.ts"
import { cursorAt, type PagedList, pagedLists, repositories } from "./plans/lists.ts"
import { type Chapter, pagingPage } from "./plans/page.ts"

const full = process.env["VERIFY"] === "1"
const size = full
  ? { movements: 1_000_000, requests: 300_000, entries: 300_000 }
  : { movements: 200_000, requests: 60_000, entries: 60_000 }

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)
const Filled = Layer.provideMerge(Layer.effectDiscard(fill(size)), Base)

/** Some are passed over: movements that the bank has taken back, requests of another status. */
const mostRead = (list: PagedList) => list.limit * 1.2 + 1

const pagesOf = Effect.fnUntraced(function* (list: PagedList) {
  const from = yield* repositories
  const before = yield* cursorAt(list, 60)
  return {
    first: list.list(from, { limit: list.limit, offset: 0 }),
    next: list.list(from, { limit: list.limit, offset: 0, before }),
    deep: list.deep === undefined ? undefined : list.list(from, { limit: list.limit, offset: list.deep })
  }
})

const holds = Effect.fnUntraced(function* (
  list: PagedList,
  page: Effect.Effect<unknown>,
  most: number,
  anyValues = false
) {
  const plan = yield* planOf(page, anyValues)
  const index = indexesUsed(plan).filter((name) => list.indexes.includes(name))
  assert.deepStrictEqual([list.name, heavySteps(plan), index.length], [list.name, [], 1])
  assert.isAtMost(rowsRead(plan, list.table), most, `rows read for ${list.name}`)
})

layer(Filled, { timeout: full ? 900_000 : 300_000 })("the lists of the API", (it) => {
  it.effect("come out of their index in order, a page's rows and hardly one more", () =>
    Effect.forEach(pagedLists, (list) =>
      Effect.gen(function* () {
        const { first, next } = yield* pagesOf(list)
        yield* holds(list, first, mostRead(list))
        yield* holds(list, next, mostRead(list))
      })
    )
  )

  it.effect("do so too with the one plan that Postgres keeps for a prepared statement", () =>
    Effect.forEach(pagedLists, (list) =>
      Effect.gen(function* () {
        const { first, next } = yield* pagesOf(list)
        yield* holds(list, first, mostRead(list), true)
        yield* holds(list, next, mostRead(list), true)
      })
    )
  )

  it.effect("read what a deep offset passes over, still in the order of their index", () =>
    Effect.forEach(pagedLists, (list) =>
      Effect.gen(function* () {
        const { deep } = yield* pagesOf(list)
        if (deep !== undefined) yield* holds(list, deep, ((list.deep ?? 0) + list.limit) * 1.05)
      })
    )
  )

  it.effect("merge the heads of each account's deliveries, whatever the log is filtered by", () =>
    Effect.gen(function* () {
      const log = yield* OutboxRepository
      const page = { limit: 50, offset: 0 }
      const filters: ReadonlyArray<DeliveryFilter> = [
        {},
        { accountId: busyAccount },
        { event: "matched" },
        { event: "login_failed" },
        { event: "expired" },
        { status: "delivered" },
        { status: "pending" },
        { status: "exhausted" },
        { status: "held" },
        { status: "exhausted", event: "matched" }
      ]
      for (const filter of filters) {
        for (const anyValues of [false, true]) {
          const plan = yield* planOf(log.listDeliveries(owner, { ...page, ...filter }), anyValues)
          const scans = heavySteps(plan).filter((step) => step.endsWith(" on outbox"))
          assert.deepStrictEqual([filter, scans], [filter, []])
          // Two accounts.
          assert.isAtMost(rowsRead(plan, "outbox"), 2 * page.limit * 1.2, `rows read for ${JSON.stringify(filter)}`)
        }
      }
    })
  )

  it.effect("are served by an index where they are read whole", () =>
    Effect.gen(function* () {
      const keys = yield* planOf((yield* UserRepository).listApiKeys(owner))
      const found = yield* planOf((yield* UserRepository).findApiKeys("01234567"))
      const accounts = yield* planOf((yield* AccountRepository).list(owner))
      const scripts = yield* planOf((yield* ScriptRepository).list())
      const banks = yield* planOf((yield* ScriptRepository).listBanks)

      assert.deepStrictEqual([indexesUsed(keys), rowsRead(keys, "api_keys")], [["api_keys_by_user"], 100])
      assert.deepStrictEqual([indexesUsed(found), heavySteps(found)], [["api_keys_by_prefix"], []])
      assert.deepStrictEqual(indexesUsed(accounts), ["accounts_by_user", "banks_pkey"])
      assert.deepStrictEqual([indexesUsed(scripts), heavySteps(scripts)], [["scripts_newest_first", "banks_pkey"], []])
      assert.deepStrictEqual([indexesUsed(banks), heavySteps(banks)], [["banks_oldest_first"], []])
    })
  )

  it.effect("and a matching pass, which reads only what waits and what has the same amounts, use their indexes", () =>
    Effect.gen(function* () {
      const matching = yield* ConciliationRepository
      const scrapeId = "01990000-0000-7000-8000-0000000000b1"
      const wanted = [1_000n, 2_000n, 3_000n].map((amountMinor) => ({ amountMinor, from: "2022-01-01" }))
      const requests = yield* planOf(matching.lockRequests(busyAccount, { _tag: "Scrape", scrapeId }))
      const movements = yield* planOf(matching.movements(busyAccount, wanted))
      const read = yield* matching.lockRequests(busyAccount, { _tag: "Scrape", scrapeId })

      assert.deepStrictEqual(
        indexesUsed(requests)
          .filter((name) => name.startsWith("conciliation_requests"))
          .sort(),
        ["conciliation_requests_open", "conciliation_requests_waiting"]
      )
      // Once as one that waits, once as one of its amount.
      assert.isAtMost(rowsRead(requests, "conciliation_requests"), 2 * read.length)
      assert.include(indexesUsed(movements), "movements_by_amount")
      assert.isAtMost(rowsRead(movements, "movements"), size.movements / 2_000)
    })
  )

  it.effect.skipIf(full)("cost what docs/paging.md says (npm run update-goldens writes it)", () =>
    Effect.gen(function* () {
      // Other versions tell the same plans in other words.
      const sql = yield* SqlClient.SqlClient
      const [server] = yield* sql`select current_setting('server_version_num')::int / 10000 as major`
      if (server?.["major"] !== 18) return

      const chapters = yield* Effect.forEach(
        pagedLists,
        Effect.fnUntraced(function* (list) {
          const { deep, first, next } = yield* pagesOf(list)
          const rows = (page: Effect.Effect<unknown>) => Effect.map(planOf(page), (plan) => rowsRead(plan, list.table))
          return {
            ...list,
            first: yield* planText(first),
            next: yield* planText(next),
            rows: {
              first: yield* rows(first),
              next: yield* rows(next),
              deep: deep === undefined ? undefined : yield* rows(deep)
            }
          } satisfies Chapter
        })
      )

      yield* Effect.promise(() => expect(pagingPage(chapters, size)).toMatchFileSnapshot("../../../docs/paging.md"))
    })
  )
})
