/** An order that somebody has looked at again and again: whoever reads it reads all of its attempts. */
import { ConciliationRequests, Conciliator } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, order, poll, requestId, scrape, Services, shopOrders } from "../matchingWorld.ts"

layer(Services, { excludeTestServices: true })("An order's attempts", (it) => {
  it.effect("are kept up to the latest thousand, each under its number, and another order's are left", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [{ pass }, requests] = [yield* Conciliator, yield* ConciliationRequests]
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("W-1", "17.00", "Jonas Weber"), order("W-2", "19.00", "Ada Berg")]
      yield* poll(accountId)
      yield* scrape(accountId, epoch, [{ amount: "5.00", description: "OTRO" }])
      const [asked, other] = [yield* requestId(accountId, "W-1"), yield* requestId(accountId, "W-2")]
      const numbers = (id: string) =>
        Effect.map(requests.get(user.id, id), ({ attempts }) => attempts.map(({ attemptNumber }) => attemptNumber))
      const before = yield* numbers(other)
      // As if it had been asked for 1,499 times.
      yield* sql`insert into attempts (id, request_id, attempt_number, result, code, reason, explanation, created_at)
        select gen_random_uuid(), ${asked}, nth, a.result, a.code, a.reason, a.explanation, now()
        from generate_series(2, 1500) nth, attempts a where a.request_id = ${asked} and a.attempt_number = 1`
      yield* sql`update conciliation_requests set attempts_made = 1500 where id = ${asked}`

      yield* pass(accountId, { _tag: "Run", requestId: asked })

      const kept = yield* numbers(asked)
      assert.deepStrictEqual([kept.length, kept[0], kept.at(-1)], [1_000, 502, 1_501])
      assert.deepStrictEqual(yield* numbers(other), before)
    })
  )
})
