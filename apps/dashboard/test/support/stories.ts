/** What a file of stories shares: one world and browser, a page for each story, and whatever that page complains of. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { launch } from "./browser.ts"
import { ownDatabase } from "./database.ts"
import { openAs, registerAt } from "./page.ts"
import { listFor, type Person, settingsFor, startWorld, until, type World } from "./world.ts"

interface Credentials {
  readonly id: string
  readonly password: string
}

interface Order {
  readonly external_id: string
  readonly amount: string
  readonly name: string
}

export const stories = () => {
  const shared: {
    database?: Awaited<ReturnType<typeof ownDatabase>>
    world?: World
    browser?: Browser
    owner?: Person
    bankId?: string
  } = {}
  let context: BrowserContext | undefined
  let complaints: ReadonlyArray<string> = []
  let shopkeepers: ReadonlyArray<Person> = []
  const there = <A>(value: A | undefined): A => {
    if (value === undefined) throw new Error("the world has not been started")
    return value
  }
  const world = () => there(shared.world)
  const browser = () => there(shared.browser)
  const bankId = () => there(shared.bankId)

  beforeAll(async () => {
    shared.database = await ownDatabase()
    // Each read of an open session takes as much as a page: often enough for whoever waits for one.
    const env = { ...shared.database.env, MONITOR_INTERVAL: "5 seconds" }
    ;[shared.world, shared.browser] = await Promise.all([startWorld(env), launch()])
    shared.owner = await shared.world.register("owner@shop.example")
    await shared.owner.ask("/me/operation-mode", "PUT", { mode: "reconcile" })
    shared.bankId = await shared.world.addBank(shared.owner)
  })

  /** Else the orders of each account whose story is over would be asked for every two seconds until the last story has ended. */
  const leave = async ({ ask }: Person) => {
    const accounts = await ask<ReadonlyArray<{ id: string; name: string }>>("/accounts")
    const remove = ({ id, name }: (typeof accounts)[number]) =>
      ask(`/accounts/${id}`, "DELETE", { confirmation_name: name })
    await Promise.all(accounts.map(remove))
  }

  afterEach(async ({ task }) => {
    const picture = process.env["DASHBOARD_FAILURES"]
    if (task.result?.state === "fail" && picture !== undefined) {
      await context?.pages()[0]?.screenshot({ path: join(picture, `${task.id}.png`) })
    }
    await context?.close()
    context = undefined
    const heard = complaints
    complaints = []
    const gone = shopkeepers
    shopkeepers = []
    // A story may have ended their log-in: then what is theirs stays.
    await Promise.allSettled(gone.map(leave))
    expect(heard).toEqual([])
  })

  afterAll(async () => {
    await shared.browser?.close()
    await shared.world?.close()
    await shared.database?.drop()
  })

  const keep = (opened: Awaited<ReturnType<typeof openAs>>): Page => {
    context = opened.context
    complaints = opened.complaints
    return opened.page
  }

  const enrolledAs = async (person: Person, name: string, who: Credentials, more = {}, at = bankId()) => {
    const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: at, name })
    await listFor(world(), who.id)
    await person.ask(`/accounts/${id}/config`, "PUT", settingsFor(world(), who.id, who.password, more))
    return id
  }

  return {
    world,
    browser,
    bankId,
    owner: () => there(shared.owner),

    enter: async (person: Person, path = "/", options = {}) =>
      keep(await openAs(browser(), world(), person, path, options)),

    /** Somebody who has never been here. */
    newcomer: async (email: string) => keep(await registerAt(browser(), world(), email)),

    /** Somebody whose shop's payments are matched with its orders. */
    shopkeeper: async (email: string) => {
      const person = await world().register(email)
      await person.ask("/me/operation-mode", "PUT", { mode: "reconcile" })
      shopkeepers = [...shopkeepers, person]
      return person
    },

    /** A customer of the bank of one story's own: stories don't meet in a session. */
    customer: async (id: string, more = {}): Promise<Credentials> => {
      const password = `${id}-secret-1234`
      await world().bank.ask("/customers", "POST", { id, password, history: "none", ...more })
      return { id, password }
    },

    enrolledAs,

    /** What the shop waits for, and what the bank shows, before the account is read for the first time. */
    trade: async (
      { id }: Credentials,
      orders: ReadonlyArray<Order>,
      payments: ReadonlyArray<readonly [amount: string, payer: string]>
    ) => {
      const listed = orders.map((order) => ({ list: id, currency: "EUR", ...order }))
      await world().shop.ask("/orders", "POST", { orders: listed })
      const movements = payments.map(([amount, payer]) => ({ customer: id, amount, payer }))
      await world().bank.ask("/movements", "POST", { movements })
    },

    /** Counts of the person's orders by their status, once they are these. */
    settled: async (person: Person, counts: Readonly<Record<string, number>>) => {
      await until(`orders: ${JSON.stringify(counts)}`, async () => {
        const found = await person.ask<Readonly<Record<string, number>>>("/conciliation/summary")
        return Object.entries(counts).every(([status, count]) => found[status] === count) ? true : undefined
      })
    }
  }
}
