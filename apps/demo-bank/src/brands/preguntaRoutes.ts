/** Pregunta: a question that only its customer can answer, and a box of its own for what isn't booked yet. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { printDate } from "../calendar.ts"
import type { Row } from "../Ledger.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { makeSite, sheet } from "./site.ts"

const brand = "Pregunta"
const pageSize = 10
const mostPending = 200

const table = (caption: string, rows: ReadonlyArray<Row>) =>
  html`<table>
    <caption>
      ${caption}
    </caption>
    <tr>
      <th>Date</th>
      <th>Text</th>
      <th>Sum</th>
    </tr>
    ${rows.map(
      (row) =>
        html`<tr>
          <td>${printDate(row.date)}</td>
          <td>${row.description}</td>
          <td>${printAmount(row.amount)}</td>
        </tr>`
    )}
  </table>`

export const preguntaRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/pregunta", home: "/pregunta/account", code: "/pregunta/question" })
  const { app } = site
  app.get("/pregunta", (c) =>
    c.html(
      sheet(
        brand,
        "Log in",
        html`<h1>Pregunta</h1>
          ${alert(site.said(c))}
          <form method="post" action="/pregunta/enter" autocomplete="off">
            <p>
              <label>User ID <input name="user" /></label>
            </p>
            <p>
              <label>Password <input name="pass" type="password" /></label>
            </p>
            <button>Sign on</button>
          </form>`
      )
    )
  )
  app.post("/pregunta/enter", async (c) => {
    const step = site.enter(c, await site.text(c, "user"), await site.text(c, "pass"))
    // What the customer knows takes the place of what an SMS would say.
    if (step.to === "code") step.login.code = step.login.customer.profile.phone.replaceAll(/\D/g, "").slice(-3)
    return site.lead(c, step)
  })
  app.get("/pregunta/question", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/pregunta")
      : c.html(
          sheet(
            brand,
            "Question",
            html`<h1>Are you a person we know?</h1>
              ${alert(site.said(c))}
              <form method="post" action="/pregunta/question" autocomplete="off">
                <p id="question">What are the last three digits of your phone number?</p>
                <p><input name="answer" aria-labelledby="question" /></p>
                <button>Answer</button>
              </form>`
          )
        )
  )
  app.post("/pregunta/question", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/pregunta")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "answer")))
  })
  app.get("/pregunta/account", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/pregunta")
    const from = Math.max(0, Math.trunc(Number(c.req.query("from") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    const waiting = sliceOf(bank, session.customer, { from: 0, size: mostPending, only: "pending" }).rows
    return c.html(
      sheet(
        brand,
        "Account",
        html`<h1>Your account</h1>
          ${waiting.length === 0 ? "" : table("On its way", waiting)}
          <p>${total} entries</p>
          ${table("Booked", rows)}
          ${from + pageSize < total ? html`<a href="/pregunta/account?from=${from + pageSize}">Earlier</a>` : ""}
          <form method="post" action="/pregunta/leave"><button>Sign off</button></form>`
      )
    )
  })
  app.post("/pregunta/leave", (c) => {
    site.leave(c)
    return c.redirect("/pregunta")
  })
  return app
}
