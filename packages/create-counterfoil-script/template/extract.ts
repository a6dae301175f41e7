import { type ExtractContext, movements, Retryable, type Statement } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

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

/** Goes to the list. Where the bank has logged us out, its login form stands there. */
const openList = async ({ page }: ExtractContext, bank: Pages): Promise<"list" | "form"> => {
  await page.goto("/movements")
  const seen = await page.waitForAny({
    list: bank.movements.table.or(bank.movements.none),
    form: bank.loginForm.userName,
    maintenance: bank.maintenance,
    unavailable: bank.unavailable
  })
  if (seen === "list" || seen === "form") return seen
  throw new Retryable("bank_unavailable", "The bank is closed for maintenance or out of order")
}

const openSince = async (context: ExtractContext, bank: Pages): Promise<void> => {
  if ((await openList(context, bank)) === "form") return
  await bank.filter.from.fill(movements.printDate(context.since, "dmy"))
  await bank.filter.show.click()
  await context.page.waitForAny({ filtered: { url: /[?&]from=\d/ }, form: bank.loginForm.userName })
}

/** "24 movements", "Page 1 of 3" */
const claimOf = async ({ count, pageCount }: Pages["movements"]): Promise<movements.Claim> => {
  const [total] = (await count.innerText()).split(" ")
  const pageTotal = (await pageCount.innerText()).split(" ").at(-1)
  return { total: Number(total), pages: Number(pageTotal) }
}
