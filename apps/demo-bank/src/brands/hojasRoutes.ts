/** Hojas: movements only as a workbook, and a picture to be photographed in place of a code by SMS. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { parseDate, printDate } from "../calendar.ts"
import { spoil } from "../listing.ts"
import { alert } from "../pages/shell.ts"
import { within } from "../statement.ts"
import { type Cell, workbook } from "../workbook.ts"
import { makeSite, sheet } from "./site.ts"

const brand = "Hojas"

/** A mosaic that holds the login's code for those who have the key to it; it stands for a photoTAN. */
const mosaic = (code: string): string => {
  const colours = ["#c22", "#2a2", "#22c", "#fff"]
  const dots = Array.from({ length: 144 }, (_, place) => {
    const digit = Number(code[place % code.length] ?? 0)
    const colour = colours[(digit * 7 + place * (digit + 3)) % colours.length] ?? "#fff"
    return `<rect x="${(place % 12) * 8}" y="${Math.floor(place / 12) * 8}" width="8" height="8" fill="${colour}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96">${dots.join("")}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
}

export const hojasRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/hojas", home: "/hojas/descargas", code: "/hojas/foto" })
  const { app } = site
  app.get("/hojas", (c) =>
    c.html(
      sheet(
        brand,
        "Login",
        html`<h1>Hojas</h1>
          ${alert(site.said(c))}
          <form method="post" action="/hojas/login" autocomplete="off">
            <p>
              <label>Kontonummer <input name="user" /></label>
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
  app.post("/hojas/login", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pin")))
  )
  app.get("/hojas/foto", (c) => {
    const login = site.waiting(c)
    if (login === undefined) return c.redirect("/hojas")
    return c.html(
      sheet(
        brand,
        "photoTAN",
        html`<h1>photoTAN</h1>
          ${alert(site.said(c))}
          <img alt="photoTAN" src="${mosaic(login.code)}" width="96" height="96" />
          <form method="post" action="/hojas/foto" autocomplete="off">
            <p>
              <label>TAN <input name="code" inputmode="numeric" /></label>
            </p>
            <button>Bestätigen</button>
          </form>`,
        { lang: "de" }
      )
    )
  })
  app.post("/hojas/foto", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/hojas")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/hojas/descargas", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/hojas")
    return c.html(
      sheet(
        brand,
        "Umsätze",
        html`<h1>Umsätze herunterladen</h1>
          <form action="/hojas/umsaetze.xlsx">
            <p>
              <label>Ab <input name="ab" placeholder="TT/MM/JJJJ" /></label>
            </p>
            <button>Excel</button>
          </form>
          <form method="post" action="/hojas/logout"><button>Abmelden</button></form>`,
        { lang: "de" }
      )
    )
  })
  app.get("/hojas/umsaetze.xlsx", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/hojas")
    const { customer } = session
    const booked = customer.ledger.rows().filter(({ status }) => status === "booked")
    const asked = within(booked, { from: parseDate(c.req.query("ab") ?? ""), to: undefined })
    const rows = spoil(asked, bank.switches.of(customer))
    const lines: ReadonlyArray<ReadonlyArray<Cell>> = [
      [`Kontoauszug ${customer.profile.name}`],
      ["Erstellt am", printDate(bank.today())],
      ["Anzahl Umsätze", String(asked.length)],
      [],
      ["Buchungstag", "Verwendungszweck", "Betrag", "Saldo", "Referenz"],
      ...rows.map(({ amount, balance, date, description, reference }) => [
        { day: date },
        description,
        { cents: amount },
        balance === null ? "" : { cents: balance },
        reference ?? ""
      ]),
      [],
      ["", "Saldo", { cents: customer.ledger.balance() }]
    ]
    return c.body(new Uint8Array(workbook("Umsätze", lines)), 200, {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": `attachment; filename="umsaetze.xlsx"`
    })
  })
  app.post("/hojas/logout", (c) => {
    site.leave(c)
    return c.redirect("/hojas")
  })
  return app
}
