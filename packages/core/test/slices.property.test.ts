import { amountKey, compareText, decide, type MovementFacts, type OrderFacts } from "@counterfoil/domain"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { slicesOf } from "../src/conciliation/pass/slices.ts"
import { wantedAmounts, wantedBy } from "../src/conciliation/pass/wantedAmounts.ts"

const names = ["María García", "Juan Pérez Soto", "Ana Ruiz", "Luis Gil Mora", "Eva Sanz"]

const orders = fc
  .array(
    fc.record({
      amount: fc.nat(40),
      currency: fc.constantFrom("EUR", "JPY", "KWD"),
      day: fc.integer({ min: 1, max: 28 })
    }),
    {
      maxLength: 900
    }
  )
  .map((all) =>
    all.map(({ amount, currency, day }, nth): OrderFacts => {
      const orderDate = `2026-10-${String(day).padStart(2, "0")}`
      return {
        id: String(nth).padStart(4, "0"),
        amountMinor: BigInt(100 * (1 + amount)),
        currency,
        name: names[nth % names.length] ?? "",
        orderDate,
        expiryDate: "2026-11-02",
        existsFrom: null,
        state: "open"
      }
    })
  )

/** Of the amounts of the orders, most by somebody who has one. */
const paymentsOf = (all: ReadonlyArray<OrderFacts>): ReadonlyArray<MovementFacts> =>
  all
    .filter((_, nth) => nth % 3 !== 0)
    .map(({ amountMinor, currency, name, orderDate }, nth) => ({
      id: `m${nth}`,
      amountMinor,
      currency,
      senderName: nth % 7 === 0 ? "" : name.toUpperCase(),
      text: "TRANSFERENCIA",
      bookedDate: orderDate,
      firstKnownAt: Date.parse(`${orderDate}T12:00:00Z`) + nth,
      booked: true,
      excluded: false,
      reversed: false,
      held: false,
      removed: false
    }))

describe("orders in slices", () => {
  it("are decided as if they were decided together", () => {
    fc.assert(
      fc.property(orders, (all) => {
        const context = { barredPairs: [], coverage: null, account: "active", preset: "default" } as const
        const movements = paymentsOf(all)
        const together = decide({ ...context, orders: all, movements })
        const inSlices = slicesOf(all).flatMap((slice) => {
          const minors = new Set(wantedBy(slice, wantedAmounts(all)).map(({ amountMinor }) => amountMinor))
          return decide({
            ...context,
            orders: slice,
            movements: movements.filter(({ amountMinor }) => minors.has(amountMinor))
          })
        })
        assert.deepStrictEqual(
          inSlices.sort((a, b) => compareText(a.orderId, b.orderId)),
          together
        )
      }),
      { numRuns: 30 }
    )
  })

  it("are all there, those that compete in one slice and in their order", () => {
    fc.assert(
      fc.property(orders, (all) => {
        const slices = slicesOf(all)
        assert.deepStrictEqual(
          slices
            .flat()
            .map(({ id }) => id)
            .sort(),
          all.map(({ id }) => id)
        )
        const sliceOf = new Map<bigint, number>()
        for (const [nth, slice] of slices.entries()) {
          for (const order of slice) {
            const before = sliceOf.get(amountKey(order)) ?? nth
            assert.strictEqual(before, nth)
            sliceOf.set(amountKey(order), nth)
          }
        }
        for (const key of sliceOf.keys()) {
          const among = (some: ReadonlyArray<OrderFacts>) => some.filter((each) => amountKey(each) === key)
          assert.deepStrictEqual(among(slices.flat()), among(all))
        }
      })
    )
  })

  it("want the movements that they would want together, no more and from the same day on", () => {
    fc.assert(
      fc.property(orders, (all) => {
        const wanted = wantedAmounts(all)
        const bySlices = slicesOf(all).map((slice) => wantedBy(slice, wanted))
        assert.sameDeepMembers([...new Set(bySlices.flat())], [...wanted])
        for (const [nth, slice] of slicesOf(all).entries()) {
          const own = new Set(wantedAmounts(slice).map(({ amountMinor }) => amountMinor))
          assert.sameMembers(bySlices[nth]?.map(({ amountMinor }) => amountMinor) ?? [], [...own])
        }
      })
    )
  })
})
