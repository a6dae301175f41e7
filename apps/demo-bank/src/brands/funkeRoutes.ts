/** Funke: bars that flicker (chipTAN), to be read by a device with the customer's card in it; one plain list. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { printDate } from "../calendar.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { asScript, makeSite, sheet } from "./site.ts"
import { flickerCode, startCodeOf } from "./flickerCode.ts"

const brand = "Funke"
const pageSize = 15

/** As the banks' own pages draw it: 0FFF first, of each byte the lower half, with the clock on and then off. */
const script = `
const bars = document.querySelector("canvas")
const pen = bars.getContext("2d")
const steps = [...("0FFF" + bars.dataset.code).matchAll(/(.)(.)/g)]
  .flatMap(([, high, low]) => [low, high])
  .flatMap((half) => [1, 0].map((clock) => [clock, ...[1, 2, 4, 8].map((bit) => parseInt(half, 16) & bit)]))
let at = 0
setInterval(() => {
  pen.fillStyle = "black"
  pen.fillRect(0, 0, bars.width, bars.height)
  pen.fillStyle = "white"
  steps[at++ % steps.length].forEach((on, place) => on && pen.fillRect(10 + place * 44, 20, 24, 90))
}, 50)
`

export const funkeRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/funke", home: "/funke/umsaetze", code: "/funke/tan" })
  const { app } = site
  app.get("/funke/bars.js", (c) => asScript(c, script))
  app.get("/funke", (c) =>
    c.html(
      sheet(
        brand,
        "Anmelden",
        html`<h1>Funke</h1>
          ${alert(site.said(c))}
          <form method="post" action="/funke/anmelden" autocomplete="off">
            <p>
              <label>Anmeldename <input name="user" /></label>
            </p>
            <p>
              <label>PIN <input name="pin" type="password" /></label>
            </p>
            <button>Anmelden</button>
          </form>`,
        { lang: "de" }
      )
    )
  )
  app.post("/funke/anmelden", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pin")))
  )
  app.get("/funke/tan", (c) => {
    const login = site.waiting(c)
    if (login === undefined) return c.redirect("/funke")
    const code = flickerCode(startCodeOf(login.code, login.wrongCodes))
    return c.html(
      sheet(
        brand,
        "chipTAN",
        html`<h1>chipTAN</h1>
          ${alert(site.said(c))}
          <p>Halten Sie den Leser mit Ihrer Karte an die Grafik.</p>
          <canvas id="flicker" data-code="${code}" width="220" height="120" role="img" aria-label="chipTAN"></canvas>
          <form method="post" action="/funke/tan" autocomplete="off">
            <p>
              <label>TAN <input name="code" inputmode="numeric" /></label>
            </p>
            <button>Weiter</button>
          </form>`,
        { lang: "de", script: "/funke/bars.js" }
      )
    )
  })
  app.post("/funke/tan", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/funke")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/funke/umsaetze", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/funke")
    const from = Math.max(0, Math.trunc(Number(c.req.query("ab") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    return c.html(
      sheet(
        brand,
        "Umsätze",
        html`<h1>Umsätze</h1>
          <p>${total} Umsätze</p>
          <table>
            <tr>
              <th>Tag</th>
              <th>Zweck</th>
              <th>Betrag</th>
            </tr>
            ${rows.map(
              ({ amount, date, description }) =>
                html`<tr>
                  <td>${printDate(date)}</td>
                  <td>${description}</td>
                  <td>${printAmount(amount)}</td>
                </tr>`
            )}
          </table>
          ${from + pageSize < total ? html`<a href="/funke/umsaetze?ab=${from + pageSize}">Ältere</a>` : ""}
          <form method="post" action="/funke/abmelden"><button>Abmelden</button></form>`,
        { lang: "de" }
      )
    )
  })
  app.post("/funke/abmelden", (c) => {
    site.leave(c)
    return c.redirect("/funke")
  })
  return app
}
