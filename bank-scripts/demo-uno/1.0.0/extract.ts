import { expect, type ExtractContext, movements, type Statement } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

/** Dates come from the `datetime` of each item: what is printed ("Yesterday", "3 Nov") leaves the year out. */
export const extract = async ({ page, since, step, today }: ExtractContext): Promise<Statement> => {
  const bank = pages(page)
  const open = async () => {
    await page.goto("/uno/account")
    await expect(bank.total).toBeVisible({ timeout: 15_000 })
  }
  const statement = await step("operations", async () => {
    await open()
    return movements.fromList(
      bank.list.getByRole("listitem"),
      {
        date: { css: "time", attribute: "datetime" },
        description: ".who",
        amount: "output",
        id: { css: "", attribute: "data-ref" }
      },
      {
        currency: "EUR",
        dates: "ymd",
        decimal: ",",
        since,
        today,
        next: bank.more,
        grows: true,
        claim: async () => ({ total: Number.parseInt(await bank.total.innerText(), 10) }),
        restart: open,
        pending: (row) => row.cell("id") === ""
      }
    )
  })
  return { ...statement, balance: movements.amount(await bank.balance.innerText(), { decimal: "," }) }
}
