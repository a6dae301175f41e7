/**
 * Calvet: French. The password's field comes once the user name is given, without a new page; a month at a time, chosen from a
 * list; "1er avr." without a year; thin spaces and a true minus in the amounts; and a dialog over each page that asks whether
 * anybody is there, and logs out who doesn't say so.
 */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import type { Row } from "../Ledger.ts"
import { shiftNow, spoil } from "../listing.ts"
import { type Cents, printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { asScript, makeSite, sheet } from "./site.ts"

const brand = "Calvet"

const short = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", day: "numeric", month: "short" })
const long = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", month: "long", year: "numeric" })
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** "3 avr.", and for the first of a month "1er avr." */
const printDay = (day: string): string => short.format(noon(day)).replace(/^1 /, "1er ")

/** "− 1 234,56 €": a minus sign, thin spaces between the thousands. */
const printEuros = (cents: Cents): string => {
  const figure = printAmount(cents < 0n ? -cents : cents).replaceAll(".", "\u{202f}")
  return `${cents < 0n ? "\u{2212}\u{202f}" : ""}${figure}\u{a0}€`
}

const monthOf = ({ date }: Row): string => date.slice(0, 7)

const monthBefore = (month: string): string => {
  const first = new Date(`${month}-01T12:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 7)
}

/** Every month from the newest to the oldest, those without a row too. */
const monthsBetween = (newest: string, oldest: string): ReadonlyArray<string> => {
  const months = [newest]
  for (let month = newest; month > oldest;) {
    month = monthBefore(month)
    months.push(month)
  }
  return months
}

const script = `
const [who, secret] = ["qui", "secret"].map((id) => document.getElementById(id))
who?.querySelector("button").addEventListener("click", () => {
  if (who.querySelector("input").value === "") return
  setTimeout(() => { who.hidden = true; secret.hidden = false }, 120)
})
if (document.getElementById("operations")) setTimeout(() => {
  const asks = document.createElement("dialog")
  asks.setAttribute("aria-label", "Inactivité")
  asks.innerHTML = "<p>Êtes-vous toujours là ?</p><button>Rester connecté</button>"
  const leave = setTimeout(() => document.getElementById("sortie").requestSubmit(), 20000)
  asks.querySelector("button").addEventListener("click", () => { clearTimeout(leave); asks.remove() })
  document.body.append(asks)
  asks.showModal()
}, 200)
`

const operation = (row: Row) =>
  html`<article>
    <time>${printDay(row.date)}</time>
    <span class="libelle">${row.description}</span>
    ${row.status === "pending" ? html`<em>en attente</em>` : ""}
    <data>${printEuros(row.amount)}</data>
  </article>`

export const calvetRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/calvet", home: "/calvet/operations", code: "/calvet/verification" })
  const { app } = site
  const page = (title: string, body: unknown) => sheet(brand, title, body, { lang: "fr", script: "/calvet/page.js" })
  app.get("/calvet/page.js", (c) => asScript(c, script))
  app.get("/calvet", (c) =>
    c.html(
      page(
        "Connexion",
        html`<h1>Calvet</h1>
          ${alert(site.said(c))}
          <form method="post" action="/calvet/connexion" autocomplete="off">
            <p id="qui">
              <label>Identifiant <input name="user" /></label> <button type="button">Suivant</button>
            </p>
            <p id="secret" hidden>
              <label>Mot de passe <input name="pass" type="password" /></label> <button>Se connecter</button>
            </p>
          </form>`
      )
    )
  )
  app.post("/calvet/connexion", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pass")))
  )
  app.get("/calvet/verification", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/calvet")
      : c.html(
          page(
            "Vérification",
            html`<h1>C'est bien vous ?</h1>
              ${alert(site.said(c))}
              <form method="post" action="/calvet/verification" autocomplete="off">
                <p>
                  <label>Code reçu par SMS <input name="code" inputmode="numeric" /></label>
                </p>
                <button>Valider</button>
              </form>`
          )
        )
  )
  app.post("/calvet/verification", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/calvet")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/calvet/operations", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/calvet")
    const { customer } = session
    const asked = c.req.query("mois")
    if (asked !== undefined) shiftNow(bank, customer)
    const rows = customer.ledger.rows()
    const newest = bank.today().slice(0, 7)
    const months = monthsBetween(newest, rows.map(monthOf).toSorted()[0] ?? newest)
    const month = asked !== undefined && months.includes(asked) ? asked : newest
    const ofMonth = rows.filter((row) => monthOf(row) === month)
    return c.html(
      page(
        "Opérations",
        html`<h1 id="operations">Opérations</h1>
          <p>${rows.length} opérations depuis l'ouverture</p>
          <form method="get" action="/calvet/operations">
            <label>
              Mois
              <select name="mois">
                ${months.map(
                  (each) =>
                    html`<option value="${each}" ${each === month ? "selected" : ""}>
                      ${long.format(noon(`${each}-01`))}
                    </option>`
                )}
              </select>
            </label>
            <button>Afficher</button>
          </form>
          <h2>${long.format(noon(`${month}-01`))}</h2>
          <p>${ofMonth.length === 0 ? "Aucune opération ce mois-ci" : `${ofMonth.length} opérations ce mois-ci`}</p>
          <section aria-label="Liste">${spoil(ofMonth, bank.switches.of(customer)).map(operation)}</section>
          <form id="sortie" method="post" action="/calvet/sortie"><button>Se déconnecter</button></form>`
      )
    )
  })
  app.post("/calvet/sortie", (c) => {
    site.leave(c)
    return c.redirect("/calvet")
  })
  return app
}
