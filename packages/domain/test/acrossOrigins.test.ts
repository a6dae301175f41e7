import { describe, expect, it } from "vitest"
import { emptyLedger, rules, row, statement, taken } from "./intake.ts"

const named = { ...rules, namePrefixes: ["TRF DE"] }
const page = statement([row({ amount: "11.11", description: "TRF DE MORA INES" })])
const upload = (movement: Parameters<typeof row>[0]) =>
  taken(taken(emptyLedger, page, named), statement([row({ amount: "11.11", ...movement })]), named, undefined, "csv")

describe("a payment of a statement on the day and of the amount of one that the page showed", () => {
  it.each([
    ["in its text", { description: "TRF DE RUIZ VEGA CARLOS" }],
    ["beside its text", { description: "TRANSFER 4711", counterparty: "Carlos Ruiz Vega" }]
  ])("is listed and held where it names somebody else %s", (_, movement) => {
    const { last, movements } = upload(movement)
    expect(movements).toHaveLength(2)
    expect(last?.inserts.map(({ heldFor }) => heldFor.length)).toEqual([1])
  })

  it.each([
    ["names the same person", { description: "TRF DE INES MORA LOPEZ" }],
    ["names nobody", { description: "NTRF NONREF" }]
  ])("is the same one where it %s", (_, movement) => {
    expect(upload(movement).movements).toHaveLength(1)
  })
})
