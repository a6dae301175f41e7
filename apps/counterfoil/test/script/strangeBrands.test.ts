import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { change, layers } from "./bankVisit.ts"
import { brands, busyCustomer, linesOf, readBrand, truthOf } from "./brandRuns.ts"

const isFull = process.env["VERIFY"] !== undefined

/** The older ones have their tests in `brands.test.ts` and `demoBank.test.ts`; the held-back ones are read with the full checks. */
const strange = brands.slice(4).filter(({ heldBack }) => isFull || heldBack !== true)
/** In a hurry those that no other test drives; all of them by `npm run verify` and `npm run bench -- banks`. */
const tried = strange.filter((_, nth) => isFull || nth % 4 === 2)

layer(layers, { excludeTestServices: true })("scripts for banks that are awkward in ways of their own", (it) => {
  for (const brand of tried) {
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
