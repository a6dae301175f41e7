import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { simulateOutage } from "../simulate/outage.ts"

layer(TestDatabase.layer, { excludeTestServices: true })("An outage of every receiver", (it) => {
  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "loses nothing, sends nothing twice, and is over within minutes of its end",
    () =>
      Effect.gen(function* () {
        const report = yield* simulateOutage({ messages: 200, endpoints: 5, hours: 1, seed: 7 })

        assert.deepInclude(report, { delivered: 200, duplicates: 0 })
        assert.isAbove(report.attempts, 400)
        assert.isAtMost(report.minutesTo99, 10)
      })
  )
})
