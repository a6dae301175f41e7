import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readAccountNumber } from "@counterfoil/domain"
import { addMovement, change, layers, newCustomer } from "./bankVisit.ts"
import { brands, busyCustomer, linesOf, readBrand, truthOf } from "./brandRuns.ts"

const isFull = process.env["VERIFY"] !== undefined

/** The older ones have their tests in `brands.test.ts` and `demoBank.test.ts`; the held-back ones are read with the full checks. */
const strange = brands.slice(4).filter(({ heldBack }) => isFull || heldBack !== true)
/** In a hurry those that no other test drives; all of them by `npm run verify` and `npm run bench -- banks`. */
const tried = strange.filter((_, nth) => isFull || nth % 4 === 2)

layer(layers, { excludeTestServices: true })("scripts for banks that are awkward in ways of their own", (it) => {
  for (const brand of tried) {
    it.effect(`${brand.bank} is read equal to the bank's truth: ${brand.about}`, () =>
      Effect.gen(function* () {
        const customer = yield* busyCustomer()
        yield* change(customer, { asksSmsCode: true })

        const { log, told, verdict } = yield* readBrand({ brand, customer })

        assert.deepStrictEqual(linesOf(verdict), yield* truthOf(customer, brand))
        assert.strictEqual(verdict.kind, "right")
        assert.deepStrictEqual(told, [brand.asks ?? "otp.request", "otp.accepted"])
        assert.deepStrictEqual(log, [])
      })
    )
  }

  it.effect(
    "demo-kontor prints from whose account money came, whole and of transfers in only, and its script reads it",
    () =>
      Effect.gen(function* () {
        const customer = yield* newCustomer({ asksSmsCode: true })
        for (const payer of ["Nora Quiroga", "Nora Quiroga", "Leo Paz"]) {
          yield* addMovement(customer, { amount: "80.00", payer })
        }
        yield* addMovement(customer, { kind: "card", amount: "7.00", description: "CAFE" })
        const brand = brands.find(({ bank }) => bank === "demo-kontor")
        const { verdict } = yield* readBrand({ brand: brand ?? assert.fail("it is there"), customer })
        if (verdict.kind !== "right") return assert.fail(verdict.kind)
        const read = verdict.statement.movements.map(({ amount, counterpartyAccount }) => ({
          amount,
          account: readAccountNumber(counterpartyAccount)
        }))
        const ofTransfers = read.filter(({ amount }) => amount === "80.00").map(({ account }) => account)
        assert.deepStrictEqual([...new Set(ofTransfers.map((account) => account?.is.kind))], ["iban"])
        assert.strictEqual(new Set(ofTransfers.map((account) => account?.text)).size, 2)
        assert.isUndefined(read.find(({ amount }) => amount === "-7.00")?.account)
      })
  )
})
