import { type Context, Hono } from "hono"

import type { Bank } from "../Bank.ts"
import { parseDate } from "../calendar.ts"
import type { Session } from "../Customer.ts"
import { shiftNow, spoil } from "../listing.ts"
import { homePage, movementsPage } from "../pages/accountPages.ts"
import { labelsOf } from "../pages/labels.ts"
import { csvStatement, ofxStatement, type Range, within } from "../statement.ts"
import { type LoggedIn, loggedIn, obstacles } from "./visitor.ts"

const pageSize = 10

const rangeOf = (c: Context): Range & { readonly problem: string | undefined } => {
  const [from, to] = [c.req.query("from") ?? "", c.req.query("to") ?? ""]
  const range = { from: parseDate(from), to: parseDate(to) }
  const unread = (from !== "" && range.from === undefined) || (to !== "" && range.to === undefined)
  return { ...range, problem: unread ? "Dates must be written dd/mm/yyyy" : undefined }
}

export const accountRoutes = (bank: Bank): Hono<LoggedIn> => {
  const app = new Hono<LoggedIn>()
  for (const path of ["/home", "/movements", "/statement.csv", "/statement.ofx"]) {
    app.use(path, obstacles(bank), loggedIn(bank))
  }

  const note = (session: Session, page: string, detail: Record<string, number | string> = {}) =>
    bank.journal.write("page-read", { customer: session.customer.profile.id, sessionId: session.id, page, ...detail })

  app.get("/home", (c) => {
    const session = c.get("session")
    note(session, "home")
    const { layout } = bank.switches.of(session.customer)
    return c.html(homePage(session.customer, labelsOf(layout), bank.today()))
  })

  app.get("/movements", (c) => {
    const session = c.get("session")
    const { customer } = session
    const asked = Math.max(1, Math.trunc(Number(c.req.query("page") ?? "1")) || 1)
    if (asked > 1) shiftNow(bank, customer)
    const switches = bank.switches.of(customer)
    const range = rangeOf(c)
    const rows = range.problem === undefined ? within(customer.ledger.rows(), range) : []
    const pageCount = Math.max(1, Math.ceil(rows.length / pageSize))
    const pageNumber = Math.min(asked, pageCount)
    const printed = spoil(rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), switches)
    const from = c.req.query("from") ?? ""
    note(session, "movements", { number: pageNumber, rows: printed.length, ...(from === "" ? {} : { from }) })
    return c.html(
      movementsPage({
        customer,
        labels: labelsOf(switches.layout),
        rows: printed,
        total: rows.length,
        pageNumber,
        pageCount,
        from: c.req.query("from") ?? "",
        to: c.req.query("to") ?? "",
        problem: range.problem
      })
    )
  })

  const statement = (format: "csv" | "ofx", type: string) =>
    app.get(`/statement.${format}`, (c) => {
      const session = c.get("session")
      const { ledger, profile } = session.customer
      const range = rangeOf(c)
      if (range.problem !== undefined) return c.text(range.problem, 400)
      const rows = within(ledger.rows(), range)
      note(session, `statement.${format}`, { rows: rows.length })
      const account = { iban: profile.iban, balance: ledger.balance(), today: bank.today(), range }
      return c.body(format === "csv" ? csvStatement(rows) : ofxStatement(rows, account), 200, {
        "content-type": type,
        "content-disposition": `attachment; filename="statement-${bank.today()}.${format}"`
      })
    })
  statement("csv", "text/csv; charset=utf-8")
  statement("ofx", "application/x-ofx; charset=utf-8")

  return app
}
