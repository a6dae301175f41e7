/** Lienzo: a keypad that is one drawing on a canvas, dealt anew for each login. */
import { randomInt, randomUUID } from "node:crypto"

import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { printDate } from "../calendar.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { asScript, makeSite, plainCode, sheet } from "./site.ts"
import { dotsOf, signs } from "./glyphs.ts"

const brand = "Lienzo"
const pageSize = 15
const mostDeals = 200
const across = 8

/** Draws what the bank sends (no letter of it is in the page) and notes which field was clicked. */
const script = `
const canvas = document.querySelector("canvas")
const form = document.querySelector("form")
const [across, cell] = [${across}, 48]
const draw = async () => {
  const { pictures } = await (await fetch("/lienzo/teclas?deal=" + form.elements.deal.value)).json()
  const paint = canvas.getContext("2d")
  paint.fillStyle = "#f4f1ea"
  paint.fillRect(0, 0, canvas.width, canvas.height)
  pictures.forEach((dots, place) => {
    const [left, top] = [(place % across) * cell, Math.floor(place / across) * cell]
    paint.strokeStyle = "#998"
    paint.strokeRect(left + 0.5, top + 0.5, cell - 1, cell - 1)
    paint.fillStyle = "#223"
    dots.forEach((line, y) => [...line].forEach((dot, x) => {
      if (dot === "#") paint.fillRect(left + 14 + x * 4, top + 10 + y * 4, 4, 4)
    }))
  })
  canvas.setAttribute("aria-busy", "false")
}
canvas.addEventListener("click", ({ offsetX, offsetY }) => {
  const place = Math.floor(offsetY / cell) * across + Math.floor(offsetX / cell)
  form.elements.places.value = (form.elements.places.value + " " + place).trim()
  form.querySelector("[data-shown]").value += "x"
})
draw()
`

const shuffled = (): ReadonlyArray<string> =>
  signs
    .map((sign) => ({ sign, place: randomInt(1 << 30) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ sign }) => sign)

export const lienzoRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/lienzo", home: "/lienzo/cuenta", code: "/lienzo/codigo" })
  const { app } = site
  const deals = new Map<string, ReadonlyArray<string>>()
  const deal = (): string => {
    const token = randomUUID()
    deals.set(token, shuffled())
    const [oldest] = deals.keys()
    if (deals.size > mostDeals && oldest !== undefined) deals.delete(oldest)
    return token
  }

  app.get("/lienzo", (c) =>
    c.html(
      sheet(
        brand,
        "Entrar",
        html`<h1>Lienzo</h1>
          ${alert(site.said(c))}
          <form method="post" action="/lienzo/entrar" autocomplete="off">
            <p>
              <label>Usuario <input name="user" /></label>
            </p>
            <p>
              <label>Clave <input type="password" readonly data-shown /></label>
            </p>
            <input type="hidden" name="deal" value="${deal()}" /><input type="hidden" name="places" />
            <canvas width="${across * 48}" height="240" aria-label="Teclado" aria-busy="true"></canvas>
            <p><button>Entrar</button></p>
          </form>`,
        { lang: "es", script: "/lienzo/lienzo.js" }
      )
    )
  )
  app.get("/lienzo/lienzo.js", (c) => asScript(c, script))
  app.get("/lienzo/teclas", (c) => c.json({ pictures: (deals.get(c.req.query("deal") ?? "") ?? []).map(dotsOf) }))

  app.post("/lienzo/entrar", async (c) => {
    const token = await site.text(c, "deal")
    const dealt = deals.get(token) ?? []
    deals.delete(token)
    const places = (await site.text(c, "places")).split(" ").map(Number)
    const password = places.map((place) => dealt[place] ?? "?").join("")
    return site.lead(c, site.enter(c, await site.text(c, "user"), password))
  })
  app.get("/lienzo/codigo", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/lienzo")
      : c.html(sheet(brand, "Codigo", plainCode(alert(site.said(c)), "/lienzo/codigo")))
  )
  app.post("/lienzo/codigo", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/lienzo")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })

  app.get("/lienzo/cuenta", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/lienzo")
    const from = Math.max(0, Math.trunc(Number(c.req.query("desde") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    return c.html(
      sheet(
        brand,
        "Cuenta",
        html`<h1>Cuenta corriente</h1>
          <p>${total} movimientos</p>
          <table>
            <tr>
              <th>Fecha</th>
              <th>Concepto</th>
              <th>Importe</th>
              <th>Saldo</th>
            </tr>
            ${rows.map(
              (row) =>
                html`<tr>
                  <td>${printDate(row.date)}</td>
                  <td>${row.description}</td>
                  <td>${printAmount(row.amount)} €</td>
                  <td>${row.balance === null ? "" : `${printAmount(row.balance)} €`}</td>
                </tr>`
            )}
          </table>
          ${from + pageSize < total ? html`<a href="/lienzo/cuenta?desde=${from + pageSize}">Más antiguos</a>` : ""}
          <form method="post" action="/lienzo/salir"><button>Salir</button></form>`,
        { lang: "es" }
      )
    )
  })
  app.post("/lienzo/salir", (c) => {
    site.leave(c)
    return c.redirect("/lienzo")
  })
  return app
}
