/** How much money came and went on a day: each payment once, whatever a list makes of it. */
import { ConciliationRepository, Movements } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { daysAgo, enrolled, movementId, scrape, Services } from "../matchingWorld.ts"

layer(Services, { excludeTestServices: true })("the money of a day", (it) => {
  it.effect("has a possible duplicate only once a person says that it is none, and nothing that was taken out", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const { exclude, include } = yield* Movements
      const today = yield* daysAgo(0)
      const day = Effect.gen(function* () {
        const { moneyByDay } = yield* ConciliationRepository
        const days = yield* moneyByDay(user.id, { from: today, to: today })
        return days.map(({ inCount, inMinor, outCount, outMinor }) => [inCount, inMinor, outCount, outMinor])
      })
      yield* scrape(accountId, epoch, [
        { amount: "50.00", description: "TRF DE WEBER JONAS" },
        { amount: "50.01", description: "WEBER JONAS" },
        { amount: "-8.00", description: "CUOTA" }
      ])
      assert.deepStrictEqual(yield* day, [[2, 10_001n, 1, -800n]])

      const [known, double] = [yield* movementId(accountId, "50.00"), yield* movementId(accountId, "50.01")]
      yield* sql`update movements set held_for = array[${known}]::uuid[] where id = ${double}`
      assert.deepStrictEqual(yield* day, [[1, 5_000n, 1, -800n]])
      yield* exclude(accountId, double)
      assert.deepStrictEqual(yield* day, [[1, 5_000n, 1, -800n]])
      yield* include(accountId, double)
      assert.deepStrictEqual(yield* day, [[2, 10_001n, 1, -800n]])
    })
  )
})
