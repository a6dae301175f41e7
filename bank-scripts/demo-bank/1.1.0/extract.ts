import { type ExtractContext, movements, Retryable, type Statement } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

/**
 * Lets the bank filter its list by date and reads all that is left: fewer pages than 1.0.0 where the list is long, and a
 * count that covers every row that is read.
 */
export const extract = async (context: ExtractContext): Promise<Statement> => {
  const bank = pages(context.page)
  const statement = await context.step("movements", () => read(context, bank))
  for (const fault of movements.checkBalances(statement)) context.log.warn(fault)
  return statement
}

const read = async (context: ExtractContext, bank: Pages): Promise<Statement> => {
  const { since, today } = context
  const { movements: list } = bank
  const open = () => openSince(context, bank)
  await open()
  return movements.fromTable(
    list.table,
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
      next: list.older,
      empty: list.none,
      loggedOut: bank.loginForm.userName,
      pageSize: 10,
      claim: () => claimOf(list),
      restart: open
    }
  )
}

/** Goes to the list, from the first day on. Where the bank has logged us out, its login form stands there. */
const openSince = async ({ page, since }: ExtractContext, bank: Pages): Promise<void> => {
  await page.goto(`/movements?from=${encodeURIComponent(movements.printDate(since, "dmy"))}`)
  const seen = await page.waitForAny({
    list: bank.movements.table.or(bank.movements.none),
    form: bank.loginForm.userName,
    maintenance: bank.maintenance,
    unavailable: bank.unavailable
  })
  if (seen === "maintenance" || seen === "unavailable") {
    throw new Retryable("bank_unavailable", "The bank is closed for maintenance or out of order")
  }
}

/** "24 movements", "Page 1 of 3" */
const claimOf = async ({ count, pageCount }: Pages["movements"]): Promise<movements.Claim> => {
  const [total] = (await count.innerText()).split(" ")
  const pageTotal = (await pageCount.innerText()).split(" ").at(-1)
  return { total: Number(total), pages: Number(pageTotal) }
}
