import fc from "fast-check"
import { assert, describe, expect, it } from "vitest"
import {
  addDays,
  decide,
  decidingOtherAmounts,
  type Decision,
  type MovementFacts,
  type OrderFacts,
  type OtherAmounts,
  toleratedFee
} from "@counterfoil/domain"
import { batchOf, movement, order } from "../facts.ts"

const decided = (facts: Partial<OtherAmounts>): ReadonlyArray<Decision> => {
  const steps = decidingOtherAmounts({
    orders: [],
    credits: [],
    barredPairs: [],
    preset: "default",
    knownUntil: Number.POSITIVE_INFINITY,
    tolerated: () => 0n,
    ...facts
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** `order: code payment difference …`. */
const summary = (facts: Partial<OtherAmounts>): ReadonlyArray<string> =>
  decided(facts).map(({ candidates, code, orderId }) =>
    [
      `${orderId}:`,
      code,
      ...candidates.flatMap(({ evidence, movementId }) => [movementId, evidence.at(-1)?.difference])
    ].join(" ")
  )

const ana = order({ id: "ana", amountMinor: 12_000n, name: "Ana Unzueta" })
const anas = order({ id: "anas", amountMinor: 8_050n, name: "Ana Unzueta" })
const luis = order({ id: "luis", amountMinor: 12_000n, name: "Luis Mora" })
const paid = (id: string, amountMinor: bigint, rest: Partial<MovementFacts> = {}) =>
  movement({ id, amountMinor, senderName: "ANA UNZUETA", ...rest })
const tolerated = (fee: string) => (each: OrderFacts) => toleratedFee(fee, each)

describe("an order that nobody paid as it is", () => {
  it("is ambiguous with what its payer paid less or more, and by how much", () => {
    expect(summary({ orders: [ana, luis], credits: [paid("less", 11_950n)] })).toEqual([
      "ana: ambiguous_partial less -0.50"
    ])
    expect(summary({ orders: [ana], credits: [paid("more", 12_900n), paid("less", 11_950n)] })).toEqual([
      "ana: ambiguous_partial less -0.50 more 9.00"
    ])
  })

  it("is ambiguous with the sum that pays it and another one, and with the parts that pay it together", () => {
    expect(summary({ orders: [ana, anas], credits: [paid("both", 20_050n)] })).toEqual([
      "ana: ambiguous_sum both 80.50",
      "anas: ambiguous_sum both 120.00"
    ])
    expect(summary({ orders: [ana], credits: [paid("one", 5_000n), paid("two", 7_000n)] })).toEqual([
      "ana: ambiguous_parts one -70.00 two -50.00"
    ])
  })

  it("is left alone where the payment is a stranger's, a doubtful name's, too far off, out of its time or a person's to refuse", () => {
    const nothing: ReadonlyArray<Partial<OtherAmounts>> = [
      { credits: [paid("m", 11_950n, { senderName: "PETRA LANG" })] },
      {
        credits: [paid("m", 11_950n, { senderName: "ANA UNZUETA RUIZ" })],
        orders: [{ ...ana, name: "Ana Unzueta Mora" }]
      },
      { credits: [paid("m", 5_999n)] },
      { credits: [paid("m", 11_950n, { bookedDate: addDays(ana.expiryDate, 2) })] },
      { credits: [paid("m", 11_950n, { held: true })] },
      { credits: [paid("m", 11_950n, { paysOrder: "another" })] },
      { credits: [paid("m", 11_950n, { currency: "USD" })] },
      // An order of its amount may still be listed.
      { credits: [paid("m", 11_950n)], knownUntil: paid("m", 1n).firstKnownAt - 1 },
      { credits: [paid("m", 11_950n)], barredPairs: [{ orderId: "ana", movementId: "m" }] }
    ]
    for (const facts of nothing) expect(summary({ orders: [ana], ...facts })).toEqual([])
  })

  it("is no part of a sum with what a person has separated from the payment", () => {
    const facts = { orders: [ana, anas], credits: [paid("both", 20_050n), paid("more", 10_000n)] }
    const codes = (barredPairs: OtherAmounts["barredPairs"]) =>
      decided({ ...facts, barredPairs }).map(({ code, orderId }) => `${orderId}: ${code}`)
    expect(codes([])).toEqual(["ana: ambiguous_sum", "anas: ambiguous_sum"])
    expect(codes([{ orderId: "anas", movementId: "both" }])).toEqual([
      "ana: ambiguous_partial",
      "anas: ambiguous_partial"
    ])
  })

  it("is left alone where the payment is what another order of its payer costs, part of a sum, or says another order", () => {
    expect(summary({ orders: [ana, anas], credits: [paid("m", 8_050n)] })).toEqual([])
    const third = order({ id: "third", amountMinor: 15_000n, name: "Ana Unzueta" })
    expect(summary({ orders: [ana, anas, third], credits: [paid("m", 20_050n)] })).toEqual([
      "ana: ambiguous_sum m 80.50",
      "anas: ambiguous_sum m 120.00"
    ])
    const said = paid("m", 11_950n, { text: "PED-10022" })
    expect(summary({ orders: [ana, { ...luis, reference: "PED-10022" }], credits: [said] })).toEqual([
      "luis: ambiguous_partial m -0.50"
    ])
  })
})

describe("a fee that the bank keeps", () => {
  it("is no reason to wait where the account tolerates it", () => {
    const less = { orders: [ana, luis], credits: [paid("m", 11_950n)] }
    expect(summary({ ...less, tolerated: tolerated("0.50") })).toEqual(["ana: matched_less_fee m -0.50"])
    expect(summary({ ...less, tolerated: tolerated("0.49") })).toEqual(["ana: ambiguous_partial m -0.50"])
  })

  it("is nobody's to guess where two payments or two orders are within it, and never more than was asked", () => {
    const facts = { orders: [ana], credits: [paid("m", 11_950n), paid("n", 11_900n)] }
    expect(summary({ ...facts, tolerated: tolerated("2") })).toEqual(["ana: ambiguous_partial m -0.50 n -1.00"])
    const twice = { orders: [ana, { ...ana, id: "anb" }], credits: [paid("m", 11_950n)] }
    expect(decided({ ...twice, tolerated: tolerated("2") }).map(({ code }) => code)).toEqual([
      "ambiguous_partial",
      "ambiguous_partial"
    ])
    expect(summary({ orders: [ana], credits: [paid("m", 12_050n)], tolerated: tolerated("2") })).toEqual([
      "ana: ambiguous_partial m 0.50"
    ])
  })

  it("is counted in the currency's units, rounded down, and as a fifth of the order at most", () => {
    const yen = { amountMinor: 5_000n, currency: "JPY" }
    expect(toleratedFee("1.999", yen)).toBe(1n)
    expect(toleratedFee("1.999", { amountMinor: 5_000n, currency: "KWD" })).toBe(1_000n)
    expect(toleratedFee("12.5", { amountMinor: 5_000n, currency: "EUR" })).toBe(1_000n)
    expect(["", "-1", "1e3", "99999", " 1", "1,5", null].map((text) => toleratedFee(text, yen))).toEqual(
      Array.from({ length: 7 }, () => 0n)
    )
  })
})

const word = fc.constantFrom("ANA", "LUIS", "GARCIA", "LOPEZ", "MORA", "UNZUETA")
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "))
const minor = fc.constantFrom(1_000n, 1_010n, 1_990n, 2_000n, 3_000n, 3_010n)
const orders = fc
  .array(fc.record({ name, amountMinor: minor, reference: fc.constantFrom(undefined, "PED-1001", "PED-1002") }), {
    maxLength: 6
  })
  .map((all) => all.map((facts, index) => order({ ...facts, id: `o${index}` })))
const credits = fc
  .array(fc.record({ senderName: name, amountMinor: minor, text: fc.constantFrom("PAGO", "PED-1001", "PED-1002") }), {
    maxLength: 6
  })
  .map((all) => all.map((facts, index) => movement({ ...facts, id: `m${index}` })))
const barredPairs = fc.array(
  fc.record({ orderId: fc.constantFrom("o0", "o1"), movementId: fc.constantFrom("m0", "m1") }),
  { maxLength: 2 }
)
const fee = fc.constantFrom("0", "0.1", "2", "9999")

describe("what is said of other amounts", () => {
  it("matches no more than a tolerated fee, each payment once, and never what a person has separated", () => {
    fc.assert(
      fc.property(orders, credits, barredPairs, fee, (o, m, barred, most) => {
        const facts = { orders: o, credits: m, barredPairs: barred }
        const found = decided({ ...facts, tolerated: tolerated(most) })
        const paying = found.flatMap(({ movementId }) => movementId ?? [])
        expect(new Set(paying).size).toBe(paying.length)
        expect(decided(facts).every(({ movementId }) => movementId === undefined)).toBe(true)
        for (const { candidates, movementId, orderId, result } of found) {
          const asked = o.find(({ id }) => id === orderId)
          const payment = m.find(({ id }) => id === movementId)
          if (asked !== undefined && payment !== undefined) {
            const missing = asked.amountMinor - payment.amountMinor
            assert.isTrue(missing > 0n && missing <= toleratedFee(most, asked))
          }
          expect(result).toBe(movementId === undefined ? "ambiguous" : "matched")
          expect(candidates.length).toBeGreaterThan(0)
          for (const candidate of candidates) {
            expect(barred).not.toContainEqual({ orderId, movementId: candidate.movementId })
          }
        }
      }),
      { numRuns: 60 }
    )
  })

  it("depends on no order of the input, and leaves alone what pays an order as it is", () => {
    fc.assert(
      fc.property(orders, credits, fee, (o, m, most) => {
        const found = decided({ orders: o, credits: m, tolerated: tolerated(most) })
        const turned = { orders: [...o].reverse(), credits: [...m].reverse(), tolerated: tolerated(most) }
        expect(decided(turned)).toEqual(found)
        const named = found.flatMap(({ candidates }) => candidates.map(({ movementId }) => movementId))
        const matched = decide(batchOf(o, m)).flatMap(({ code, movementId }) =>
          code === "matched_name" && movementId !== undefined ? [movementId] : []
        )
        expect(named.filter((id) => matched.includes(id))).toEqual([])
      }),
      { numRuns: 60 }
    )
  })
})
