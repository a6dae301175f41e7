/** Rows that a script would have to open one by one, and what is known of them. */
import { MovementIntake } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { daysAgo, enrolled, scrape, Services, shopOrders } from "../matchingWorld.ts"

const rules = { zone: "Europe/Madrid" }

layer(Services, { excludeTestServices: true })("rows of a list", (it) => {
  it.effect("that were opened once are recalled as they were read, and taken in as the same movements", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const intake = yield* MovementIntake
      const date = yield* daysAgo(0)
      shopOrders.pending = []
      const listed = { date, amount: "80.00", currency: "EUR", description: "TRANSFERENCIA" }
      const details = {
        time: "10:15",
        description: "TRANSFERENCIA Pedido 7",
        counterparty: "NORA",
        counterpartyAccount: "ES91 2100 0418 4502 0005 1332"
      }
      const first = yield* scrape(accountId, epoch, [{ ...listed, ...details }])
      const fresh = { ...listed, amount: "81.00" }
      const [recalled, unknown] = yield* intake.recall(accountId, rules, [listed, fresh])
      const again = yield* scrape(accountId, epoch, [{ ...listed, ...recalled }])

      assert.deepStrictEqual([recalled?.time, recalled?.description], [details.time, details.description])
      assert.strictEqual(recalled?.counterparty, details.counterparty)
      assert.isNull(unknown)
      assert.deepStrictEqual([first.inserted, again.inserted, again.updated], [1, 0, 0])
    })
  )
})
