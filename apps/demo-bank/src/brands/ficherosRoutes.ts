/** Banca Ficheros: movements only as files, in the encodings and columns of an older time. */
import { type Context, Hono } from "hono"
import { html } from "hono/html"
import { getCookie, deleteCookie } from "hono/cookie"

import type { Bank } from "../Bank.ts"
import { parseDate, printDate } from "../calendar.ts"
import type { Row } from "../Ledger.ts"
import { spoil } from "../listing.ts"
import { printAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { deviceToken, forgetSession, type LoggedIn, loggedIn, obstacles, sessionToken } from "../routes/visitor.ts"
import { ofxStatement, within } from "../statement.ts"
import { type Outcome, outcomeOf, sayNext, waitingLogin } from "./outcomes.ts"

const shell = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Banca Ficheros</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/bank.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`

const loginPage = (said: string | undefined) =>
  shell(
    "Acceso",
    html`<h1>Acceso clientes</h1>
      ${alert(said)}
      <form method="post" action="/ficheros/acceso" autocomplete="off">
        <p>
          <label>Usuario <input name="usuario" /></label>
        </p>
        <p>
          <label>Clave <input name="clave" type="password" /></label>
        </p>
        <button>Entrar</button>
      </form>`
  )

const codePage = (said: string | undefined) =>
  shell(
    "Firma",
    html`<h1>Clave de firma</h1>
      ${alert(said)}
      <form method="post" action="/ficheros/firma" autocomplete="off">
        <p>
          <label>Código recibido por SMS <input name="codigo" inputmode="numeric" /></label>
        </p>
        <button>Firmar</button>
      </form>`
  )

const filesPage = (name: string) =>
  shell(
    "Extractos",
    html`<h1>Extractos</h1>
      <p>${name}</p>
      <form action="/ficheros/extracto" target="_blank">
        <p>
          <label>Desde <input name="desde" placeholder="dd/mm/aaaa" /></label>
        </p>
        <p>
          <label
            >Formato
            <select name="formato">
              <option value="csv">Excel (CSV)</option>
              <option value="ofx">Money (OFX)</option>
            </select></label
          >
        </p>
        <button>Descargar</button>
      </form>
      <form method="post" action="/ficheros/salir"><button>Salir</button></form>`
  )

/** Oldest first, one column for what came in and one for what went out; the bank writes Windows-1252. */
const spanishCsv = (rows: ReadonlyArray<Row>): Buffer => {
  const lines = rows
    .filter(({ status }) => status === "booked")
    .toReversed()
    .map((row) =>
      [
        printDate(row.date),
        `"${row.description.replaceAll('"', '""')}"`,
        row.amount < 0n ? printAmount(-row.amount) : "",
        row.amount < 0n ? "" : printAmount(row.amount),
        row.balance === null ? "" : `${printAmount(row.balance)}`,
        row.reference ?? ""
      ].join(";")
    )
  return Buffer.from(["Fecha;Concepto;Cargo (€);Abono (€);Saldo (€);Nº operación", ...lines, ""].join("\r\n"), "latin1")
}

/** The one sign of ours that Latin 1 doesn't have. */
const asWindows1252 = (latin: Buffer): Buffer => Buffer.from(latin.map((byte) => (byte === 0xac ? 0x80 : byte)))

export const ficherosRoutes = (bank: Bank): Hono<LoggedIn> => {
  const app = new Hono<LoggedIn>()
  app.use("/ficheros/*", obstacles(bank))
  for (const path of ["/ficheros/extractos", "/ficheros/extracto"]) app.use(path, loggedIn(bank))

  const said = (c: Context): string | undefined => {
    const sentence = getCookie(c, "bd_say")
    if (sentence !== undefined) deleteCookie(c, "bd_say", { path: "/" })
    return sentence
  }
  const text = async (c: Context, name: string): Promise<string> => {
    const value = (await c.req.parseBody())[name]
    return typeof value === "string" ? value : ""
  }
  const lead = (c: Context, outcome: Outcome, stopped: string) => {
    if (outcome.to !== "stopped") return c.redirect(outcome.to === "home" ? "/ficheros/extractos" : "/ficheros/firma")
    sayNext(c, outcome.sentence)
    return c.redirect(stopped)
  }

  app.get("/ficheros", (c) => c.html(loginPage(said(c))))
  app.post("/ficheros/acceso", async (c) => {
    const username = await text(c, "usuario")
    const customer = bank.customerByUsername(username)
    return lead(
      c,
      outcomeOf(c, bank.logins.enter(customer, username, await text(c, "clave"), deviceToken(c))),
      "/ficheros"
    )
  })
  app.get("/ficheros/firma", (c) =>
    waitingLogin(c, bank) === undefined ? c.redirect("/ficheros") : c.html(codePage(said(c)))
  )
  app.post("/ficheros/firma", async (c) => {
    const login = waitingLogin(c, bank)
    if (login === undefined) return c.redirect("/ficheros")
    const step = bank.logins.submitCode(login, await text(c, "codigo"))
    return lead(c, outcomeOf(c, step), step.to === "wrong-code" ? "/ficheros/firma" : "/ficheros")
  })
  app.get("/ficheros/extractos", (c) => c.html(filesPage(c.get("session").customer.profile.name)))

  app.get("/ficheros/extracto", (c) => {
    const { customer } = c.get("session")
    const { ledger, profile } = customer
    const range = { from: parseDate(c.req.query("desde") ?? ""), to: undefined }
    const rows = within(ledger.rows(), range)
    const isOfx = c.req.query("formato") === "ofx"
    const account = { iban: profile.iban, balance: ledger.balance(), today: bank.today(), range }
    const file = isOfx
      ? Buffer.from(ofxStatement(rows, account))
      : asWindows1252(spanishCsv(spoil(rows, bank.switches.of(customer))))
    return c.body(new Uint8Array(file), 200, {
      "content-type": isOfx ? "application/x-ofx" : "text/csv",
      "content-disposition": `attachment; filename="extracto.${isOfx ? "ofx" : "csv"}"`
    })
  })

  app.post("/ficheros/salir", (c) => {
    const session = bank.sessions.find(sessionToken(c))
    if (session !== undefined) bank.sessions.close(session, "logout")
    forgetSession(c)
    return c.redirect("/ficheros")
  })

  return app
}
