import { assert, describe, it } from "@effect/vitest"
import { movementTable } from "../../src/script/movementTable.ts"

const golden = {
  outcome: "read",
  movements: [
    {
      key: "0123456789abcdef",
      movement: { date: "2026-11-20", amount: "-1234.56", currency: "EUR", description: "TRF DE Ana Ruiz 42" }
    }
  ]
}

const named = { date: "2026-11-19", amount: "80.00", currency: "EUR", description: "Rent", counterparty: "Ana Ruiz" }

describe("movements on an author's terminal", () => {
  it("of a recording are printed as they are", () => {
    assert.match(
      movementTable(golden).join("\n"),
      /2026-11-20 +-1234\.56 EUR +TRF DE Ana Ruiz 42 +01234567\n1 movements$/
    )
  })

  it("say who paid, where the bank prints it apart, or the shape of it", () => {
    const paid = { key: "89ab", movement: named }
    const both = { ...golden, movements: [...golden.movements, paid] }

    assert.match(
      movementTable(both).join("\n"),
      /description +counterparty +identity\n.*Ruiz 42 {2,}01234567\n.*Rent {2,}Ana Ruiz +89ab/
    )
    assert.match(movementTable(both, "shape").join("\n"), /Xxxx {2,}Xxx Xxxx +89ab/)
    assert.notInclude(movementTable(golden).join("\n"), "counterparty")
  })

  it("of a bank show only their shape: neither who nor how much", () => {
    assert.match(
      movementTable(golden, "shape").join("\n"),
      /2026-11-20 +-9999\.99 EUR +XXX XX Xxx Xxxx 99 +01234567\n1 movements \(their shape; --show prints them\)$/
    )
  })
})
