/** Which currency a row's amount is of, and at what time it was. */
import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { runLogin } from "./runScript.ts"

type Options = Partial<Parameters<typeof movements.fromTable>[2]>

const read = async (amounts: ReadonlyArray<string>, more: Options = {}) => {
  const statements: Array<Statement> = []
  const rows = amounts.map((amount, nth) => ["05/01/2026", `row ${nth}`, amount, amount.replaceAll(/[^A-Za-z]/g, "")])
  const ended = await runLogin(
    async ({ page }) => {
      const columns = { date: "Date", description: "Text", amount: "Amount" }
      const options = { currency: "EUR", dates: "dmy", since: "2025-01-01", today: "2026-01-31" } as const
      statements.push(await movements.fromTable(page.getByRole("table"), columns, { ...options, ...more }))
      return "authenticated"
    },
    ({ verb }) =>
      verb === "locator.rows"
        ? {
            ok: {
              headers: ["Date", "Text", "Amount", "Currency"],
              rows: rows.map((texts) => ({ cells: texts.map((text) => ({ text, href: null })) }))
            }
          }
        : { ok: verb === "page.waitForAny" ? "list" : null }
  )
  return { failed: ended.failed?.message, read: statements[0]?.movements.map((row) => `${row.amount} ${row.currency}`) }
}

describe("an amount beside which a currency stands", () => {
  it("is refused where the script says another one: it would pay an order that it doesn't pay", async () => {
    for (const text of ["12.50 USD", "£12.50", "USD 12.50"]) {
      const { failed } = await read(["3.00 €", text])
      assert.match(failed ?? "", /row 2 can't be read: .* is in (?:USD|GBP), and the script's currency is EUR/)
    }
  })

  it("is read where it is the script's, or none for certain", async () => {
    assert.deepStrictEqual((await read(["3.00 €", "4.00 EUR", "5.00 euros", "6.00", "$7.00"])).read, [
      "3.00 EUR",
      "4.00 EUR",
      "5.00 EUR",
      "6.00 EUR",
      "7.00 EUR"
    ])
    assert.deepStrictEqual((await read(["RMB 12.50"], { currency: "CNY" })).read, ["12.50 CNY"])
    assert.deepStrictEqual((await read(["£12.50"], { currency: "GIP" })).read, ["12.50 GIP"])
    assert.deepStrictEqual((await read(["E£ 12.50"], { currency: "EGP" })).read, ["12.50 EGP"])
  })

  it("is of the currency that its row says, in a list of several", async () => {
    const currency: Options["currency"] = (row) => row.cell("Currency")
    const options = { currency, decimal: "." } as const
    assert.deepStrictEqual((await read(["1.234 KWD", "1,234 JPY", "-5.10 chf"], options)).read, [
      "1.234 KWD",
      "1234 JPY",
      "-5.10 CHF"
    ])
    assert.match((await read(["1.00"], options)).failed ?? "", /row 1 can't be read: its currency "" is no code/)
  })
})

describe("a time of day", () => {
  const at = async (...times: ReadonlyArray<string>) => {
    const statements: Array<Statement> = []
    const ended = await runLogin(
      async ({ page }) => {
        const options = { currency: "EUR", dates: "dmy", since: "2025-01-01", today: "2026-01-31" } as const
        const fields = { date: "time", time: ".at", description: "p", amount: "b" }
        statements.push(await movements.fromList(page.getByRole("article"), fields, options))
        return "authenticated"
      },
      ({ verb }) =>
        verb === "locator.records"
          ? {
              ok: {
                headers: ["date", "time", "description", "amount"],
                rows: times.map((time, nth) => ({
                  cells: ["05/01/2026", time, `row ${nth}`, "1.00"].map((text) => ({ text, href: null }))
                }))
              }
            }
          : { ok: verb === "page.waitForAny" ? "list" : null }
    )
    return { failed: ended.failed?.message, read: statements[0]?.movements.map(({ time }) => time) }
  }

  it("before ten has no zero before it at many banks: one early payment had kept all from being read", async () => {
    const { read } = await at("9:05", "9.05 h", "23:59:01", "12:05 AM", "12:05 p. m.", "9:05 PM", "")
    assert.deepStrictEqual(read, ["09:05", "09:05", "23:59:01", "00:05", "12:05", "21:05", undefined])
  })

  it("that is none names its row", async () => {
    for (const time of ["9:75", "25:00", "13:00 PM", "hace 3 h"]) {
      assert.match((await at("9:05", time)).failed ?? "", /row 2 can't be read: .* is no time of day/)
    }
  })
})
