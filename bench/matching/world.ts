/** A shop's open orders and its bank's credits on one day, and who really paid what. */
import { addDays, type Batch, type MovementFacts, type OrderFacts } from "@counterfoil/domain"
import { type Random, randomOf } from "../lib/random.ts"
import { type Culture, cultures } from "./names.ts"
import { type BankStyle, bankName, type Noise, orderName, usualNoise } from "./noise.ts"
import { childOf, type Payer, payer, siblingOf } from "./people.ts"

export interface WorldSize {
  readonly orders: number
  readonly prices: number
}

/** The worlds that are measured: open orders at so many different prices. No order has a reference: names must do. */
export const worldSizes: ReadonlyArray<WorldSize> = [
  { orders: 20, prices: 5 },
  { orders: 100, prices: 20 },
  { orders: 100, prices: 5 },
  { orders: 500, prices: 100 },
  { orders: 500, prices: 10 },
  { orders: 500, prices: 1 },
  { orders: 2_000, prices: 1 }
]

export interface World {
  readonly batch: Batch
  /** The movements that pay an order; of two equal orders of one payer that are both paid, either. */
  readonly paidBy: ReadonlyMap<string, ReadonlySet<string>>
}

const shares = {
  paid: 0.75,
  /** Of the paid ones: by somebody whose name the order doesn't have. */
  thirdPayer: 0.04,
  /** Credits of the same prices from people who ordered nothing, per paid order. */
  stray: 0.15,
  /** Orders of which a relative pays the same price for something else. */
  family: 0.01,
  /** Of the paid ones. */
  twice: 0.005,
  /** Payers with two equal orders. */
  again: 0.01
} as const

const today = "2026-11-20"
const day = 86_400_000
const openDays = 5

interface Draft {
  readonly random: Random
  readonly noise: Noise
  readonly style: BankStyle
  readonly home: Culture
  readonly orders: Array<OrderFacts>
  readonly movements: Array<MovementFacts>
  readonly paidBy: Map<string, Set<string>>
}

/** Half of the banks print names whole; the others cut them off, and not every script knows. Seed by seed in turn. */
const bankStyles: ReadonlyArray<BankStyle> = [
  { declared: false },
  { cutsAt: 35, declared: true },
  { declared: false },
  { cutsAt: 22, declared: false },
  { declared: false },
  { cutsAt: 27, declared: true },
  { declared: false },
  { cutsAt: 18, declared: true }
]

const addOrder = ({ noise, orders, paidBy, random }: Draft, by: Payer, amountMinor: bigint): OrderFacts => {
  const createdAt = Date.parse(`${today}T20:00:00Z`) - Math.floor(random.next() * openDays * day)
  const orderDate = new Date(createdAt).toISOString().slice(0, 10)
  const order: OrderFacts = {
    id: `o${String(orders.length).padStart(5, "0")}`,
    amountMinor,
    currency: "EUR",
    name: orderName(random, noise, by),
    orderDate,
    expiryDate: addDays(orderDate, openDays),
    existsFrom: createdAt,
    state: "open"
  }
  orders.push(order)
  paidBy.set(order.id, new Set())
  return order
}

const addMovement = (draft: Draft, by: Payer, amountMinor: bigint, from: number, printed?: string): MovementFacts => {
  const { movements, noise, random, style } = draft
  const latest = Date.parse(`${today}T23:00:00Z`)
  const at = Math.min(latest, from + 60_000 + Math.floor(-Math.log(1 - random.next()) * 0.7 * day))
  const name = printed ?? bankName(random, noise, by, style)
  const movement: MovementFacts = {
    id: `m${String(movements.length).padStart(5, "0")}`,
    amountMinor,
    currency: "EUR",
    senderName: name,
    text: `TRANSFERENCIA RECIBIDA ${name}`,
    bookedDate: new Date(at).toISOString().slice(0, 10),
    firstKnownAt: at,
    booked: true,
    excluded: false,
    reversed: false,
    held: false,
    removed: false,
    bankCutsNamesAt: style.declared ? style.cutsAt : undefined
  }
  movements.push(movement)
  return movement
}

const pay = (draft: Draft, order: OrderFacts, by: Payer): void => {
  const { home, paidBy, random } = draft
  const sender = random.chance(shares.thirdPayer) ? payer(random, home) : by
  const movement = addMovement(draft, sender, order.amountMinor, order.existsFrom ?? 0)
  paidBy.get(order.id)?.add(movement.id)
  if (random.chance(shares.twice)) {
    const second = addMovement(draft, sender, order.amountMinor, movement.firstKnownAt, movement.senderName)
    paidBy.get(order.id)?.add(second.id)
  }
}

const orderOf = (draft: Draft, amountMinor: bigint): void => {
  const { home, paidBy, random } = draft
  const by = payer(random, home)
  const order = addOrder(draft, by, amountMinor)
  if (random.chance(shares.again)) {
    const equal = addOrder(draft, by, amountMinor)
    const both = random.chance(shares.paid)
    pay(draft, order, by)
    if (both) {
      pay(draft, equal, by)
      const either = new Set([...(paidBy.get(order.id) ?? []), ...(paidBy.get(equal.id) ?? [])])
      paidBy.set(order.id, either).set(equal.id, either)
    }
  } else if (random.chance(shares.paid)) pay(draft, order, by)
  if (by.kind === "person" && random.chance(shares.family)) {
    // One child in ten has the parent's given name.
    const relative = random.chance(0.05) ? childOf(random, by) : siblingOf(random, by)
    addMovement(draft, relative, amountMinor, order.existsFrom ?? 0)
  }
}

const wholeNames: BankStyle = { declared: false }

/** Some prices sell better than others. */
const prices = (random: Random, count: number): (() => bigint) => {
  const amounts = Array.from({ length: count }, (_, index) => BigInt(990 + index * 500))
  const ends: Array<number> = []
  for (const [index] of amounts.entries()) ends.push((ends.at(-1) ?? 0) + 1 / Math.sqrt(index + 2))
  return () => {
    const at = random.next() * (ends.at(-1) ?? 0)
    return amounts[ends.findIndex((end) => at < end)] ?? 990n
  }
}

export const makeWorld = (seed: number, size: WorldSize, noise: Noise = usualNoise): World => {
  const random = randomOf(seed)
  const draft: Draft = {
    random,
    noise,
    style: noise.cut < 1 ? wholeNames : (bankStyles[seed % bankStyles.length] ?? wholeNames),
    home: cultures[seed % cultures.length] ?? "spanish",
    orders: [],
    movements: [],
    paidBy: new Map()
  }
  const price = prices(random, size.prices)
  while (draft.orders.length < size.orders) orderOf(draft, price())
  const strays = Math.round(size.orders * shares.paid * shares.stray)
  for (let i = 0; i < strays; i++) {
    const from = Date.parse(`${today}T20:00:00Z`) - Math.floor(random.next() * openDays * day)
    addMovement(draft, payer(random, draft.home), price(), from)
  }
  return { batch: batchOf(draft.orders, draft.movements), paidBy: draft.paidBy }
}

export const batchOf = (orders: ReadonlyArray<OrderFacts>, movements: ReadonlyArray<MovementFacts>): Batch => ({
  orders,
  movements,
  barredPairs: [],
  coverage: { from: addDays(today, -30), to: today, complete: true },
  account: "active",
  preset: "default"
})
