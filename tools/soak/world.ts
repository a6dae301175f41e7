/** Customers, accounts, payments and codes for a run that lasts. */
import { Effect, Schema } from "effect"
import { introduce, listToken, publishVersion, settingsFor } from "../../apps/counterfoil/src/demo/cast.ts"
import { call } from "../../apps/counterfoil/src/demo/Client.ts"
import type { Bank, Shop } from "../../apps/counterfoil/src/demo/Neighbours.ts"
import { enrol, machineWith, type Machine } from "../../apps/counterfoil/src/demo/Person.ts"

interface Customer {
  readonly name: string
  readonly mode: "reconcile" | "passthrough"
  readonly session: "persistent" | "one-shot"
  readonly asksCode: boolean
  readonly accountId: string
  /** Submits codes. */
  readonly machine: Machine
}

export interface World {
  readonly bank: Bank
  readonly shop: Shop
  readonly customers: ReadonlyArray<Customer>
}

const passwordOf = (name: string) => `${name}-secret-5521`

/** A third stays logged in, a third needs a code for each login, a third neither; every other one reconciles. */
const customerAt = (nth: number) =>
  ({
    name: `customer${nth}`,
    mode: nth % 2 === 0 ? "reconcile" : "passthrough",
    session: nth % 3 === 0 ? "persistent" : "one-shot",
    asksCode: nth % 3 === 1
  }) as const

export interface Place {
  readonly base: string
  readonly bank: Bank
  readonly shop: Shop
}

export const populate = Effect.fnUntraced(function* ({ bank, base, shop }: Place, accounts: number) {
  const people = {
    reconcile: yield* enrol(base, "reconciles@shop.example", "Reconciles", "reconcile"),
    passthrough: yield* enrol(base, "passes@shop.example", "Passes", "passthrough")
  }
  const machines = {
    reconcile: machineWith(base, yield* people.reconcile.createKey("codes")),
    passthrough: machineWith(base, yield* people.passthrough.createKey("codes"))
  }
  const demoBank = yield* people.reconcile.createBank("demo-bank", "Demo Bank", `${bank.url}/login`)
  yield* publishVersion(people.reconcile, demoBank.id, "1.1.0")
  const customers: Array<Customer> = []
  for (const customer of Array.from({ length: accounts }, (_, nth) => customerAt(nth))) {
    const { asksCode, mode, name, session } = customer
    yield* call(`${bank.url}/control/customers`, 201, Schema.Json, {
      method: "POST",
      body: { id: name, password: passwordOf(name), asksSmsCode: asksCode }
    })
    const person = people[mode]
    const { id } = yield* person.createAccount(demoBank.id, name)
    yield* shop.listAuth(name, listToken)
    const orders = { pending_orders_endpoint: `${shop.url}/orders/${name}`, auth_type: "bearer", auth_token: listToken }
    const settings = settingsFor(
      shop,
      { username: name, password: passwordOf(name) },
      {
        session_type: session,
        login_mode: asksCode ? "assisted" : "simple",
        ...(mode === "reconcile" ? orders : {})
      }
    )
    // Those who came before are being read already: a busy machine may answer late, and saving twice is saving once.
    yield* Effect.retry(person.configure(id, settings), { times: 5 })
    yield* introduce(shop, person, id, name)
    yield* shop.setHook("hooks", name, { list: name })
    customers.push({ ...customer, accountId: id, machine: machines[mode] })
  }
  const world: World = { bank, shop, customers }
  return world
})

const payers = ["Ana Ruiz Soler", "Jonas Weber", "Nadia Rossi", "Peter Schmidt", "Olga Iwanowa"]

/** The `nth` payment of the run, and the order that it pays. */
export const payOne = Effect.fnUntraced(function* ({ bank, customers, shop }: World, nth: number) {
  const customer = customers[nth % customers.length]
  if (customer === undefined) return
  const amount = ((1_000 + nth * 37) / 100).toFixed(2)
  const payer = payers[nth % payers.length] ?? ""
  if (customer.mode === "reconcile") {
    const order = { list: customer.name, external_id: `order-${nth}`, amount, currency: "EUR", name: payer }
    yield* shop.addOrders([order])
  }
  yield* bank.pay([{ customer: customer.name, amount, payer }])
})

/** Submits the codes that the bank has sent. */
export const answerCodes = ({ bank, customers }: World) =>
  Effect.forEach(
    customers.filter(({ asksCode }) => asksCode),
    ({ accountId, machine, name }) =>
      Effect.gen(function* () {
        const { pending_assistance } = yield* machine.status(accountId)
        if (pending_assistance === null) return
        const code = yield* bank.latestCode(name)
        if (code !== null) yield* machine.submitCode(accountId, code)
      }).pipe(Effect.ignore),
    { discard: true }
  )
