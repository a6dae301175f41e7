import { type ExtractContext, movements, type Statement } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

/** The list is in a frame; it prints what is booked only. */
export const extract = async (context: ExtractContext): Promise<Statement> => {
  const { log, page, since, step, today } = context
  const bank = pages(page)
  const restart = () => page.goto("/caja/home")
  if (!(await bank.home.isVisible())) await restart()
  const statement = await step("statement", () =>
    movements.fromTable(
      bank.table,
      {
        date: "Day",
        description: "Details",
        id: "Operation",
        debit: "Paid out",
        credit: "Paid in",
        balance: "Balance"
      },
      {
        currency: "EUR",
        dates: "dmy",
        decimal: ".",
        since,
        today,
        next: bank.older,
        pageSize: 10,
        claim: async () => ({ total: Number((await bank.range.innerText()).split(" ").at(-1)) }),
        restart
      }
    )
  )
  for (const fault of movements.checkBalances(statement)) log.warn(fault)
  return statement
}
