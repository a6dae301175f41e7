import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { change, layers } from "./bankVisit.ts"
import { brands, busyCustomer, linesOf, readBrand, truthOf } from "./brandRuns.ts"

/** The older ones have their tests in `brands.test.ts` and `demoBank.test.ts`. */
const strange = brands.slice(4)

layer(layers, { excludeTestServices: true })("scripts for banks that are awkward in ways of their own", (it) => {
  for (const brand of strange) {
    it.effect(
      `${brand.bank} is read equal to the bank's truth: ${brand.about}`,
      () =>
        Effect.gen(function* () {
          const customer = yield* busyCustomer()
          yield* change(customer, { asksSmsCode: true })

          const { log, told, verdict } = yield* readBrand({ brand, customer })

          assert.deepStrictEqual(linesOf(verdict), yield* truthOf(customer, brand))
          assert.strictEqual(verdict.kind, "right")
          assert.deepStrictEqual(told, [brand.asks ?? "otp.request", "otp.accepted"])
          assert.deepStrictEqual(log, [])
        }),
      60_000
    )
  }
})
