/** A shop's open orders and its bank's credits on one day, and who really paid what. */
import { addDays, type Batch, type MovementFacts, type OrderFacts } from "@counterfoil/domain"
import { type Random, randomOf } from "../lib/random.ts"
import { type Culture, cultures, habits } from "./cultures/index.ts"
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

/** What a world is of, beyond its size. */
export interface WorldKind {
  /** (Default: the usual) */
  readonly noise?: Noise
  /** Where the shop is: nine of ten payers are of there, with the habits of there. (Default: in turn, seven of ten) */
  readonly home?: Culture
  /** The share of the orders that have a reference and of the payments that say it. (Default: 0) */
  readonly references?: { readonly orders: number; readonly said: number }
  /** The share of the orders that are of brothers and sisters with one price, where one may pay for the other. (Default: 0) */
  readonly crossPayers?: number
}

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
  readonly noiseOf: (payer: Payer) => Noise
  readonly newPayer: () => Payer
  readonly references: { readonly orders: number; readonly said: number }
  readonly style: BankStyle
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

/** Asks chance only where it has a say: worlds of other kinds stay as they were. */
const happens = (random: Random, share: number): boolean => share > 0 && random.chance(share)

const addOrder = (
  { noiseOf, orders, paidBy, random, references }: Draft,
  by: Payer,
  amountMinor: bigint
): OrderFacts => {
  const createdAt = Date.parse(`${today}T20:00:00Z`) - Math.floor(random.next() * openDays * day)
  const orderDate = new Date(createdAt).toISOString().slice(0, 10)
  const order: OrderFacts = {
    id: `o${String(orders.length).padStart(5, "0")}`,
    amountMinor,
    currency: "EUR",
    name: orderName(random, noiseOf(by), by),
    orderDate,
    expiryDate: addDays(orderDate, openDays),
    existsFrom: createdAt,
    state: "open",
    ...(happens(random, references.orders) ? { reference: `PED-${10_000 + orders.length}` } : {})
  }
  orders.push(order)
  paidBy.set(order.id, new Set())
  return order
}

interface Payment {
  readonly by: Payer
  readonly amountMinor: bigint
  readonly from: number
  /** The name as it was printed before. */
  readonly printed?: string
  readonly reference?: string | undefined
}

const addMovement = (draft: Draft, { amountMinor, by, from, printed, reference = "" }: Payment): MovementFacts => {
  const { movements, noiseOf, random, style } = draft
  const latest = Date.parse(`${today}T23:00:00Z`)
  const at = Math.min(latest, from + 60_000 + Math.floor(-Math.log(1 - random.next()) * 0.7 * day))
  const name = printed ?? bankName(random, noiseOf(by), by, style)
  const movement: MovementFacts = {
    id: `m${String(movements.length).padStart(5, "0")}`,
    amountMinor,
    currency: "EUR",
    senderName: name,
    text: `TRANSFERENCIA RECIBIDA ${name} ${reference}`.trimEnd(),
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
  const { newPayer, paidBy, random, references } = draft
  const sender = random.chance(shares.thirdPayer) ? newPayer() : by
  const reference = happens(random, references.said) ? order.reference : undefined
  const payment = { by: sender, amountMinor: order.amountMinor, reference }
  const movement = addMovement(draft, { ...payment, from: order.existsFrom ?? 0 })
  paidBy.get(order.id)?.add(movement.id)
  if (random.chance(shares.twice)) {
    const again = { from: movement.firstKnownAt, printed: movement.senderName }
    const second = addMovement(draft, { ...payment, ...again })
    paidBy.get(order.id)?.add(second.id)
  }
}

const orderOf = (draft: Draft, amountMinor: bigint): void => {
  const { newPayer, paidBy, random } = draft
  const by = newPayer()
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
    addMovement(draft, { by: relative, amountMinor, from: order.existsFrom ?? 0 })
  }
}

/** Two of one family have an order of one price each, and each pays the own one or the other's. */
const familyOf = (draft: Draft, amountMinor: bigint): void => {
  const { newPayer, random } = draft
  const by = newPayer()
  if (by.kind !== "person") return orderOf(draft, amountMinor)
  const members = [by, siblingOf(random, by)]
  for (const [index, one] of members.entries()) {
    const order = addOrder(draft, one, amountMinor)
    const other = members[1 - index] ?? one
    if (random.chance(shares.paid)) pay(draft, order, random.chance(0.5) ? other : one)
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

const never = { orders: 0, said: 0 }

export const makeWorld = (seed: number, size: WorldSize, kind: WorldKind = {}): World => {
  const random = randomOf(seed)
  const { crossPayers = 0, noise = usualNoise, references = never } = kind
  const home = kind.home ?? cultures[seed % cultures.length] ?? "spanish"
  const atHome = kind.home === undefined ? 0.7 : 0.9
  const draft: Draft = {
    random,
    noiseOf: ({ culture }) => (kind.home === undefined ? noise : { ...noise, ...habits[culture].noise }),
    newPayer: () => payer(random, home, atHome),
    references,
    style: noise.cut < 1 ? wholeNames : (bankStyles[seed % bankStyles.length] ?? wholeNames),
    orders: [],
    movements: [],
    paidBy: new Map()
  }
  const price = prices(random, size.prices)
  while (draft.orders.length < size.orders) {
    // A family has two orders.
    if (happens(random, crossPayers / (2 - crossPayers))) familyOf(draft, price())
    else orderOf(draft, price())
  }
  const strays = Math.round(size.orders * shares.paid * shares.stray)
  for (let i = 0; i < strays; i++) {
    const from = Date.parse(`${today}T20:00:00Z`) - Math.floor(random.next() * openDays * day)
    addMovement(draft, { by: draft.newPayer(), amountMinor: price(), from })
  }
  return { batch: batchOf(draft.orders, draft.movements), paidBy: draft.paidBy }
}

/** So many worlds of one kind, with seeds from one on. */
export const makeWorlds = (size: WorldSize, seeds: number, kind: WorldKind = {}, from = 1): ReadonlyArray<World> =>
  Array.from({ length: seeds }, (_, nth) => makeWorld(from + nth, size, kind))

export const batchOf = (orders: ReadonlyArray<OrderFacts>, movements: ReadonlyArray<MovementFacts>): Batch => ({
  orders,
  movements,
  barredPairs: [],
  coverage: { from: addDays(today, -30), to: today, complete: true },
  account: "active",
  preset: "default"
})
