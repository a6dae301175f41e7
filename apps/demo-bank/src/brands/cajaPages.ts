/** Caja Teclado: everything in frames, keys to click instead of a field, three characters of the password. */
import { html, raw } from "hono/html"

import type { LocalDate } from "../calendar.ts"
import type { Row } from "../Ledger.ts"
import { decimalAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"

const shell = (title: string, body: unknown, script = "") =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Caja Teclado</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/bank.css" />
        ${script === "" ? "" : html`<script src="${script}" defer></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`

export const frontPage = (said: string | undefined) =>
  shell(
    "Welcome",
    html`<h1>Caja Teclado</h1>
      ${alert(said)}
      <iframe title="Secure access" src="/caja/access" width="480" height="520"></iframe>`
  )

export const namePage = () =>
  shell(
    "Access",
    html`<form method="post" action="/caja/access" autocomplete="off">
      <label for="id">Customer number or name</label>
      <input id="id" name="id" required />
      <button type="submit">Next</button>
    </form>`
  )

export interface Deal {
  readonly token: string
  /** 1-based. */
  readonly positions: ReadonlyArray<number>
  readonly keys: ReadonlyArray<{ readonly sign: string; readonly token: string }>
}

const ordinal = (position: number): string => {
  const ending = { 1: "st", 2: "nd", 3: "rd" }[position % 10 === position || position > 20 ? position % 10 : 0]
  return `${position}${ending ?? "th"}`
}

export const keypadPage = ({ keys, positions, token }: Deal) =>
  shell(
    "Access",
    html`<form method="post" action="/caja/enter" target="_top" data-keypad>
      <p id="ask">Click the ${positions.map(ordinal).join(", ")} characters of your access key</p>
      <input type="password" readonly aria-labelledby="ask" data-shown />
      <input type="hidden" name="deal" value="${token}" /><input type="hidden" name="keys" />
      <div class="keypad" role="group" aria-label="Keys">
        ${keys.map((key) => html`<button type="button" data-key="${key.token}">${key.sign}</button>`)}
      </div>
      <button type="submit">Enter</button>
    </form>`,
    "/caja/keypad.js"
  )

/** The keys change places after each click, as banks do against those who watch the mouse. */
export const keypadScript = `
const form = document.querySelector("[data-keypad]")
const pad = form.querySelector(".keypad")
pad.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-key]")
  if (!key) return
  form.elements.keys.value = (form.elements.keys.value + " " + key.dataset.key).trim()
  form.querySelector("[data-shown]").value += "x"
  const keys = [...pad.children]
  keys.sort(() => Math.random() - 0.5)
  pad.append(...keys)
})
`

export const codePage = (said: string | undefined) =>
  shell(
    "Code",
    html`<h1>One more step</h1>
      ${alert(said)}
      <form method="post" action="/caja/code" data-boxes autocomplete="off">
        <fieldset>
          <legend>The code that we have sent to your phone</legend>
          ${[1, 2, 3, 4, 5, 6].map((place) => html`<input name="d${place}" aria-label="Digit ${place}" inputmode="numeric" maxlength="1" size="1" />`)}
        </fieldset>
        <button type="submit">Confirm</button>
      </form>`,
    "/caja/boxes.js"
  )

export const boxesScript = `
const boxes = [...document.querySelectorAll("[data-boxes] input")]
for (const [place, box] of boxes.entries()) {
  box.addEventListener("input", () => { if (box.value !== "" && boxes[place + 1]) boxes[place + 1].focus() })
}
`

export const homePage = (name: string) =>
  shell(
    "Your position",
    html`<h1>Your position</h1>
      <p>${name}</p>
      <form method="post" action="/caja/logout"><button type="submit">Leave</button></form>
      <iframe title="Account statement" src="/caja/list" width="900" height="700"></iframe>`
  )

const monthNames = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]

/** "03 NOV 2026" */
const printDay = (day: LocalDate): string => {
  const [year = "", month = "", date = ""] = day.split("-")
  return `${date} ${monthNames[Number(month) - 1] ?? ""} ${year}`
}

/** 1,234.50 */
const english = (cents: bigint): string => {
  const [whole = "", fraction = ""] = decimalAmount(cents < 0n ? -cents : cents).split(".")
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`
}

export const listPage = (view: {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
  readonly from: number
  readonly older: number | undefined
}) =>
  shell(
    "Statement",
    html`<table>
        <caption>
          Statement, amounts in euros
        </caption>
        <tr>
          <th>Day</th>
          <th>Details</th>
          <th>Operation</th>
          <th>Paid out</th>
          <th>Paid in</th>
          <th>Balance</th>
        </tr>
        ${view.rows.map(
          (row) =>
            html`<tr>
              <td>${printDay(row.date)}</td>
              <td>${row.description}</td>
              <td>${row.reference ?? ""}</td>
              <td>${row.amount < 0n ? english(row.amount) : ""}</td>
              <td>${row.amount < 0n ? "" : english(row.amount)}</td>
              <td>${row.balance === null ? "" : `${english(row.balance)} ${row.balance < 0n ? "DR" : "CR"}`}</td>
            </tr>`
        )}
        <tfoot>
          <tr>
            <td colspan="6">Rows ${view.from} to ${view.from + view.rows.length - 1} of ${view.total}</td>
          </tr>
        </tfoot>
      </table>
      ${view.older === undefined ? raw("") : html`<a href="/caja/list?from=${view.older}">Previous statement</a>`}`
  )
