import { html } from "hono/html"

import { localTimeOf } from "../calendar.ts"
import type { Customer, Sms } from "../Customer.ts"

const phone = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/bank.css" />
        <script src="/assets/bank.js" defer></script>
      </head>
      <body class="backdrop">
        <main class="phone">${body}</main>
      </body>
    </html>`

export const phonesPage = (customers: readonly Customer[]) =>
  phone(
    "Phones",
    html`
      <h1>Phones</h1>
      <ul class="contacts">
        ${customers.map(
          ({ profile }) => html`<li><a href="/sms/${profile.id}">${profile.name}</a><span>${profile.phone}</span></li>`
        )}
      </ul>
    `
  )

/** One customer's phone; it looks for new messages by itself. */
export const inboxPage = (customer: Customer, messages: readonly Sms[]) => {
  const { id, name, phone: number } = customer.profile
  return phone(
    `Messages of ${name}`,
    html`
      <h1>Messages</h1>
      <p class="owner">${name} · ${number}</p>
      <ol class="messages" data-inbox="/sms/${id}.json" data-known="${messages.length}">
        ${messages.map(
          (sms) => html`
            <li>
              <span class="from"
                >Banco Demo · <time datetime="${sms.arrivesAt.toISOString()}">${localTimeOf(sms.arrivesAt)}</time></span
              >
              <p>
                ${sms.text.split(sms.code)[0]}<strong data-testid="sms-code">${sms.code}</strong
                >${sms.text.split(sms.code)[1]}
              </p>
            </li>
          `
        )}
      </ol>
      ${messages.length === 0 ? html`<p class="empty">No messages yet</p>` : ""}
      <p><a href="/sms">All phones</a></p>
    `
  )
}
