/** Marcos: frames in frames in frames, and a list with a heading for each month between its rows. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { printDate } from "../calendar.ts"
import type { Row } from "../Ledger.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { asScript, makeSite, plainCode, sheet } from "./site.ts"

const brand = "Banco Marcos"
const pageSize = 12
const months = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre"]
const monthOf = (day: string): string => {
  const [year = "", month = ""] = day.split("-")
  return `${[...months, "noviembre", "diciembre"][Number(month) - 1] ?? ""} ${year}`
}

const frame = (title: string, src: string) =>
  html`<iframe title="${title}" src="${src}" width="900" height="600"></iframe>`

const rowsWithMonths = (rows: ReadonlyArray<Row>) =>
  rows.map((row, index) => {
    const month = monthOf(row.date)
    const begins = index === 0 || monthOf(rows[index - 1]?.date ?? "") !== month
    return html`${
        begins
          ? html`<tr>
              <th colspan="4" scope="rowgroup">${month}</th>
            </tr>`
          : ""
      }
      <tr>
        <td>${printDate(row.date)}</td>
        <td>${row.description}</td>
        <td>${printAmount(row.amount)}</td>
        <td>${row.balance === null ? "" : printAmount(row.balance)}</td>
      </tr>`
  })

/** What goes wrong in the innermost frame is said on the outermost page. */
const tellTop = `
const said = document.querySelector("[data-said]")
if (said) top.document.getElementById("notice").textContent = said.dataset.said
`

export const marcosRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/marcos", home: "/marcos/dentro/inicio", code: "/marcos/dentro/codigo" })
  const { app } = site
  const inner = (title: string, body: unknown) => sheet(brand, title, body, { lang: "es", script: "/marcos/said.js" })
  const saidTop = (said: string | undefined) => (said === undefined ? "" : html`<p data-said="${said}"></p>`)

  app.get("/marcos", (c) =>
    c.html(
      sheet(
        brand,
        "Portal",
        html`<h1>Banco Marcos</h1>
          <p role="alert" id="notice"></p>
          ${frame("Portal", "/marcos/portal")}`
      )
    )
  )
  app.get("/marcos/said.js", (c) => asScript(c, tellTop))
  app.get("/marcos/portal", (c) => c.html(sheet(brand, "Portal", frame("Contenido", "/marcos/dentro"))))

  app.get("/marcos/dentro", (c) => {
    if (site.session(c) !== undefined) return c.redirect("/marcos/dentro/inicio")
    return c.html(
      inner(
        "Acceso",
        html`${saidTop(site.said(c))}
          <form method="post" action="/marcos/dentro/entrar" autocomplete="off">
            <p>
              <label>Identificador <input name="who" /></label>
            </p>
            <p>
              <label>Clave personal <input name="key" type="password" /></label>
            </p>
            <button>Acceder</button>
          </form>`
      )
    )
  })
  app.post("/marcos/dentro/entrar", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "who"), await site.text(c, "key")), "/marcos/dentro")
  )
  app.get("/marcos/dentro/codigo", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/marcos/dentro")
      : c.html(inner("Codigo", plainCode(alert(site.said(c)), "/marcos/dentro/codigo")))
  )
  app.post("/marcos/dentro/codigo", async (c) => {
    const login = site.waiting(c)
    if (login === undefined) return c.redirect("/marcos/dentro")
    return site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")), "/marcos/dentro")
  })

  app.get("/marcos/dentro/inicio", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/marcos/dentro")
    return c.html(
      inner(
        "Inicio",
        html`<h2>Posición global</h2>
          <form method="post" action="/marcos/dentro/salir"><button>Desconectar</button></form>
          ${frame("Movimientos", "/marcos/dentro/lista?desde=0")}`
      )
    )
  })
  app.get("/marcos/dentro/lista", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/marcos/dentro")
    const from = Math.max(0, Math.trunc(Number(c.req.query("desde") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    return c.html(
      inner(
        "Lista",
        html`<table>
            <thead>
              <tr>
                <th>Fecha</th>
                <th>Concepto</th>
                <th>Importe</th>
                <th>Saldo</th>
              </tr>
            </thead>
            <tbody>
              ${rowsWithMonths(rows)}
            </tbody>
          </table>
          <p class="cuenta">${total} apuntes</p>
          ${from + pageSize < total ? html`<a href="/marcos/dentro/lista?desde=${from + pageSize}">Anteriores</a>` : ""}`
      )
    )
  })
  app.post("/marcos/dentro/salir", (c) => {
    site.leave(c)
    return c.redirect("/marcos/dentro")
  })
  return app
}
