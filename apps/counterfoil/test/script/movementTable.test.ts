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

describe("movements on an author's terminal", () => {
  it("of a recording are printed as they are", () => {
    assert.match(
      movementTable(golden).join("\n"),
      /2026-11-20 +-1234\.56 EUR +TRF DE Ana Ruiz 42 +01234567\n1 movements$/
    )
  })

  it("of a bank show only their shape: neither who nor how much", () => {
    assert.match(
      movementTable(golden, "shape").join("\n"),
      /2026-11-20 +-9999\.99 EUR +XXX XX Xxx Xxxx 99 +01234567\n1 movements \(their shape; --show prints them\)$/
    )
  })
})
