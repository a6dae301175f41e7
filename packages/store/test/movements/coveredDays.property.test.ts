/** The stretches of days that are kept are the union of what all complete scrapes looked at. */
import { ConciliationRepository, MovementRepository, uuid } from "@counterfoil/core"
import { addDays, type Coverage, type DateRange } from "@counterfoil/domain"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { seedAccount } from "../seed.ts"

const runs = process.env["VERIFY"] === "1" ? 500 : 40

const firstDay = "2026-10-20"
const dayOf = (n: number) => addDays(firstDay, n)

/** Few days, so that scrapes overlap and touch; some end before they begin, some are not complete. */
const scrapes: fc.Arbitrary<ReadonlyArray<Coverage>> = fc.array(
  fc.record({
    from: fc.nat(40).map(dayOf),
    to: fc.nat(40).map(dayOf),
    complete: fc.integer({ min: 0, max: 4 }).map((n) => n > 0)
  }),
  { maxLength: 12 }
)

/** The same told slowly: each day by itself. */
const union = (coverages: ReadonlyArray<Coverage>): ReadonlyArray<DateRange> => {
  const isCovered = (day: string) => coverages.some(({ complete, from, to }) => complete && from <= day && day <= to)
  const stretches: Array<{ from: string; to: string }> = []
  for (let n = 0; n <= 41; n++) {
    const day = dayOf(n)
    if (!isCovered(day)) continue
    const last = stretches.at(-1)
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day
    else stretches.push({ from: day, to: day })
  }
  return stretches
}

const filling = readFileSync(
  fileURLToPath(new URL("../../../../sql/migrations/0030_covered_days.sql", import.meta.url)),
  "utf8"
)

/** Saved as the intake saves them. */
const saved = Effect.fnUntraced(function* (coverages: ReadonlyArray<Coverage>) {
  const movements = yield* MovementRepository
  const { id: accountId } = yield* seedAccount()
  for (const coverage of coverages) {
    yield* movements.saveScrape({
      id: yield* uuid,
      accountId,
      sessionId: null,
      scriptId: null,
      jobId: null,
      coverage,
      rowsRead: 0,
      rowsNew: 0,
      fault: null,
      statement: null
    })
    if (coverage.complete) yield* movements.cover(accountId, coverage)
  }
  return accountId
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })("covered days", (it) => {
  it.effect("are the union of the complete scrapes, in whatever order they came", () =>
    Effect.gen(function* () {
      const matching = yield* ConciliationRepository
      for (const coverages of fc.sample(scrapes, runs)) {
        const accountId = yield* saved(coverages)
        assert.deepStrictEqual(yield* matching.coveredDays(accountId), union(coverages), JSON.stringify(coverages))
      }
    })
  )

  it.effect(
    "are derived from the scrapes of a database that didn't keep them, without scrapes that a person accepted",
    () =>
      Effect.gen(function* () {
        const matching = yield* ConciliationRepository
        const sql = yield* SqlClient.SqlClient
        const told = yield* Effect.forEach(fc.sample(scrapes, runs), (coverages) =>
          Effect.map(saved(coverages), (accountId) => ({ accountId, coverages }))
        )
        const { id: accepting } = yield* seedAccount()
        yield* sql`insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new,
          finished_at, accepted_at)
        values (${yield* uuid}, ${accepting}, 'ingested', ${dayOf(1)}, ${dayOf(2)}, true, 1, 1, now(), now())`

        yield* sql`drop table covered_days`
        yield* sql.unsafe(`do $run$ begin execute $file$${filling}$file$; end $run$`).unprepared

        for (const { accountId, coverages } of told) {
          assert.deepStrictEqual(yield* matching.coveredDays(accountId), union(coverages), JSON.stringify(coverages))
        }
        assert.deepStrictEqual(yield* matching.coveredDays(accepting), [])
      })
  )
})
