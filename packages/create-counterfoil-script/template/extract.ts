import { type ExtractContext, movements, type Statement } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export const extract = async (context: ExtractContext): Promise<Statement> => {
  const statement = await context.step("movements", () => read(context))
  for (const fault of movements.checkBalances(statement)) context.log.warn(fault)
  return statement
}

const read = async (context: ExtractContext): Promise<Statement> => {
  const { page, since, today } = context
  const bank = pages(page)
  /** Goes to the list, and has the bank filter it. Where we were logged out, the login form stands there instead. */
  const open = async () => {
    await page.goto("/movements")
    const seen = await page.waitForAny({ filter: bank.filterFrom, form: bank.userName, closed: bank.closed })
    if (seen !== "filter") return
    await bank.filterFrom.fill(movements.printDate(context.since, "dmy"))
    await bank.filter.click()
    await page.waitForAny({ filtered: { url: /[?&]from=\d/ }, form: bank.userName, closed: bank.closed })
  }
  await open()
  return movements.fromTable(
    bank.table,
    {
      date: "Date",
      time: { ifThere: "Time" },
      description: "Description",
      id: { ifThere: "Reference" },
      amount: "Amount",
      balance: "Balance"
    },
    {
      currency: "EUR",
      dates: "dmy",
      decimal: ",",
      pending: (row) => row.cell("Status") === "Pending",
      since,
      today,
      next: bank.older,
      empty: bank.none,
      loggedOut: bank.userName,
      unavailable: bank.closed,
      pageSize: 10,
      claim: async () => ({ total: await bank.total(), pages: await bank.pageTotal() }),
      restart: open
    }
  )
}
