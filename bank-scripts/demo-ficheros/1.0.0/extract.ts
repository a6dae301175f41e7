import { type ExtractContext, movements, Retryable, type Statement, unlessGone } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

/**
 * The CSV has the balance after each movement, the OFX the balance of the account. Both are of the same rows: a difference
 * means that the list moved between the two downloads.
 */
export const extract = async (context: ExtractContext): Promise<Statement> => {
  const { page, since, step, today } = context
  const bank = pages(page)
  const open = () => page.goto("/ficheros/extractos")
  if (!(await bank.files.isVisible())) await open()
  const gone = { loggedOut: bank.front, unavailable: bank.closed, reopen: open }
  const [csv, ofx] = await step("files", () =>
    unlessGone(
      page,
      gone,
      async () => [await fileOf(context, bank, "csv"), await fileOf(context, bank, "ofx")] as const
    )
  )
  const statement = movements.csv(
    csv,
    {
      date: "Fecha",
      description: "Concepto",
      debit: /^Cargo/,
      credit: /^Abono/,
      balance: /^Saldo/,
      id: "Nº operación"
    },
    { currency: "EUR", dates: "dmy", decimal: ",", since, today, first: "oldest" }
  )
  const account = movements.ofx(ofx, { since, today })
  if (account.movements.length !== statement.movements.length) {
    throw new Retryable("bank_unavailable", "the movements changed between two downloads")
  }
  return { ...statement, ...(account.balance === undefined ? {} : { balance: account.balance }) }
}

/** The form answers in a tab of its own that only downloads. */
const fileOf = async ({ page, since }: ExtractContext, bank: Pages, format: "csv" | "ofx"): Promise<string> => {
  await bank.from.fill(movements.printDate(since, "dmy"))
  await bank.format.selectOption(format)
  const download = await page.download(() => bank.download.click())
  return download.text(format === "csv" ? "windows-1252" : "utf-8")
}
