/** Doble: its login lives on an origin of its own, which sends the customer back with a ticket; and days without a year. */
import { randomUUID } from "node:crypto"

import { type Context } from "hono"
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import type { Session } from "../Customer.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { rememberSession } from "../routes/visitor.ts"
import { makeSite, plainCode, sheet } from "./site.ts"

const brand = "Doble"
const pageSize = 20
const months = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]

/** "28 dic": the year is left out, however far back the list goes. */
const dayAndMonth = (day: string): string => {
  const [, month = "", date = ""] = day.split("-")
  return `${Number(date)} ${months[Number(month) - 1] ?? ""}`
}

/** The same server under its other name is another origin: 127.0.0.1 is the bank, localhost its identity service. */
const originNamed = (c: Context, host: string): string => {
  const { port, protocol } = new URL(c.req.url)
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`
}

export const dobleRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/doble", home: "/doble/id/vuelta", code: "/doble/id/codigo" })
  const { app } = site
  const tickets = new Map<string, Session>()

  app.get("/doble", (c) =>
    c.html(
      sheet(
        brand,
        "Bienvenida",
        html`<h1>Doble</h1>
          ${alert(site.said(c))}
          <p><a href="${originNamed(c, "localhost")}/doble/id">Acceso clientes</a></p>`,
        { lang: "es" }
      )
    )
  )
  app.get("/doble/id", (c) =>
    c.html(
      sheet(
        "Identidad",
        "Identificación",
        html`<h1>Identificación única</h1>
          ${alert(site.said(c))}
          <form method="post" action="/doble/id/entrar" autocomplete="off">
            <p>
              <label>Correo o usuario <input name="user" /></label>
            </p>
            <p>
              <label>Contraseña <input name="pass" type="password" /></label>
            </p>
            <button>Identificarme</button>
          </form>`,
        { lang: "es" }
      )
    )
  )
  app.post("/doble/id/entrar", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pass")), "/doble/id")
  )
  app.get("/doble/id/codigo", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/doble/id")
      : c.html(sheet("Identidad", "Codigo", plainCode(alert(site.said(c)), "/doble/id/codigo")))
  )
  app.post("/doble/id/codigo", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/doble/id")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")), "/doble/id")
  })
  app.get("/doble/id/vuelta", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/doble/id")
    const ticket = randomUUID()
    tickets.set(ticket, session)
    // A form may not lead to another origin, also not by way of redirects: the page goes there by itself.
    const back = `${originNamed(c, "127.0.0.1")}/doble/entrada?ticket=${ticket}`
    return c.html(
      html`<!doctype html>
        <meta http-equiv="refresh" content="0; url=${back}" />
        <p>Volviendo a Doble…</p>`
    )
  })
  app.get("/doble/entrada", (c) => {
    const ticket = c.req.query("ticket") ?? ""
    const session = tickets.get(ticket)
    tickets.delete(ticket)
    if (session === undefined) return c.redirect("/doble")
    rememberSession(c, session)
    return c.redirect("/doble/cuenta")
  })
  app.get("/doble/cuenta", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/doble")
    const from = Math.max(0, Math.trunc(Number(c.req.query("desde") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    return c.html(
      sheet(
        brand,
        "Cuenta",
        html`<h1>Tu cuenta</h1>
          <p>${total} movimientos</p>
          <table>
            <tr>
              <th>Día</th>
              <th>Detalle</th>
              <th>Importe</th>
              <th>Saldo</th>
            </tr>
            ${rows.map(
              (row) =>
                html`<tr>
                  <td>${dayAndMonth(row.date)}</td>
                  <td>${row.description}</td>
                  <td>${printAmount(row.amount)}</td>
                  <td>${row.balance === null ? "" : printAmount(row.balance)}</td>
                </tr>`
            )}
          </table>
          ${from + pageSize < total ? html`<a href="/doble/cuenta?desde=${from + pageSize}">Ver más antiguos</a>` : ""}
          <form method="post" action="/doble/salir"><button>Salir</button></form>`,
        { lang: "es" }
      )
    )
  })
  app.post("/doble/salir", (c) => {
    site.leave(c)
    return c.redirect("/doble")
  })
  return app
}
