/** Attempts that can't be carried out, over faults of the database and of what is stored in it. */
import { Conciliator } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  bodies,
  enrolled,
  match,
  order,
  poll,
  requestId,
  retryLimits,
  scrape,
  Services,
  shopOrders,
  statuses,
  told
} from "../matchingWorld.ts"

/** From now on the database refuses every attempt of these requests but those that say that it could not be made. */
const breakAttemptsOf = Effect.fnUntraced(function* (...ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists broken (request_id uuid primary key)`
  yield* sql`create or replace function refuse_broken() returns trigger language plpgsql as $$ begin
    if new.result <> 'error' and exists (select from broken where request_id = new.request_id) then
      raise exception 'this order is broken';
    end if;
    return new;
  end $$`
  yield* sql`create or replace trigger refuse_broken before insert on attempts for each row execute function refuse_broken()`
  for (const id of ids) yield* sql`insert into broken values (${id})`
})
const mend = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from broken`)

const attemptRows = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ number: Schema.Int, result: Schema.String, reason: Schema.String }))
)
const attemptsOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* attemptRows(
    yield* sql`select attempt_number as number, result, reason from attempts where request_id = ${id} order by 1`
  )
  return rows.map(({ number, result }) => `${number} ${result}`)
})

const paid = [
  { amount: "10.00", description: "TRF DE WEBER JONAS" },
  { amount: "10.00", description: "TRF DE IWANOWA OLGA" },
  { amount: "20.00", description: "TRF DE BENALI AHMED" }
]
const three = [
  order("A", "10.00", "Jonas Weber"),
  order("B", "10.00", "Olga Iwanowa"),
  order("C", "20.00", "Ahmed Benali")
]

/** An account with three orders that have been seen, and their payments at the bank. */
const withThree = Effect.fnUntraced(function* (retryLimit: number) {
  const { accountId, epoch } = yield* enrolled("reconcile")
  retryLimits.set(accountId, retryLimit)
  shopOrders.pending = three
  yield* poll(accountId)
  const pass = Effect.gen(function* () {
    const taken = yield* scrape(accountId, epoch, paid)
    return yield* match(accountId, taken.scrapeId)
  })
  const run = (id: string) =>
    Effect.flatMap(Conciliator, (conciliator) => conciliator.pass(accountId, { _tag: "Run", requestId: id }))
  return { accountId, pass, run, a: yield* requestId(accountId, "A") }
})

const failures = (accountId: string) => told.filter(([of, kind]) => of === accountId && kind === "request.failed")

// What goes wrong on purpose is not for reading.
const Quiet = Layer.provideMerge(Services, Logger.layer([]))

layer(Quiet, { excludeTestServices: true })("an attempt that can't be carried out", (it) => {
  it.effect("stops no other order's, is tried again, and fails its order in the end, until it is run again", () =>
    Effect.gen(function* () {
      const { a, accountId, pass, run } = yield* withThree(2)
      yield* breakAttemptsOf(a)
      const first = yield* pass
      const afterFirst = yield* statuses(accountId)
      yield* pass
      const afterSecond = yield* statuses(accountId)
      yield* pass
      yield* run(a)
      yield* mend
      yield* pass
      const rested = yield* statuses(accountId)
      yield* run(a)

      assert.deepStrictEqual(first, { attempts: 3, matched: 2, ambiguous: 0 })
      assert.deepStrictEqual(afterFirst, ["A pending", "B matched", "C matched"])
      assert.deepStrictEqual(afterSecond, ["A failed", "B matched", "C matched"])
      assert.deepStrictEqual(rested, ["A failed", "B matched", "C matched"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A matched", "B matched", "C matched"])
      // Seen before any scrape, tried twice, run twice: a failed order rests.
      assert.deepStrictEqual(yield* attemptsOf(a), ["1 skipped", "2 error", "3 error", "4 error", "5 matched"])
      assert.deepStrictEqual(
        bodies(accountId).map((body) => /"external_id":"(.)","status":"matched"/.exec(body)?.[1]),
        ["B", "C", "A"]
      )
      assert.strictEqual(failures(accountId).length, 1)
    })
  )

  it.effect("counts in a row only", () =>
    Effect.gen(function* () {
      const { a, accountId, pass } = yield* withThree(2)
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from movements where account_id = ${accountId}`
      yield* breakAttemptsOf(a)
      yield* pass
      yield* mend
      yield* pass

      assert.deepStrictEqual(yield* statuses(accountId), ["A matched", "B matched", "C matched"])
      assert.deepStrictEqual(yield* sql`select errors from conciliation_requests where id = ${a}`, [{ errors: 0 }])
    })
  )

  it.effect("goes on beside an order whose stored values can't be read", () =>
    Effect.gen(function* () {
      const { a, accountId, pass, run } = yield* withThree(1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update conciliation_requests set ordered_at = 'infinity' where id = ${a}`
      yield* pass
      const failed = yield* statuses(accountId)
      yield* sql`update conciliation_requests set ordered_at = null where id = ${a}`
      yield* run(a)

      assert.deepStrictEqual(failed, ["A failed", "B matched", "C matched"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A matched", "B matched", "C matched"])
    })
  )

  it.effect("is put right by itself where the attempts were counted wrong", () =>
    Effect.gen(function* () {
      const { a, accountId, pass } = yield* withThree(3)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update conciliation_requests set attempts_made = 0 where id = ${a}`
      yield* pass
      yield* pass

      assert.deepStrictEqual(yield* attemptsOf(a), ["1 skipped", "2 error", "3 matched"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A matched", "B matched", "C matched"])
    })
  )

  it.effect("opens a failed order again when it is run, also where nothing is found yet", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      retryLimits.set(accountId, 1)
      shopOrders.pending = [order("A", "10.00", "Jonas Weber")]
      yield* poll(accountId)
      const a = yield* requestId(accountId, "A")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update conciliation_requests set misses = 0 where id = ${a}`
      yield* breakAttemptsOf(a)
      yield* match(accountId, (yield* scrape(accountId, epoch, [])).scrapeId)
      const failed = yield* statuses(accountId)
      yield* mend
      yield* (yield* Conciliator).pass(accountId, { _tag: "Run", requestId: a })

      assert.deepStrictEqual(failed, ["A failed"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A pending"])
    })
  )

  it.effect("keeps no other order from expiring", () =>
    Effect.gen(function* () {
      const { a, accountId } = yield* withThree(3)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update conciliation_requests set first_seen_at = now() - interval '6 days' where account_id = ${accountId}`
      yield* sql`update conciliation_requests set ordered_at = 'infinity' where id = ${a}`
      const expired = yield* (yield* Conciliator).expire(accountId)

      assert.strictEqual(expired, 2)
      assert.deepStrictEqual(yield* statuses(accountId), ["A pending", "B expired", "C expired"])
    })
  )
})
