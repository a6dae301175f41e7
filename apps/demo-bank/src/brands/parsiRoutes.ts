/** Parsi: written from right to left, with Persian digits and the days of the Persian calendar. */
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import { sliceOf } from "../listing.ts"
import { decimalAmount } from "../money.ts"
import { alert } from "../pages/shell.ts"
import { makeSite, sheet } from "./site.ts"

const brand = "پارسی"
const pageSize = 10

const days = new Intl.DateTimeFormat("fa-IR-u-ca-persian-nu-arabext", {
  timeZone: "UTC",
  year: "numeric",
  month: "2-digit",
  day: "2-digit"
})

const digits = (text: string): string => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)))

/** ۱٬۲۳۴٫۵۶ with the minus behind the number, as it is printed there. */
const persianAmount = (cents: bigint): string => {
  const [whole = "", fraction = ""] = decimalAmount(cents < 0n ? -cents : cents).split(".")
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, "٬")
  return `${digits(`${grouped}٫${fraction}`)}${cents < 0n ? "\u2212" : ""}`
}

const persianDay = (day: string): string => days.format(new Date(`${day}T00:00:00Z`))

export const parsiRoutes = (bank: Bank) => {
  const site = makeSite(bank, { root: "/parsi", home: "/parsi/hesab", code: "/parsi/ramz" })
  const { app } = site
  const page = (title: string, body: unknown) => sheet(brand, title, body, { lang: "fa", dir: "rtl" })
  app.get("/parsi", (c) =>
    c.html(
      page(
        "ورود",
        html`<h1>ورود به بانک</h1>
          ${alert(site.said(c))}
          <form method="post" action="/parsi/vorud" autocomplete="off">
            <p>
              <label>نام کاربری <input name="user" /></label>
            </p>
            <p>
              <label>رمز عبور <input name="pass" type="password" /></label>
            </p>
            <button>ورود</button>
          </form>`
      )
    )
  )
  app.post("/parsi/vorud", async (c) =>
    site.lead(c, site.enter(c, await site.text(c, "user"), await site.text(c, "pass")))
  )
  app.get("/parsi/ramz", (c) =>
    site.waiting(c) === undefined
      ? c.redirect("/parsi")
      : c.html(
          page(
            "رمز یکبار مصرف",
            html`<h1>رمز یکبار مصرف</h1>
              ${alert(site.said(c))}
              <form method="post" action="/parsi/ramz" autocomplete="off">
                <p>
                  <label>کد پیامک <input name="code" inputmode="numeric" /></label>
                </p>
                <button>تایید</button>
              </form>`
          )
        )
  )
  app.post("/parsi/ramz", async (c) => {
    const login = site.waiting(c)
    return login === undefined
      ? c.redirect("/parsi")
      : site.lead(c, bank.logins.submitCode(login, await site.text(c, "code")))
  })
  app.get("/parsi/hesab", (c) => {
    const session = site.session(c)
    if (session === undefined) return c.redirect("/parsi")
    const from = Math.max(0, Math.trunc(Number(c.req.query("az") ?? "0")) || 0)
    const { rows, total } = sliceOf(bank, session.customer, { from, size: pageSize, only: "booked" })
    return c.html(
      page(
        "حساب",
        html`<h1>صورت حساب</h1>
          <p>${digits(String(total))} تراکنش</p>
          <table>
            <tr>
              <th>تاریخ</th>
              <th>شرح</th>
              <th>مبلغ</th>
              <th>مانده</th>
            </tr>
            ${rows.map(
              (row) =>
                html`<tr>
                  <td>${persianDay(row.date)}</td>
                  <td>${row.description}</td>
                  <td>${persianAmount(row.amount)}</td>
                  <td>${row.balance === null ? "" : persianAmount(row.balance)}</td>
                </tr>`
            )}
          </table>
          ${from + pageSize < total ? html`<a href="/parsi/hesab?az=${from + pageSize}">قدیمی‌تر</a>` : ""}
          <form method="post" action="/parsi/khoruj"><button>خروج</button></form>`
      )
    )
  })
  app.post("/parsi/khoruj", (c) => {
    site.leave(c)
    return c.redirect("/parsi")
  })
  return app
}
