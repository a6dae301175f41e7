import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { observeDelivery } from "../../src/operators/metrics.ts"

it.effect(
  "a user who makes ever more banks and versions makes no more series of a histogram than an operator can read",
  () =>
    Effect.gen(function* () {
      const observe = (nth: number) =>
        observeDelivery({ bank: `bank-${nth}`, version: "1.0.0", lane: "result" }, "delivered", 20)
      for (let nth = 0; nth < 2_000; nth++) yield* observe(nth)
      yield* observe(0)

      const found = (yield* Metric.snapshot).filter(({ id }) => id === "delivery_seconds")
      const countOf = (bank: string) =>
        found.flatMap((series) =>
          series.type === "Histogram" && series.attributes?.["bank"] === bank ? [series.state.count] : []
        )
      assert.lengthOf(found, 501)
      assert.deepStrictEqual(countOf("bank-0"), [2])
      assert.deepStrictEqual(countOf("other"), [1_500])
    })
)
