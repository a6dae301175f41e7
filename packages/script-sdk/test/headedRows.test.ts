import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { runLogin } from "./runScript.ts"

describe("a table whose headers are cells like others", () => {
  const today = "2026-01-31"
  const readFrom = async (lines: ReadonlyArray<ReadonlyArray<string>>) => {
    const statements: Array<Statement> = []
    const { failed } = await runLogin(
      async ({ page }) => {
        const columns = { date: "Fecha", description: ["Concepto", /^Obs/], amount: "Importe", id: { ifThere: "Ref" } }
        const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-01-01", today } as const
        statements.push(await movements.fromTable(page.locator("#grd"), columns, options))
        return "authenticated"
      },
      ({ verb }) => {
        if (verb !== "locator.rows") return { ok: verb === "page.waitForAny" ? "list" : null }
        return {
          ok: { headers: [], rows: lines.map((cells) => ({ cells: cells.map((text) => ({ text, href: null })) })) }
        }
      }
    )
    return { failed, statement: statements[0] }
  }
  const header = ["Fecha", "Concepto", "Observaciones", "Importe"]

  it("is read by them, wherever the bank puts its columns, and however often it says them", async () => {
    const { statement } = await readFrom([
      ["Movimientos de la cuenta"],
      header,
      ["30/01/2026", "Recibo", "luz", "-5,00"],
      ["Enero"],
      header,
      ["29/01/2026", "Nómina", "", "1.000,00"]
    ])

    assert.deepStrictEqual(statement?.movements, [
      { date: "2026-01-30", amount: "-5.00", currency: "EUR", description: "Recibo luz" },
      { date: "2026-01-29", amount: "1000.00", currency: "EUR", description: "Nómina" }
    ])
  })

  it("with nothing below them is a list without movements", async () => {
    const { statement } = await readFrom([header])

    assert.deepStrictEqual(statement?.movements, [])
  })

  it("ends with layout_changed once the bank calls one of them otherwise", async () => {
    const { failed } = await readFrom([
      ["Fecha", "Texto", "Observaciones", "Importe"],
      ["30/01/2026", "Recibo", "luz", "-5,00"]
    ])

    assert.deepInclude(failed, { failure: "layout_changed" })
  })
})
