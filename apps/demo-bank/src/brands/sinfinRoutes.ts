/** Sinfín: a list that grows while one scrolls, and a banner that comes over it after a moment. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { printDate } from "../calendar.ts"
import { sliceOf } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { asScript, makeSite, plainCode, sheet } from "./site.ts"

const brand = "Sinfín"
const pageSize = 8

const script = `
const list = document.querySelector("[data-feed]")
const more = document.querySelector("[data-more]")
let loading = false
const load = async () => {
  if (loading || !more.isConnected) return
  loading = true
  const answer = await fetch("/sinfin/mas?desde=" + list.children.length)
  if (answer.status !== 200) {
    document.body.innerHTML = '<p role="alert">No disponible</p>'
    return
  }
  const box = document.createElement("div")
  box.innerHTML = await answer.text()
  list.append(...box.querySelector("ul").children)
  if (list.children.length >= Number(list.dataset.total) || box.querySelector("[data-last]")) more.remove()
  loading = false
  if (more.isConnected && more.getBoundingClientRect().top < innerHeight) load()
  if (!document.querySelector("dialog") && !sessionStorage.getItem("seen")) banner()
}
const banner = () => {
  const dialog = document.createElement("dialog")
  dialog.setAttribute("aria-label", "Novedades")
  dialog.innerHTML = "<p>¡Descubre nuestra app!</p><button>Ahora no</button>"
  dialog.querySelector("button").addEventListener("click", () => { sessionStorage.setItem("seen", "1"); dialog.remove() })
  document.body.append(dialog)
  dialog.showModal()
}
new IntersectionObserver(([entry]) => { if (entry.isIntersecting) load() }).observe(more)
`

export const sinfinRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/sinfin", home: "/sinfin/inicio", code: "/sinfin/codigo" })
  const { app } = site
  app.get("/sinfin", (c) =>
    c.html(
      sheet(
        brand,
        "Entrar",
        html`<h1>Sinfín</h1>
          ${alert(site.said(c))}
          <form method="post" action="/sinfin/entrar" autocomplete="off">
            <p>
              <label>Usuario <input name="user" /></label>
            </p>
            <p>
              <label>Contraseña <input name="pass" type="password" /></label>
            </p>
            <button>Entrar</button>
          </form>`,
        { lang: "es" }
      )
    )
  )
  app.post("/sinfin/entrar", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pass")))
  )
  app.get("/sinfin/codigo", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/sinfin")
      : c.html(sheet(brand, "Codigo", plainCode(alert(site.said(c)), "/sinfin/codigo")))
  )
  app.post("/sinfin/codigo", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/sinfin")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/sinfin/sinfin.js", (c) => asScript(c, script))
  app.get("/sinfin/inicio", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/sinfin")
    const { total } = sliceOf(bank, session.customer, { from: 0, size: pageSize, only: "all" })
    return c.html(
      sheet(
        brand,
        "Inicio",
        html`<h1>Actividad</h1>
          <form method="post" action="/sinfin/salir"><button>Cerrar sesión</button></form>
          <p>${total} operaciones</p>
          <ul aria-label="Operaciones" data-feed data-total="${total}"></ul>
          <p data-more>Cargando más…</p>`,
        { lang: "es", script: "/sinfin/sinfin.js" }
      )
    )
  })
  app.get("/sinfin/mas", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.text("", 401)
    const from = Math.max(0, Math.trunc(Number(c.req.query("desde") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "all" })
    return c.html(
      html`<ul>
          ${rows.map(
            (row) =>
              html`<li data-id="${row.reference ?? ""}">
                <h3>${row.description}</h3>
                <p class="day">${printDate(row.date)}</p>
                <p class="sum">${printAmount(row.amount)} €</p>
                ${row.balance === null ? html`<em>Pendiente</em>` : html`<p class="left">${printAmount(row.balance)} €</p>`}
              </li>`
          )}
        </ul>
        ${rows.length < pageSize || from + pageSize >= total ? html`<p data-last></p>` : ""}`
    )
  })
  app.post("/sinfin/salir", (c) => {
    site.leave(c)
    return c.redirect("/sinfin")
  })
  return app
}
