/** Cinta: a list of which only the rows in sight exist; their elements show other rows while it is scrolled. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { printDate } from "../calendar.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { asScript, makeSite, plainCode, sheet } from "./site.ts"

const brand = "Cinta"
const most = 5_000

/** Fourteen elements for however many rows; what an element shows follows from where the box is scrolled to. */
const script = `
const box = document.querySelector("[data-box]")
const [height, shown] = [44, 14]
const rows = await (await fetch("/cinta/filas")).json()
const tall = box.querySelector("[data-tall]")
Object.assign(box.style, { height: "330px", overflowY: "scroll" })
tall.style.position = "relative"
tall.style.height = rows.length * height + "px"
const elements = Array.from({ length: Math.min(shown, rows.length) }, () => {
  const element = document.createElement("div")
  element.className = "fila"
  element.setAttribute("role", "listitem")
  element.style.position = "absolute"
  element.style.height = height + "px"
  element.innerHTML = '<span class="dia"></span> <span class="texto"></span> <b class="suma"></b> <i class="saldo"></i> <small class="ref"></small>'
  tall.append(element)
  return element
})
const draw = () => {
  const first = Math.max(0, Math.min(rows.length - elements.length, Math.floor(box.scrollTop / height) - 2))
  elements.forEach((element, place) => {
    const [at, row] = [first + place, rows[first + place]]
    element.style.top = at * height + "px"
    element.dataset.index = at
    for (const [name, text] of Object.entries(row)) element.querySelector("." + name).textContent = text
  })
}
box.addEventListener("scroll", () => requestAnimationFrame(draw))
draw()
`

export const cintaRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/cinta", home: "/cinta/libro", code: "/cinta/codigo" })
  const { app } = site
  app.get("/cinta", (c) =>
    c.html(
      sheet(
        brand,
        "Entrar",
        html`<h1>Cinta</h1>
          ${alert(site.said(c))}
          <form method="post" action="/cinta/entrar" autocomplete="off">
            <p>
              <label>NIF <input name="user" /></label>
            </p>
            <p>
              <label>Clave <input name="pass" type="password" /></label>
            </p>
            <button>Continuar</button>
          </form>`,
        { lang: "es" }
      )
    )
  )
  app.post("/cinta/entrar", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pass")))
  )
  app.get("/cinta/codigo", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/cinta")
      : c.html(sheet(brand, "Codigo", plainCode(alert(site.said(c)), "/cinta/codigo")))
  )
  app.post("/cinta/codigo", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/cinta")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/cinta/cinta.js", (c) => asScript(c, `(async () => {${script}})()`))
  app.get("/cinta/libro", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/cinta")
    const { total } = sliceOf(bank, session.customer, { from: 0, size: most, only: "booked" })
    return c.html(
      sheet(
        brand,
        "Libro",
        html`<h1>Libro</h1>
          <form method="post" action="/cinta/salir"><button>Salir</button></form>
          <p>${total} asientos</p>
          <div data-box><div data-tall role="list" aria-label="Asientos"></div></div>`,
        { lang: "es", script: "/cinta/cinta.js" }
      )
    )
  })
  app.get("/cinta/filas", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.json([], 401)
    const { rows } = sliceOf(bank, session.customer, { from: 0, size: most, only: "booked" })
    return c.json(
      rows.map((row) => ({
        dia: printDate(row.date),
        texto: row.description,
        suma: printAmount(row.amount),
        saldo: row.balance === null ? "" : printAmount(row.balance),
        ref: row.reference ?? ""
      }))
    )
  })
  app.post("/cinta/salir", (c) => {
    site.leave(c)
    return c.redirect("/cinta")
  })
  return app
}
