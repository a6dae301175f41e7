import { type Context, Hono } from "hono"

import type { Bank } from "../Bank.ts"
import type { Customer } from "../Customer.ts"
import { Fields, InputError } from "../Fields.ts"
import type { Row } from "../Ledger.ts"
import { decimalAmount } from "../money.ts"
import { readBooking, readCustomerChange, readMovement, readNewCustomer } from "./controlInput.ts"

/** A body of JSON; an empty one counts as `{}`. */
const bodyOf = async (c: Context): Promise<unknown> => {
  const text = await c.req.text()
  if (text.trim() === "") return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new InputError("the body is not valid JSON")
  }
}

const movementJson = (customer: Customer, row: Row) => ({
  id: row.id,
  customer: customer.profile.id,
  kind: row.kind,
  description: row.description,
  amount: decimalAmount(row.amount),
  date: row.date,
  time: row.time,
  status: row.status,
  balance: row.balance === null ? null : decimalAmount(row.balance),
  reference: row.reference
})

/** Never the password. */
const customerJson = (bank: Bank, customer: Customer) => {
  const { password: _, ...profile } = customer.profile
  const rows = customer.ledger.rows()
  return {
    ...profile,
    locked: customer.locked,
    wrongPasswords: customer.wrongPasswords,
    openSessions: bank.sessions.of(customer).length,
    maxOpenSessions: customer.maxOpenSessions,
    refusedElsewhere: customer.refusedElsewhere,
    balance: decimalAmount(customer.ledger.balance()),
    movements: rows.length,
    pending: rows.filter((row) => row.status === "pending").length,
    switches: customer.switches
  }
}

const find = (customer: Customer, id: string) => {
  const row = customer.ledger.rows().find((known) => known.id === id)
  if (row === undefined) throw new InputError(`there is no movement ${id}`, 404)
  return movementJson(customer, row)
}

/** For demonstrations and tests: the hand that moves the bank. Nothing here is linked from its pages. */
export const controlRoutes = (bank: Bank): Hono => {
  const app = new Hono()
  const named = (c: Context) => bank.customer(c.req.param("id") ?? "")
  const owner = (id: string) => bank.customers().find((customer) => customer.ledger.find(id) !== undefined)
  const state = () => ({
    now: bank.clock.now().toISOString(),
    today: bank.today(),
    switches: bank.switches.of(),
    customers: bank.customers().map((customer) => customerJson(bank, customer))
  })

  app.get("/state", (c) => c.json(state()))
  app.post("/reset", (c) => {
    bank.reset()
    return c.json(state())
  })
  app.post("/clock", async (c) => {
    bank.clock.putForward(new Fields(await bodyOf(c), ["advanceSeconds"]).count("advanceSeconds"))
    return c.json({ now: bank.clock.now().toISOString() })
  })

  app.get("/customers", (c) => c.json(bank.customers().map((customer) => customerJson(bank, customer))))
  app.post("/customers", async (c) => {
    const { profile, opening, history } = readNewCustomer(await bodyOf(c), bank.customers().length)
    return c.json(customerJson(bank, bank.addCustomer(profile, opening, history)), 201)
  })
  app.get("/customers/:id", (c) => c.json(customerJson(bank, named(c))))
  app.patch("/customers/:id", async (c) => {
    const customer = named(c)
    const { profile, locked } = readCustomerChange(await bodyOf(c), customer.profile)
    customer.profile = profile
    if (locked !== undefined) {
      customer.locked = locked
      customer.wrongPasswords = 0
    }
    return c.json(customerJson(bank, customer))
  })
  app.delete("/customers/:id", (c) => {
    bank.removeCustomer(named(c))
    return c.body(null, 204)
  })

  app.get("/customers/:id/movements", (c) => {
    const customer = named(c)
    return c.json(customer.ledger.rows().map((row) => movementJson(customer, row)))
  })
  app.post("/movements", async (c) => {
    const body = await bodyOf(c)
    const many = typeof body === "object" && body !== null && "movements" in body
    const items = many ? new Fields(body, ["movements"]).list("movements") : [body]
    const read = items.map(readMovement).map((item) => ({ ...item, customer: bank.customer(item.customer) }))
    const added = read.map(({ customer, movement }) => ({ customer, id: bank.addMovement(customer, movement).id }))
    const answers = added.map(({ customer, id }) => find(customer, id))
    return c.json(many ? { movements: answers } : (answers[0] ?? null), 201)
  })
  app.post("/movements/:id/book", async (c) => {
    const { id } = bank.bookMovement(c.req.param("id"), readBooking(await bodyOf(c)))
    const customer = owner(id)
    return c.json(customer === undefined ? null : find(customer, id))
  })
  app.delete("/movements/:id", (c) => {
    bank.removeMovement(c.req.param("id"))
    return c.body(null, 204)
  })

  app.post("/sessions/expire", async (c) => {
    const fields = new Fields(await bodyOf(c), ["customer", "sessionId"])
    const customer = fields.optional("customer", (name) => bank.customer(fields.text(name)), undefined)
    const sessionId = fields.optional("sessionId", (name) => fields.text(name), undefined)
    const ended = bank.sessions
      .all()
      .filter((session) => customer === undefined || session.customer === customer)
      .filter((session) => sessionId === undefined || session.id === sessionId)
    for (const session of ended) bank.sessions.close(session, "expired")
    return c.json({ expired: ended.map((session) => session.id) })
  })

  app.get("/switches", (c) => c.json(bank.switches.of()))
  app.patch("/switches", async (c) => {
    bank.switches.set(await bodyOf(c))
    return c.json(bank.switches.of())
  })
  app.delete("/switches", (c) => {
    bank.switches.reset()
    return c.json(bank.switches.of())
  })
  app.get("/customers/:id/switches", (c) => c.json(bank.switches.of(named(c))))
  app.patch("/customers/:id/switches", async (c) => {
    const customer = named(c)
    bank.switches.setFor(customer, await bodyOf(c))
    return c.json(bank.switches.of(customer))
  })
  app.delete("/customers/:id/switches", (c) => {
    const customer = named(c)
    customer.switches = {}
    return c.json(bank.switches.of(customer))
  })

  app.get("/journal", (c) => {
    const [event, customer] = [c.req.query("event"), c.req.query("customer")]
    const since = Number(c.req.query("since") ?? "0")
    const entries = bank.journal.entries().slice(Number.isSafeInteger(since) && since > 0 ? since : 0)
    return c.json(
      entries
        .filter((entry) => event === undefined || entry.event === event)
        .filter((entry) => customer === undefined || entry["customer"] === customer)
    )
  })

  return app
}
