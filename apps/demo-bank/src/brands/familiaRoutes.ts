/** Familia: two accounts behind one login, a quarter at a time, the days as headings over their rows, cents raised. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import type { Customer } from "../Customer.ts"
import type { Row } from "../Ledger.ts"
import { shiftNow, spoil } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { makeSite, plainCode, sheet } from "./site.ts"

const brand = "Familia"

type Kind = "corriente" | "ahorro"
const names: Readonly<Record<Kind, string>> = { corriente: "Cuenta corriente", ahorro: "Ahorro" }
const isKind = (text: string): text is Kind => Object.hasOwn(names, text)

/** "ES12…3456": the savings' number ends otherwise. */
const numberOf = ({ profile }: Customer, kind: Kind): string =>
  kind === "corriente" ? profile.iban : `${profile.iban.slice(0, -4)}7777`

/** Each card payment puts the cents that lack to the next euro aside. */
const roundUp = (row: Row): ReadonlyArray<Row> => {
  const missing = (100n - (-row.amount % 100n)) % 100n
  if (row.kind !== "card" || missing === 0n) return []
  return [{ ...row, id: `R-${row.id}`, amount: missing, description: `REDONDEO ${row.description}`, balance: null }]
}

const rowsOf = (customer: Customer, kind: Kind): ReadonlyArray<Row> => {
  const booked = customer.ledger.rows().filter(({ status }) => status === "booked")
  return kind === "corriente" ? booked : booked.flatMap(roundUp)
}

const day = new Intl.DateTimeFormat("es-ES", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" })
/** "2026-4" */
const quarterOf = (date: string): string => `${date.slice(0, 4)}-${Math.ceil(Number(date.slice(5, 7)) / 3)}`
const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** 1.234 and, raised, 56: how much; whether it came or went is said in a word. */
const amount = ({ amount: cents }: Row) => {
  const [whole = "", fraction = ""] = printAmount(cents < 0n ? -cents : cents).split(",")
  return cents < 0n
    ? html`<small>Cargo</small> <b class="cargo">${whole}<sup>,${fraction}</sup></b>`
    : html`<small>Abono</small> <b class="abono">${whole}<sup>,${fraction}</sup></b>`
}

const daysOf = (rows: readonly Row[]) =>
  [...Map.groupBy(rows, ({ date }) => date)].map(
    ([date, those]) =>
      html`<h3>${day.format(noon(date))}</h3>
        <ul>
          ${those.map((row) => html`<li><span>${row.description}</span> ${amount(row)}</li>`)}
        </ul>`
  )

export const familiaRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/familia", home: "/familia/cuentas", code: "/familia/codigo" })
  const { app } = site
  const page = (title: string, body: unknown) => sheet(brand, title, body, { lang: "es" })
  const leave = html`<form method="post" action="/familia/salir"><button>Desconectar</button></form>`
  app.get("/familia", (c) =>
    c.html(
      page(
        "Entrar",
        html`<h1>Familia</h1>
          ${alert(site.said(c))}
          <form method="post" action="/familia/quien" autocomplete="off">
            <p>
              <label>Tu documento <input name="user" /></label>
            </p>
            <button>Seguir</button>
          </form>`
      )
    )
  )
  app.post("/familia/quien", async (c) =>
    c.html(
      page(
        "Contraseña",
        html`<h1>Hola de nuevo</h1>
          <form method="post" action="/familia/entrar" autocomplete="off">
            <input type="hidden" name="user" value="${await site.text(c, "user")}" />
            <p>
              <label>Contraseña <input name="pass" type="password" /></label>
            </p>
            <button>Entrar</button>
          </form>`
      )
    )
  )
  app.post("/familia/entrar", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pass")))
  )
  app.get("/familia/codigo", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/familia")
      : c.html(page("Código", plainCode(alert(site.said(c)), "/familia/codigo")))
  )
  app.post("/familia/codigo", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/familia")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/familia/cuentas", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/familia")
    const kinds = Object.keys(names).filter(isKind)
    return c.html(
      page(
        "Cuentas",
        html`<h1>Tus cuentas</h1>
          <ul aria-label="Cuentas">
            ${kinds.map(
              (kind) =>
                html`<li>
                  <a href="/familia/cuenta/${kind}">${names[kind]}</a>
                  <code>${numberOf(session.customer, kind)}</code>
                </li>`
            )}
          </ul>
          ${leave}`
      )
    )
  })
  app.get("/familia/cuenta/:kind", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/familia")
    const { customer } = session
    const kind = c.req.param("kind")
    if (!isKind(kind)) return c.redirect("/familia/cuentas")
    const asked = c.req.query("trimestre")
    if (asked !== undefined) shiftNow(bank, customer)
    const rows = rowsOf(customer, kind)
    const quarters = [...new Set(rows.map(({ date }) => quarterOf(date)))]
    const shown = asked ?? quarters[0]
    const ofQuarter = rows.filter(({ date }) => quarterOf(date) === shown)
    const older = quarters.find((each) => shown !== undefined && each < shown)
    return c.html(
      page(
        names[kind],
        html`<h1>${names[kind]}</h1>
          <p><code>${numberOf(customer, kind)}</code></p>
          <p>${rows.length} movimientos en total</p>
          ${
            shown === undefined
              ? html`<p>Sin movimientos</p>`
              : html`<h2>Trimestre ${shown}</h2>
                  <p>${ofQuarter.length} movimientos este trimestre</p>
                  <main>${daysOf(spoil(ofQuarter, bank.switches.of(customer)))}</main>`
          }
          ${older === undefined ? "" : html`<a href="/familia/cuenta/${kind}?trimestre=${older}">Trimestre anterior</a>`}
          <p><a href="/familia/cuentas">Todas las cuentas</a></p>
          ${leave}`
      )
    )
  })
  app.post("/familia/salir", (c) => {
    site.leave(c)
    return c.redirect("/familia")
  })
  return app
}
