import { assert, it } from "vitest"
import { accountsIn } from "../src/record.ts"

it("A recording hides whatever account numbers the script handed over, not only IBANs, which are found anywhere", () => {
  const movement = { date: "2026-11-18", amount: "1.00", currency: "EUR", description: "X" }
  const accounts = [
    "2850590940090418135201",
    "37040044/0532013000",
    "ES9121000418450200051332",
    "1234",
    "37040044/0532013000"
  ]
  const statement = {
    movements: [movement, ...accounts.map((counterpartyAccount) => ({ ...movement, counterpartyAccount }))],
    coverage: { from: "2026-11-01", to: "2026-11-20", complete: true }
  }
  assert.deepStrictEqual(accountsIn(statement), ["2850590940090418135201", "37040044/0532013000"])
  assert.deepStrictEqual(accountsIn({ nothing: "of the kind" }), [])
})
