/** What a sweep says of rows that it can't delete. */
import { Housekeeping, uuid } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount } from "../seed.ts"

const Services = Layer.provideMerge(StoreLayers, TestDatabase.layer)

/** `sqlState`: what the database says when one is to be deleted. */
const linesOf = Effect.fnUntraced(function* (sqlState: string) {
  const sql = yield* SqlClient.SqlClient
  const housekeeping = yield* Housekeeping
  const { id: accountId } = yield* seedAccount()
  yield* sql`insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new, finished_at)
    values (${yield* uuid}, ${accountId}, 'ingested', '2026-01-01', '2026-01-03', false, 1, 0, now() - interval '3 years')`
  yield* sql.unsafe(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '${sqlState}'; end $$`)
  yield* sql.unsafe("create or replace trigger refuse before delete on scrapes for each row execute function refuse()")
  const lines: Array<string> = []
  const record = Logger.make(({ logLevel, message }) => {
    const [said] = [message].flat()
    lines.push(`${logLevel} ${String(said)}`)
  })
  yield* housekeeping.sweep.pipe(
    Effect.provide(Logger.layer([record])),
    Effect.provideService(References.MinimumLogLevel, "Info")
  )
  return lines
})

layer(Services, { excludeTestServices: true })("a sweep", (it) => {
  it.effect(
    "says which rows it can't delete, but not that the database is away: one line says that for everybody",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* linesOf("57P01"), [])
        assert.deepStrictEqual(yield* linesOf("P0001"), ["Error housekeeping: scrapes"])
      })
  )
})
