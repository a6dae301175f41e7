/** A reconciling person's account, from its shop's orders and its bank's rows. */
import type { ScrapedMovement } from "@counterfoil/domain"
import type { Listener } from "./Listener.ts"
import type { Person } from "./Service.ts"
import { today } from "./ScriptedBank.ts"
import { service } from "./shared.ts"

const day = 24 * 60 * 60 * 1000
export const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString()

export const order = (id: string | number, extra: object = {}) => ({
  external_id: id,
  amount: "12.50",
  currency: "EUR",
  name: "Ana Ruiz",
  created_at: daysAgo(0.5),
  ...extra
})

export const payment = (id: string, extra: Partial<ScrapedMovement> = {}): ScrapedMovement => ({
  id,
  date: today(),
  amount: "12.50",
  currency: "EUR",
  description: "TRF",
  counterparty: "Ana Ruiz",
  ...extra
})

export interface Reconciled {
  readonly account: string
  readonly stream: Listener
  readonly hook: string
  readonly ordersPath: string
}

/** After the account's first scrape. `name` tells the bank's customer and the shop's paths apart. */
export const reconciled = async (
  person: Person,
  name: string,
  world: { readonly orders: ReadonlyArray<object>; readonly payments: ReadonlyArray<ScrapedMovement> },
  settings: object = {}
): Promise<Reconciled> => {
  const { account, bank, listen, shop } = service()
  const [hook, ordersPath] = [`/hooks/${name}`, `/orders/${name}`]
  bank.customer(name, { movements: world.payments })
  shop.list(ordersPath, world.orders)
  const stream = await listen(person)
  const id = await account(person, {
    webhook_url: shop.url(hook),
    pending_orders_endpoint: shop.url(ordersPath),
    bank_username: name,
    bank_password: "bank-secret",
    ...settings
  })
  await stream.until(id, "session.stopped")
  return { account: id, stream, hook, ordersPath }
}
