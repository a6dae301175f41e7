/** Neo: a one-page app over a JSON API, and an approval in which the customer chooses the number that the page shows. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import type { Row } from "../Ledger.ts"
import { sliceOf } from "../listing.ts"
import { asScript, makeSite, sheet } from "./site.ts"
import { neoScript } from "./neoPage.ts"

const item = (row: Row) => ({
  id: row.reference ?? `P-${row.id}`,
  bookingDate: row.date,
  remittance: { text: row.description },
  amount: { minor: String(row.amount), currency: "EUR" },
  balanceAfter: row.balance === null ? null : String(row.balance),
  state: row.status === "booked" ? "BOOKED" : "PENDING"
})

/** Two digits that are this login's, from 10 to 99. */
const chosenNumber = (code: string): string => String((Number(code) % 90) + 10)

export const neoRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/neo", home: "/neo/account", code: "/neo/approve" })
  const { app } = site
  for (const path of ["/neo", "/neo/account"]) {
    app.get(path, (c) =>
      c.html(
        sheet("Neo", "Neo", html`<div id="root"><p aria-busy="true">Loading…</p></div>`, { script: "/neo/neo.js" })
      )
    )
  }
  app.get("/neo/neo.js", (c) => asScript(c, neoScript))

  app.post("/neo/api/login", async (c) => {
    const body: { readonly user?: unknown; readonly password?: unknown } = await c.req.json().catch(() => ({}))
    const step = site.enter(c, String(body.user ?? ""), String(body.password ?? ""))
    const outcome = site.outcome(c, step)
    return c.json({
      ...outcome,
      ...(step.to === "code" ? { choose: chosenNumber(step.login.code) } : {}),
      accessToken: `eyJhbGciOiJub25lIn0.eyJzdWIiOiJuZW8ifQ.${"a1B2".repeat(6)}`
    })
  })

  app.get("/neo/api/approval", (c) => {
    const login = site.waiting(c)
    if (login === undefined) return c.json({ to: "stopped", sentence: "This login is over" })
    if (bank.logins.isRefused(login)) return c.json({ to: "stopped", sentence: "You have refused this login" })
    return c.json(
      bank.logins.isApproved(login) ? site.outcome(c, bank.logins.submitCode(login, login.code)) : { to: "waiting" }
    )
  })

  app.get("/neo/api/operations", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.json({ error: "no session" }, 401)
    const from = Math.max(0, Math.trunc(Number(c.req.query("cursor") ?? "0")) || 0)
    const size = Math.min(50, Math.max(1, Math.trunc(Number(c.req.query("size") ?? "9")) || 9))
    const { rows, total } = sliceOf(bank, session.customer, { from, size, only: "all" })
    return c.json({
      items: rows.map(item),
      total,
      next: from + size < total ? from + size : null,
      refreshToken: `eyJhbGciOiJub25lIn0.eyJzdWIiOiJuZW8ifQ.${session.token.replaceAll("-", "")}`,
      sessionKey: session.token
    })
  })

  app.post("/neo/api/logout", (c) => {
    site.leave(c)
    return c.json({})
  })
  return app
}
