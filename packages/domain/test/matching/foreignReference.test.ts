/** A payment that says another order's reference is that order's, whatever that one costs and whoever pays. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decide, orderTimes } from "@counterfoil/domain"
import { batchOf, decided, minutes, movement, order } from "../facts.ts"

const other = { amountMinor: 15_000n, currency: "EUR", reference: "PED-1002" }

describe("a payment that says the reference of another open order", () => {
  it("doesn't pay an order of another amount by its name alone", () => {
    const orders = [order({ id: "o1", reference: "PED-1001" }), order({ id: "o2", ...other })]
    expect(decided(orders, [movement({ id: "m", text: "PAGO A CUENTA PED-1002" })])).toEqual([
      "o1 not_found_reference",
      "o2 not_found_amount"
    ])
    expect(decided(orders, [movement({ id: "m", text: "PAGO A CUENTA PED-1001" })])[0]).toBe("o1 matched_reference m")
    expect(decided(orders, [movement({ id: "m", text: "PAGO A CUENTA" })])[0]).toBe("o1 matched_name m")
  })

  it("doesn't pay a namesake's", () => {
    const orders = [
      order({ id: "o1", name: "Maria Garcia", reference: "PED-1001" }),
      order({ id: "o2", name: "Maria Garcia Ruiz", ...other })
    ]
    const payment = movement({ id: "m", senderName: "MARIA GARCIA RUIZ", text: "PED-1002" })
    expect(decided(orders, [payment])[0]).toMatch(/^o1 not_found/)
  })

  it("pays that order where several of its customer have one reference", () => {
    const orders = [order({ id: "o1", reference: "PED-1002" }), order({ id: "o2", ...other })]
    expect(decided(orders, [movement({ id: "m", text: "PED-1002" })])[0]).toBe("o1 matched_reference m")
  })

  it("is nobody's in particular where several orders of other amounts have it", () => {
    const orders = [
      order({ id: "o1" }),
      order({ id: "o2", ...other }),
      order({ id: "o3", ...other, amountMinor: 9_000n })
    ]
    expect(decided(orders, [movement({ id: "m", text: "PED-1002" })])[0]).toBe("o1 matched_name m")
  })

  it("pays an expired order that has it too", () => {
    const late = order({ id: "o1", reference: "PED-1002", state: "expired", name: "Nobody Atall" })
    const orders = [late, order({ id: "o2", ...other })]
    expect(decided(orders, [movement({ id: "m", text: "PED-1002" })])[0]).toBe("o1 matched_reference m")
  })

  it("is no other order's either where the pass doesn't decide on that one, or it is paid already", () => {
    const orders = [order({ id: "o1", reference: "PED-1001" })]
    const payment = movement({ id: "m", text: "PED-1002" })
    const withReference = (isPaid: boolean, amountMinor: bigint) =>
      decided(orders, [payment], { references: [{ ...other, amountMinor, isPaid }] })[0]
    expect(withReference(false, 15_000n)).toBe("o1 not_found_reference")
    expect(withReference(true, 15_000n)).toBe("o1 not_found_reference")
    expect(withReference(true, 12_000n)).toBe("o1 not_found_reference")
    expect(decided(orders, [payment], { references: [] })[0]).toBe("o1 matched_name m")
  })

  it("is told apart from its payer's payments that don't", () => {
    const orders = [order({ id: "o1" }), order({ id: "o2" })]
    const payments = [movement({ id: "m1" }), movement({ id: "m2", text: "PED-1002" }), movement({ id: "m3" })]
    const found = decided(orders, payments, { references: [{ ...other, isPaid: false }] })
    expect(found.map((each) => each.split(" ").at(-1))).toEqual(["m1", "m3"])
  })

  it("says as much in a pass of all orders as in one that is given their references", () => {
    const some = fc.record({
      amountMinor: fc.constantFrom(12_000n, 15_000n),
      name: fc.constantFrom("Maria Garcia Lopez", "Leo Paz Ruiz"),
      reference: fc.option(fc.constantFrom("PED-1001", "PED-1002", "LUZ"), { nil: undefined })
    })
    const paid = fc.record({
      amountMinor: fc.constantFrom(12_000n, 15_000n),
      senderName: fc.constantFrom("MARIA GARCIA LOPEZ", "LEO PAZ RUIZ"),
      text: fc.constantFrom("", "PED-1001", "PED 1002", "PED-1001 PED-1002")
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 6 }), fc.array(paid, { maxLength: 6 }), (orders, payments) => {
        const all = orders.map((facts, index) => order({ id: `o${index}`, ...facts }))
        const batch = batchOf(
          all,
          payments.map((facts, index) => movement({ id: `m${index}`, ...facts }))
        )
        const references = all.flatMap(({ amountMinor, currency, reference }) =>
          reference === undefined ? [] : [{ amountMinor, currency, reference, isPaid: false }]
        )
        expect(decide({ ...batch, references })).toEqual(decide(batch))
      })
    )
  })
})

describe("an order whose created_at lies ahead", () => {
  it("may have been paid since the poll before the one that listed it", () => {
    const start = Date.parse("2026-11-20T10:00:00Z")
    const times = orderTimes({
      createdAt: start + minutes(70),
      firstSeenAt: start + minutes(40),
      previousPollAt: start + minutes(5),
      expiresAt: start + minutes(7_200),
      zone: "Europe/Madrid"
    })
    const paidAfter = (passed: number) =>
      decided([order({ id: "o", ...times })], [movement({ id: "m", firstKnownAt: start + minutes(passed) })])
    expect(paidAfter(20)).toEqual(["o matched_name m"])
    expect(paidAfter(-20)).toEqual(["o not_found_known_before"])
  })
})
