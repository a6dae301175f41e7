/** Kontor: a German ledger with S and H behind the amounts, carried-forward rows, texts cut off until one looks closer, and a banner over all. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { ibanOfPayer, printIban } from "../iban.ts"
import { sliceOf } from "../listing.ts"
import { type Cents, printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { asScript, makeSite, sheet } from "./site.ts"

const brand = "Kontor"
const pageSize = 12
const shortest = 14

/** "03.11.26" */
const shortDay = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(2, 4)}`

/** "1.234,56 S": what went, and "H": what came. */
const sided = (cents: Cents): string => `${printAmount(cents < 0n ? -cents : cents)} ${cents < 0n ? "S" : "H"}`

const short = (text: string): string => (text.length > shortest ? `${text.slice(0, shortest)}…` : text)

/** The banner comes after the page, over everything; a cut text is shown whole once its button is pressed. */
const script = `
setTimeout(() => {
  const banner = document.createElement("dialog")
  banner.setAttribute("aria-label", "Cookies")
  banner.innerHTML = '<p>Wir verwenden Cookies.</p><button>Nur notwendige</button>'
  banner.querySelector("button").addEventListener("click", () => banner.remove())
  document.body.append(banner)
  banner.showModal()
}, 150)
document.addEventListener("click", ({ target }) => {
  if (target instanceof HTMLButtonElement && target.matches(".mehr")) {
    target.previousElementSibling.hidden = true
    target.nextElementSibling.hidden = false
    target.hidden = true
  }
})
`

export const kontorRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/kontor", home: "/kontor/umsaetze", code: "/kontor/tan" })
  const { app } = site
  const page = (title: string, body: unknown) => sheet(brand, title, body, { lang: "de", script: "/kontor/seite.js" })
  app.get("/kontor/seite.js", (c) => asScript(c, script))
  app.get("/kontor", (c) =>
    c.html(
      page(
        "Anmeldung",
        html`<h1>Kontor</h1>
          ${alert(site.said(c))}
          <form method="post" action="/kontor/anmelden" autocomplete="off">
            <p>
              <label>Anmeldename <input name="user" /></label>
            </p>
            <p>
              <label>Kennwort <input name="pass" type="password" /></label>
            </p>
            <button>Anmelden</button>
          </form>`
      )
    )
  )
  app.post("/kontor/anmelden", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pass")))
  )
  app.get("/kontor/tan", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/kontor")
      : c.html(
          page(
            "TAN",
            html`<h1>Freigabe</h1>
              ${alert(site.said(c))}
              <form method="post" action="/kontor/tan" autocomplete="off">
                <p>
                  <label>SMS-TAN <input name="code" inputmode="numeric" /></label>
                </p>
                <button>Freigeben</button>
              </form>`
          )
        )
  )
  app.post("/kontor/tan", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/kontor")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/kontor/umsaetze", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/kontor")
    const number = Math.max(1, Math.trunc(Number(c.req.query("seite") ?? "1")) || 1)
    const from = (number - 1) * pageSize
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    const numbers = Array.from({ length: Math.ceil(total / pageSize) }, (_, index) => index + 1)
    const carried = (text: string, cents: Cents | null | undefined) =>
      html`<tr>
        <td></td>
        <td>${text}</td>
        <td>${cents === null || cents === undefined ? "" : sided(cents)}</td>
      </tr>`
    const oldest = rows.at(-1)
    return c.html(
      page(
        "Umsätze",
        html`<h1>Umsätze</h1>
          <p>${total} Buchungen</p>
          <table aria-label="Kontobuch">
            <tbody>
              ${carried("Neuer Saldo", rows[0]?.balance)}
              ${rows.map(
                (row) =>
                  html`<tr>
                    <td>${shortDay(row.date)}</td>
                    <td>
                      <span>${short(row.description)}</span><button class="mehr" type="button">Mehr</button>
                      <span class="ganz" hidden>${row.description}</span>
                      ${row.kind === "transfer-in" ? html`<small class="iban">${printIban(ibanOfPayer(row.description))}</small>` : ""}
                    </td>
                    <td>${sided(row.amount)}</td>
                  </tr>`
              )}
              ${carried("Alter Saldo", oldest === undefined || oldest.balance === null ? null : oldest.balance - oldest.amount)}
            </tbody>
          </table>
          <nav aria-label="Seiten">
            ${numbers.map((each) =>
              each === number
                ? html`<a aria-current="page">${each}</a>`
                : html`<a href="/kontor/umsaetze?seite=${each}">${each}</a>`
            )}
          </nav>
          <form method="post" action="/kontor/abmelden"><button>Abmelden</button></form>`
      )
    )
  })
  app.post("/kontor/abmelden", (c) => {
    site.leave(c)
    return c.redirect("/kontor")
  })
  return app
}
