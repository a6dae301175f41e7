import { html } from "hono/html"

import type { Delivery } from "./Journal.ts"
import type { Shop, Stored } from "./Shop.ts"

export const stylesheet = `
:root { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; color: #24201c }
* { box-sizing: border-box }
body { margin: 0; background: #faf7f2 }
header { background: #6b2f3a; color: #fff; padding: 1rem 1.5rem; display: flex; gap: 1rem; align-items: baseline }
header h1 { font-size: 1.2rem; margin: 0 }
header p { margin: 0; opacity: .8 }
main { max-width: 84rem; margin: 0 auto; padding: 1.5rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem }
h2:first-child { margin-top: 0 }
section { background: #fff; border: 1px solid #e8e0d6; border-radius: 10px; padding: .25rem 1.1rem .5rem; overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th { text-align: left; font-size: .8rem; color: #7a7068; padding: .6rem .5rem; border-bottom: 2px solid #efe8df; white-space: nowrap }
td { padding: .55rem .5rem; border-bottom: 1px solid #f1ebe3; white-space: nowrap; vertical-align: top }
tr:last-child td { border-bottom: 0 }
td.wide { white-space: normal; width: 99% }
.money { text-align: right }
.badge { font-size: .8rem; padding: .12rem .6rem; border-radius: 1rem; background: #efe9e1 }
.paid, .yes { background: #dff1e6; color: #14603f }
.no { background: #fbe4e2; color: #8d2822 }
.soft, .empty { color: #7a7068 }
.empty { padding: 1.2rem .5rem; margin: 0 }
pre { margin: 0; min-width: 24rem; font: 12.5px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 44rem) {
  header { display: block; padding: 1rem } main { padding: 1rem }
  table, tbody, tr { display: block } thead { display: none }
  tr { border-bottom: 2px solid #efe8df; padding: .5rem 0 } tr:last-child { border-bottom: 0 }
  td, td.wide { display: grid; grid-template-columns: 7.5rem 1fr; gap: .5rem; border: 0; padding: .15rem .25rem; white-space: normal; width: auto; text-align: left; justify-items: start }
  td::before { content: attr(data-name); color: #7a7068; font-size: .8rem }
  pre { min-width: 0 }
}
`

export const script = `
setInterval(async () => {
  const answer = await fetch(location.href).catch(() => null)
  if (!answer || !answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main")
  const main = document.querySelector("main")
  if (fresh && main && fresh.innerHTML !== main.innerHTML) main.replaceWith(fresh)
}, 1500)
`

const time = (at: string): string => at.slice(11, 19)

const verdict = (value: boolean | null, yes: string, no: string, unasked: string) =>
  value === null
    ? html`<span class="soft">${unasked}</span>`
    : html`<span class="badge ${value ? "yes" : "no"}">${value ? yes : no}</span>`

const orderRow = (list: string, { order, status, result, paidAt }: Stored) => html`
  <tr>
    <td data-name="Order">${order.external_id}</td>
    <td data-name="Payer" class="wide">${order.name}</td>
    <td data-name="Amount" class="money">${String(order.amount)} ${order.currency}</td>
    <td data-name="Reference">${order.reference ?? ""}</td>
    <td data-name="List">${list}</td>
    <td data-name="Status"><span class="badge ${status}">${status}</span></td>
    <td data-name="Last result">${result ?? ""}</td>
    <td data-name="Paid at (UTC)" class="soft">${paidAt === null ? "" : time(paidAt)}</td>
  </tr>
`

const deliveryRow = (entry: Delivery) => html`
  <tr>
    <td data-name="At (UTC)" class="soft">${time(entry.at)}</td>
    <td data-name="Address">/${entry.kind === "hook" ? "hooks" : "notifications"}/${entry.name}</td>
    <td data-name="Event">
      ${entry.headers["counterfoil-event"] ?? ""}${entry.repeated ? html` <span class="soft">(again)</span>` : ""}
    </td>
    <td data-name="Attempt">${entry.headers["counterfoil-attempt"] ?? ""}</td>
    <td data-name="Signature">
      ${verdict(entry.signatureValid, "valid", "invalid", entry.signatures > 0 ? "signed, not checked" : "none")}
    </td>
    <td data-name="Authorization">${verdict(entry.authorizationValid, "right", "wrong", "not asked")}</td>
    <td data-name="Answered">${entry.status ?? "none"}</td>
    <td data-name="Body" class="wide"><pre>${entry.rawBody}</pre></td>
  </tr>
`

/** What the shop knows: its orders, and the webhooks that it received, newest first. */
export const overviewPage = (shop: Shop) => {
  const orders = shop
    .lists()
    .flatMap(([name, list]) => [...list.orders.values()].map((stored) => orderRow(name, stored)))
  const entries = shop.journal.entries()
  const polls = entries.filter((entry) => entry.kind === "poll")
  const deliveries = entries
    .filter((entry) => entry.kind !== "poll")
    .slice(-100)
    .reverse()
  const lastPoll = polls.at(-1)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Demo shop</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/shop.css" />
        <script src="/assets/shop.js" defer></script>
      </head>
      <body>
        <header>
          <h1>Demo shop</h1>
          <p>your own system, as Counterfoil sees it</p>
        </header>
        <main>
          <h2>Orders</h2>
          <section>
            ${
              orders.length === 0
                ? html`<p class="empty">No orders yet</p>`
                : html`<table>
                    <thead>
                      <tr>
                        <th scope="col">Order</th>
                        <th scope="col">Payer</th>
                        <th scope="col" class="money">Amount</th>
                        <th scope="col">Reference</th>
                        <th scope="col">List</th>
                        <th scope="col">Status</th>
                        <th scope="col">Last result</th>
                        <th scope="col">Paid at (UTC)</th>
                      </tr>
                    </thead>
                    <tbody>
                      ${orders}
                    </tbody>
                  </table>`
            }
          </section>
          <p class="soft">
            ${polls.length === 0 ? "Nobody has asked for the pending orders yet." : `The pending orders were asked for ${polls.length === 1 ? "once" : `${polls.length} times`}, last at ${time(lastPoll?.at ?? "")} UTC.`}
          </p>
          <h2>Webhooks received</h2>
          <section>
            ${
              deliveries.length === 0
                ? html`<p class="empty">None yet</p>`
                : html`<table>
                    <thead>
                      <tr>
                        <th scope="col">At (UTC)</th>
                        <th scope="col">Address</th>
                        <th scope="col">Event</th>
                        <th scope="col">Attempt</th>
                        <th scope="col">Signature</th>
                        <th scope="col">Authorization</th>
                        <th scope="col">Answered</th>
                        <th scope="col">Body</th>
                      </tr>
                    </thead>
                    <tbody>
                      ${deliveries.map(deliveryRow)}
                    </tbody>
                  </table>`
            }
          </section>
        </main>
      </body>
    </html>`
}
