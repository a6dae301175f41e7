import { type Context, Hono } from "hono"

import type { Bank } from "../Bank.ts"
import { addDays, type LocalDate } from "../calendar.ts"
import type { Session } from "../Customer.ts"
import type { Row } from "../Ledger.ts"
import { printAmount } from "../money.ts"
import { sliceOf } from "../listing.ts"
import { deviceToken, forgetSession, obstacles, sessionToken } from "../routes/visitor.ts"
import { outcomeOf, waitingLogin } from "./outcomes.ts"
import { unoPage, unoScript } from "./unoPage.ts"

const pageSize = 8

/** `+1.234,56 €`, and a real minus before debits. */
const signed = (cents: bigint): string => `${cents < 0n ? "\u2212" : "+"}${printAmount(cents < 0n ? -cents : cents)} €`

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** "Today", "Yesterday", "3 Nov": the year is left out. */
const relative = (day: LocalDate, today: LocalDate): string => {
  if (day === today) return "Today"
  if (day === addDays(today, -1)) return "Yesterday"
  const [, month = "", date = ""] = day.split("-")
  return `${Number(date)} ${monthNames[Number(month) - 1] ?? ""}`
}

const operation = (row: Row, today: LocalDate) => ({
  ref: row.reference ?? "",
  day: row.date,
  shown: relative(row.date, today),
  text: row.description,
  amount: signed(row.amount),
  pending: row.status === "pending"
})

export const unoRoutes = (bank: Bank): Hono => {
  const app = new Hono()
  app.use("/uno/*", obstacles(bank))

  app.get("/uno/uno.js", (c) => c.body(unoScript, 200, { "content-type": "text/javascript" }))
  for (const path of ["/uno", "/uno/account"]) app.get(path, (c) => c.html(unoPage()))

  const field = (body: unknown, name: string): string => {
    const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined
    return typeof value === "string" ? value : ""
  }

  app.post("/uno/api/login", async (c) => {
    const body: unknown = await c.req.json().catch(() => ({}))
    const username = field(body, "user")
    const step = bank.logins.enter(bank.customerByUsername(username), username, field(body, "password"), deviceToken(c))
    return c.json(outcomeOf(c, step))
  })

  app.get("/uno/api/approval", (c) => {
    const login = waitingLogin(c, bank)
    if (login === undefined) return c.json({ to: "stopped", sentence: "This login is over" })
    if (bank.logins.isRefused(login)) return c.json({ to: "stopped", sentence: "You have refused this login" })
    return c.json(
      bank.logins.isApproved(login) ? outcomeOf(c, bank.logins.submitCode(login, login.code)) : { to: "waiting" }
    )
  })

  /** An open session, kept alive by what it asks. */
  const sessionOf = (c: Context): Session | undefined => {
    const session = bank.sessions.find(sessionToken(c))
    if (session !== undefined) bank.sessions.touch(session)
    return session
  }

  app.get("/uno/api/balance", (c) => {
    const session = sessionOf(c)
    return session === undefined ? c.json({}, 401) : c.json({ balance: signed(session.customer.ledger.balance()) })
  })

  app.get("/uno/api/operations", (c) => {
    const session = sessionOf(c)
    if (session === undefined) return c.json({}, 401)
    const from = Math.max(0, Math.trunc(Number(c.req.query("from") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "all" })
    return c.json({ operations: rows.map((row) => operation(row, bank.today())), total })
  })

  app.post("/uno/api/logout", (c) => {
    const session = bank.sessions.find(sessionToken(c))
    if (session !== undefined) bank.sessions.close(session, "logout")
    forgetSession(c)
    return c.json({})
  })

  return app
}
