import { assert, describe, it } from "vitest"
import { movements, type Page, type Statement } from "@counterfoil/script-sdk"
import { runLogin } from "./runScript.ts"

const options = {
  currency: "EUR",
  dates: "dmy",
  decimal: ",",
  since: "2026-01-01",
  today: "2026-01-31"
} as const
const rows = [
  ["09/01/2026", "TRANSFER", "Order 7", "ANA RUIZ", "80,00"],
  ["08/01/2026", "CARD", "", "", "-7,00"]
]

describe("what the payer wrote, where a bank prints it apart", () => {
  const readBy = async (read: (page: Page) => Promise<Statement>) => {
    const statements: Array<Statement> = []
    const login = runLogin(
      async ({ page }) => {
        statements.push(await read(page))
        return "authenticated"
      },
      ({ verb }) => {
        if (verb === "page.waitForAny") return { ok: "list" }
        const names = ["date", "description", "message", "counterparty", "amount"]
        const cells = rows.map((row) => ({ cells: row.map((text) => ({ text, href: null })) }))
        return { ok: verb === "locator.rows" || verb === "locator.records" ? { headers: names, rows: cells } : null }
      }
    )
    await login
    return statements[0]?.movements.map(({ counterparty, description }) => [description, counterparty])
  }
  const expected = [
    ["TRANSFER Order 7", "ANA RUIZ"],
    ["CARD", undefined]
  ]

  it("stands in the description of a table's movement", async () => {
    const columns = {
      date: "date",
      description: ["description", "message"],
      counterparty: "counterparty",
      amount: "amount"
    }
    const read = await readBy((page) => movements.fromTable(page.getByRole("table"), columns, options))

    assert.deepStrictEqual(read, expected)
  })

  it("stands in the description of a list's movement", async () => {
    const fields = { date: "time", description: "h3", message: "q", counterparty: "b", amount: "data" }
    const read = await readBy((page) =>
      movements.fromList(page.getByRole("listitem"), fields, {
        ...options,
        transform: { description: (text, row) => `${text} ${row.cell("message")}`.trim() }
      })
    )

    assert.deepStrictEqual(read, expected)
  })
})
