import { html } from "hono/html"

import { printDate } from "../calendar.ts"
import type { Customer } from "../Customer.ts"
import { printIban } from "../iban.ts"
import type { Row } from "../Ledger.ts"
import { printAmount } from "../money.ts"
import type { Labels } from "./labels.ts"
import { alert, page } from "./shell.ts"

const sign = (row: Row): string => (row.amount < 0n ? "debit" : "credit")

export const homePage = (customer: Customer, labels: Labels, today: string) => {
  const { ledger, profile } = customer
  return page(
    "Overview",
    html`
      <h1>Hello, ${profile.name}</h1>
      <h2>Your accounts</h2>
      <section class="card account">
        <div>
          <h3>Everyday account</h3>
          <p class="iban" data-testid="account-number">${printIban(profile.iban)}</p>
        </div>
        <dl>
          <div>
            <dt>Balance</dt>
            <dd class="big" data-testid="balance">${printAmount(ledger.balance())} EUR</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd data-testid="available">${printAmount(ledger.available())} EUR</dd>
          </div>
        </dl>
        <p class="as-of">As of ${printDate(today)}</p>
      </section>
      <section class="card">
        <h2>Latest</h2>
        <ul class="latest">
          ${ledger
            .rows()
            .slice(0, 4)
            .map(
              (row) => html`
                <li>
                  <span class="when">${printDate(row.date)}</span>
                  <span>${row.description}</span>
                  <span class="money ${sign(row)}">${printAmount(row.amount)}</span>
                </li>
              `
            )}
        </ul>
        <p><a href="/movements">See all</a></p>
      </section>
    `,
    { customerName: profile.name, movements: labels.movements }
  )
}

export type MovementsView = {
  readonly customer: Customer
  readonly labels: Labels
  /** What the table prints, which may be less or other than the truth. */
  readonly rows: readonly Row[]
  readonly total: number
  readonly pageNumber: number
  readonly pageCount: number
  /** The filter as it was typed. */
  readonly from: string
  readonly to: string
  readonly problem: string | undefined
}

const query = (view: MovementsView, pageNumber?: number): string => {
  const entries = { from: view.from, to: view.to, page: pageNumber === undefined ? "" : String(pageNumber) }
  const filled = Object.entries(entries).filter(([, value]) => value !== "")
  return filled.length === 0 ? "" : `?${new URLSearchParams(filled).toString()}`
}

const filterForm = (view: MovementsView) => html`
  <form class="filter" method="get" action="/movements" role="search" aria-label="Filter by date">
    <div class="field">
      <label for="from">From</label>
      <input id="from" name="from" type="text" placeholder="dd/mm/yyyy" value="${view.from}" size="11" />
    </div>
    <div class="field">
      <label for="to">To</label>
      <input id="to" name="to" type="text" placeholder="dd/mm/yyyy" value="${view.to}" size="11" />
    </div>
    <button class="secondary" type="submit">Show</button>
    <span class="downloads">
      <a href="/statement.csv${query(view)}" download>Download CSV</a>
      <a href="/statement.ofx${query(view)}" download>Download OFX</a>
    </span>
  </form>
`

const tableRow = (row: Row, { showsTime, showsReference }: Customer["profile"]) => html`
  <tr>
    <td>${printDate(row.date)}</td>
    ${showsTime ? html`<td>${row.time ?? ""}</td>` : ""}
    <td class="text">${row.description}</td>
    ${showsReference ? html`<td class="reference">${row.reference ?? ""}</td>` : ""}
    <td class="money ${sign(row)}">${printAmount(row.amount)}</td>
    <td class="money">${row.balance === null ? "" : printAmount(row.balance)}</td>
    <td><span class="badge ${row.status}">${row.status === "booked" ? "Booked" : "Pending"}</span></td>
  </tr>
`

const table = ({ customer, labels, rows }: MovementsView) => html`
  <table>
    <caption>
      ${labels.movements} of ${printIban(customer.profile.iban)}, in EUR
    </caption>
    <thead>
      <tr>
        <th scope="col">${labels.date}</th>
        ${customer.profile.showsTime ? html`<th scope="col">${labels.time}</th>` : ""}
        <th scope="col">${labels.description}</th>
        ${customer.profile.showsReference ? html`<th scope="col">${labels.reference}</th>` : ""}
        <th scope="col" class="money">${labels.amount}</th>
        <th scope="col" class="money">${labels.balance}</th>
        <th scope="col">${labels.status}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => tableRow(row, customer.profile))}
    </tbody>
  </table>
`

export const movementsPage = (view: MovementsView) => {
  const { labels, pageNumber, pageCount, total } = view
  return page(
    labels.movements,
    html`
      <h1>${labels.movements}</h1>
      <p class="iban">${printIban(view.customer.profile.iban)}</p>
      ${alert(view.problem)}
      <section class="card">
        ${filterForm(view)}
        <p class="counts">
          <span data-testid="movement-count">${total} ${total === 1 ? "movement" : "movements"}</span>
          <span data-testid="page-count">Page ${pageNumber} of ${pageCount}</span>
        </p>
        ${total === 0 ? html`<p class="empty">There is nothing in these dates.</p>` : table(view)}
        <nav class="pages" aria-label="Pages">
          ${pageNumber > 1 ? html`<a rel="prev" href="/movements${query(view, pageNumber - 1)}">${labels.newer}</a>` : html`<span></span>`}
          ${pageNumber < pageCount ? html`<a rel="next" href="/movements${query(view, pageNumber + 1)}">${labels.older}</a>` : ""}
        </nav>
      </section>
    `,
    { customerName: view.customer.profile.name, movements: labels.movements }
  )
}
