import { describe, expect, it } from "vitest"
import { decide, reasonCodes, reasonSentence, type ReasonCode } from "@counterfoil/domain"
import { batchOf, minutes, movement, order } from "../facts.ts"

const at = Date.parse("2026-11-20T12:00:00Z")

interface Scenario {
  readonly title: string
  readonly code: ReasonCode
  readonly batch: Parameters<typeof batchOf>
}

/** One way to each reason; the first order of the batch is the one that gets it. */
const scenarios: ReadonlyArray<Scenario> = [
  {
    title: "the payer has the order's name",
    code: "matched_name",
    batch: [[order({ id: "o" })], [movement({ id: "m" })]]
  },
  {
    title: "the bank leaves a surname out",
    code: "matched_contained_name",
    batch: [[order({ id: "o" })], [movement({ id: "m", senderName: "MARIA GARCIA" })]]
  },
  {
    title: "another person pays with the order's reference",
    code: "matched_reference",
    batch: [
      [order({ id: "o", reference: "FAC-2026-0117" })],
      [movement({ id: "m", senderName: "JUAN PEREZ", text: "TRANSF FAC 2026 0117 GRACIAS" })]
    ]
  },
  {
    title: "the tax id is the order's",
    code: "matched_tax_id",
    batch: [
      [order({ id: "o", name: "Talleres Pérez SL", taxId: "ES-B12345674" })],
      [movement({ id: "m", senderName: "AUTOS PEREZ", senderTaxId: "B12345674" })]
    ]
  },
  {
    title: "a person has confirmed the name before",
    code: "matched_alias",
    batch: [[order({ id: "o", aliases: ["Kiko Pizza SL"] })], [movement({ id: "m", senderName: "KIKO PIZZA" })]]
  },
  {
    title: "a person has confirmed the account before",
    code: "matched_alias_account",
    batch: [
      [order({ id: "o", confirmedAccounts: ["ES9121000418450200051332"] })],
      [movement({ id: "m", senderName: "JUAN PEREZ", senderAccount: "ES9121000418450200051332" })]
    ]
  },
  {
    title: "two equal payments came for two equal orders",
    code: "matched_equal_set",
    batch: [
      [order({ id: "o" }), order({ id: "p" })],
      [movement({ id: "m" }), movement({ id: "n", firstKnownAt: at + minutes(20) })]
    ]
  },
  {
    title: "two equal payments came for one order",
    code: "ambiguous_movements",
    batch: [[order({ id: "o" })], [movement({ id: "m" }), movement({ id: "n" })]]
  },
  {
    title: "one payment came for two equal orders",
    code: "ambiguous_orders",
    batch: [[order({ id: "o" }), order({ id: "p" })], [movement({ id: "m" })]]
  },
  {
    title: "two payments agree only by half with the name",
    code: "ambiguous_partial_name",
    batch: [
      [order({ id: "o" })],
      [movement({ id: "m", senderName: "MARIA GARCIA SANZ" }), movement({ id: "n", senderName: "MARIA LOPEZ RUIZ" })]
    ]
  },
  {
    title: "the order's name says nothing",
    code: "ambiguous_missing_name",
    batch: [[order({ id: "o", name: "." })], [movement({ id: "m" }), movement({ id: "n", senderName: "JUAN PEREZ" })]]
  },
  {
    title: "too many orders of the amount share the name",
    code: "ambiguous_crowding",
    batch: [
      [
        order({ id: "o", name: "María García López" }),
        ...Array.from({ length: 7 }, (_, index) => order({ id: `p${index}`, name: `María García Ortuzar${index}` }))
      ],
      [
        movement({ id: "m", senderName: "MARIA GARCIA SANZ LEON" }),
        movement({ id: "n", senderName: "MARIA GARCIA RUIZ MORA" })
      ]
    ]
  },
  {
    title: "no movement has the amount",
    code: "not_found_amount",
    batch: [[order({ id: "o" })], [movement({ id: "m", amountMinor: 1n })]]
  },
  {
    title: "the amount came in another currency",
    code: "not_found_currency",
    batch: [[order({ id: "o" })], [movement({ id: "m", amountMinor: 120n, currency: "JPY" })]]
  },
  {
    title: "the amount came two days before the order",
    code: "not_found_window",
    batch: [[order({ id: "o" })], [movement({ id: "m", bookedDate: "2026-11-18" })]]
  },
  {
    title: "the movement was known before the order existed",
    code: "not_found_known_before",
    batch: [[order({ id: "o" })], [movement({ id: "m", firstKnownAt: at - minutes(16) })]]
  },
  {
    title: "the movement is excluded",
    code: "not_found_set_aside",
    batch: [[order({ id: "o" })], [movement({ id: "m", excluded: true })]]
  },
  {
    title: "the movement is pending",
    code: "not_found_pending",
    batch: [[order({ id: "o" })], [movement({ id: "m", booked: false })]]
  },
  {
    title: "a person has separated the pair",
    code: "not_found_barred",
    batch: [[order({ id: "o" })], [movement({ id: "m" })], { barredPairs: [{ orderId: "o", movementId: "m" }] }]
  },
  {
    title: "the movement pays another order",
    code: "not_found_paid",
    batch: [[order({ id: "o" })], [movement({ id: "m", paysOrder: "x" })]]
  },
  {
    title: "the movement has no sender",
    code: "not_found_nameless",
    batch: [[order({ id: "o" })], [movement({ id: "m", senderName: "" })]]
  },
  {
    title: "somebody else paid the amount",
    code: "not_found_name",
    batch: [[order({ id: "o" })], [movement({ id: "m", senderName: "JUAN PEREZ" })]]
  },
  {
    title: "the payer says another order's reference",
    code: "not_found_reference",
    batch: [
      [order({ id: "o" }), order({ id: "p", amountMinor: 15_000n, reference: "PED-1002" })],
      [movement({ id: "m", text: "PED-1002" })]
    ]
  },
  {
    title: "one payment is possible, and no more than that",
    code: "not_found_weak",
    batch: [
      [order({ id: "o" }), order({ id: "p", name: "Xabier Unzueta Ortuzar" })],
      [movement({ id: "m", senderName: "MARIA GARCIA SANZ" })]
    ]
  },
  {
    title: "the bank's list was not complete",
    code: "skipped_incomplete",
    batch: [[order({ id: "o" })], [], { coverage: { from: "2026-11-21", to: "2026-11-22", complete: true } }]
  },
  {
    title: "the account is paused",
    code: "skipped_paused",
    batch: [[order({ id: "o" })], [movement({ id: "m" })], { account: "paused" }]
  },
  {
    title: "the account is blocked",
    code: "skipped_blocked",
    batch: [[order({ id: "o" })], [movement({ id: "m" })], { account: "blocked" }]
  }
]

const firstDecision = ({ batch }: Scenario) =>
  decide(batchOf(...batch)).find(({ orderId }) => orderId === batch[0][0]?.id)

describe("an attempt", () => {
  it.each(scenarios)("says $code when $title", (scenario) => {
    const decision = firstDecision(scenario)
    expect(decision?.code).toBe(scenario.code)
    expect(decision?.reason).toBe(reasonSentence(scenario.code))
    expect(scenario.code.startsWith(decision?.result ?? "")).toBe(true)
  })

  it("can give every reason but those of a person, of a fault, and of other amounts (otherAmounts.test.ts)", () => {
    const reached = new Set(scenarios.map((scenario) => firstDecision(scenario)?.code))
    expect(reasonCodes.filter((code) => !reached.has(code))).toEqual([
      "matched_less_fee",
      "matched_by_person",
      "ambiguous_partial",
      "ambiguous_sum",
      "ambiguous_parts",
      "error_attempt"
    ])
    expect(new Set(reasonCodes.map(reasonSentence)).size).toBe(reasonCodes.length)
  })
})
