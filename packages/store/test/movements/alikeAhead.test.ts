/** Thousands of rows that a file dated ahead, and that are all alike. */
import { Movements } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, Services } from "../matchingWorld.ts"

layer(Services, { excludeTestServices: true })("what was dated ahead", (it) => {
  it.effect("is booked, of every account, though one has so many alike that none can be told from another", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [many, one] = [yield* enrolled("reconcile"), yield* enrolled("reconcile")]
      const seed = (
        accountId: string,
        count: number
      ) => sql`insert into movements (id, account_id, external_id, identity_key,
          occurrence, amount_minor, currency, sender_name, description, booked_date, status, received_at, first_seen_at,
          first_scrape_id, last_scrape_id, books_on)
        select gen_random_uuid(), ${accountId}, sign || '-' || n, sign || '-' || n, 1, sign * 100, 'EUR', '',
          case when sign < 0 then 'DEVOLUCION A' else 'B' end || n, now(), 'pending', now(), now(), gen_random_uuid(),
          gen_random_uuid(), now() - interval '1 day'
        from generate_series(1, ${count}) n, (values (1), (-1)) s (sign)`
      yield* seed(many.accountId, 2_200)
      yield* seed(one.accountId, 1)

      assert.strictEqual(yield* (yield* Movements).bookDatedAhead, 4_402)
      assert.strictEqual(yield* (yield* Movements).bookDatedAhead, 0)
      assert.lengthOf(yield* sql`select from movements where status = 'pending'`, 0)
    })
  )
})
