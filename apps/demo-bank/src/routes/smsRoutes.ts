import { Hono } from "hono"

import type { Bank } from "../Bank.ts"
import { inboxPage, phonesPage } from "../pages/smsPages.ts"

/** The customers' phones. No bank has these pages; they stand in for the phone in somebody's pocket. */
export const smsRoutes = (bank: Bank): Hono => {
  const app = new Hono()

  app.get("/sms", (c) => c.html(phonesPage(bank.customers())))

  app.get("/sms/:name{.+\\.json}", (c) => {
    const customer = bank.customer(c.req.param("name").slice(0, -".json".length))
    const messages = bank
      .inbox(customer)
      .map(({ arrivesAt, text, code }) => ({ at: arrivesAt.toISOString(), text, code }))
    return c.json({ customer: customer.profile.id, phone: customer.profile.phone, messages })
  })

  app.get("/sms/:name", (c) => {
    const customer = bank.customer(c.req.param("name"))
    return c.html(inboxPage(customer, bank.inbox(customer)))
  })

  /** The bank's app on that phone. */
  app.post("/phone/:name/:answer{approve|refuse}", (c) => {
    const customer = bank.customer(c.req.param("name"))
    const answer = c.req.param("answer") === "approve" ? "approved" : "refused"
    return c.json({ logins: bank.logins.answerInApp(customer, answer) })
  })

  return app
}
