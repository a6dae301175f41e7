/**
 * Rejilla: the login is a web component that keeps its fields in a shadow root; the code's way is chosen first; and the list
 * is a table of merged cells: a day and its closing balance stand once for all movements of that day, the month and its year
 * in a row of their own, the heading has two floors. What leads on is a drawing.
 */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import type { Row } from "../Ledger.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { asScript, makeSite, sheet } from "./site.ts"

const brand = "Rejilla"
const pageSize = 9

const day = new Intl.DateTimeFormat("es-ES", { timeZone: "UTC", weekday: "short", day: "numeric" })
const month = new Intl.DateTimeFormat("es-ES", { timeZone: "UTC", month: "long", year: "numeric" })
const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** The whole login lives in the component: what the bank answers is shown there, too. */
const script = `
const steps = {
  acceso: '<label>NIF <input name="nif" /></label> <label>Clave de acceso <input name="clave" type="password" /></label> <button>Acceder</button>',
  medio: '<fieldset><legend>¿Por dónde te enviamos la clave?</legend><label><input type="radio" name="medio" /> SMS al móvil</label> <label><input type="radio" name="medio" disabled /> Correo (no disponible)</label></fieldset><button>Enviar clave</button>',
  clave: '<label>Clave de un solo uso <input name="codigo" inputmode="numeric" /></label> <button>Confirmar</button>'
}
customElements.define("rejilla-acceso", class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: "open" })
    this.show("acceso")
  }
  show(step, said = "") {
    this.step = step
    this.shadowRoot.innerHTML = '<p role="alert"></p><form autocomplete="off">' + steps[step] + "</form>"
    const alert = this.shadowRoot.querySelector("[role=alert]")
    if (said === "") alert.remove()
    else alert.textContent = said
    this.shadowRoot.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault()
      this.send(new FormData(event.target))
    })
  }
  async send(fields) {
    if (this.step === "medio") return fields.has("medio") ? this.show("clave") : this.show("medio", "Elige un medio")
    const path = this.step === "acceso" ? "acceso" : "clave"
    const answer = await fetch("/rejilla/" + path, { method: "POST", body: new URLSearchParams(fields) })
    const told = await answer.json().catch(() => ({ to: "stopped", said: "Servicio no disponible" }))
    if (told.to === "home") location.assign("/rejilla/extracto")
    else if (told.to === "code") this.show("medio")
    else this.show(told.again ? "clave" : "acceso", told.said)
  }
})
`

/** Rows of one day, beside each other on this page: they share their day's cell and its balance's. */
const daysOf = (rows: readonly Row[]): ReadonlyArray<readonly Row[]> => [
  ...Map.groupBy(rows, ({ date }) => date).values()
]

const cells = (row: Row) => {
  const figure = printAmount(row.amount < 0n ? -row.amount : row.amount)
  return html`<td>${row.description}</td>
    <td>${row.amount < 0n ? figure : ""}</td>
    <td>${row.amount < 0n ? "" : figure}</td>`
}

const dayRows = (rows: readonly Row[]) => {
  const [first, ...others] = rows
  if (first === undefined) return ""
  const span = String(rows.length)
  return html`<tr>
      <td rowspan="${span}">${day.format(noon(first.date))}</td>
      ${cells(first)}
      <td rowspan="${span}">${first.balance === null ? "" : printAmount(first.balance)}</td>
    </tr>
    ${others.map(
      (row) =>
        html`<tr>
          ${cells(row)}
        </tr>`
    )}`
}

const monthRows = (rows: readonly Row[]) =>
  [...Map.groupBy(rows, ({ date }) => date.slice(0, 7))].map(
    ([which, those]) =>
      html`<tr>
          <td colspan="5">${month.format(noon(`${which}-01`))}</td>
        </tr>
        ${daysOf(those).map(dayRows)}`
  )

/** A link that is drawn. */
const arrow = (to: string, name: string, shape: string) =>
  html`<svg width="40" height="24" viewBox="0 0 40 24">
    <a href="${to}" aria-label="${name}">
      <rect width="40" height="24" />
      <path d="${shape}" fill="white" />
    </a>
  </svg>`

export const rejillaRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/rejilla", home: "/rejilla/extracto", code: "/rejilla" })
  const { app } = site
  const page = (title: string, body: unknown) => sheet(brand, title, body, { lang: "es", script: "/rejilla/acceso.js" })
  app.get("/rejilla/acceso.js", (c) => asScript(c, script))
  app.get("/rejilla", (c) =>
    c.html(
      page(
        "Acceso",
        html`<h1>Rejilla</h1>
          <rejilla-acceso></rejilla-acceso>`
      )
    )
  )
  app.post("/rejilla/acceso", async (c) => {
    const told = site.outcome(c, site.enter(c, await site.text(c, "nif"), await site.text(c, "clave")))
    return c.json(told.to === "stopped" ? { to: told.to, said: told.sentence } : told)
  })
  app.post("/rejilla/clave", async (c) => {
    const login = site.waiting(c)
    if (login === undefined) return c.json({ to: "stopped", said: "The code has expired" })
    const step = bank.logins.submitCode(login, await site.text(c, "codigo"))
    const told = site.outcome(c, step)
    return c.json(told.to === "stopped" ? { to: told.to, said: told.sentence, again: step.to === "wrong-code" } : told)
  })
  app.get("/rejilla/extracto", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/rejilla")
    const number = Math.max(1, Math.trunc(Number(c.req.query("hoja") ?? "1")) || 1)
    const from = (number - 1) * pageSize
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    const to = (hoja: number) => `/rejilla/extracto?hoja=${hoja}`
    return c.html(
      page(
        "Extracto",
        html`<h1>Extracto</h1>
          <p>${total} apuntes, hoja ${number} de ${Math.max(1, Math.ceil(total / pageSize))}</p>
          <table aria-label="Extracto">
            <thead>
              <tr>
                <th rowspan="2">Día</th>
                <th rowspan="2">Concepto</th>
                <th colspan="2">Importe</th>
                <th rowspan="2">Saldo</th>
              </tr>
              <tr>
                <th>Cargo</th>
                <th>Abono</th>
              </tr>
            </thead>
            <tbody>
              ${monthRows(rows)}
            </tbody>
          </table>
          ${number === 1 ? "" : arrow(to(number - 1), "Hoja más reciente", "M28 4 12 12 28 20z")}
          ${from + pageSize >= total ? "" : arrow(to(number + 1), "Hoja más antigua", "M12 4 28 12 12 20z")}
          <form method="post" action="/rejilla/salir"><button>Cerrar sesión</button></form>`
      )
    )
  })
  app.post("/rejilla/salir", (c) => {
    site.leave(c)
    return c.redirect("/rejilla")
  })
  return app
}
