/**
 * The same worlds where some payers have paid before, a person has said whose payments those were, and the bank prints the
 * account that money came from: with what is known of the accounts, and without it.
 */
import {
  type Batch,
  type MovementFacts,
  type OrderFacts,
  type SaidOfPayer,
  sharedAccounts,
  taughtByName
} from "@counterfoil/domain"
import { metric, note } from "../lib/report.ts"
import { type Random, randomOf } from "../lib/random.ts"
import { type Culture, tunedCultures } from "./cultures/index.ts"
import { emptyTally, line, precision, recall, share, tally, type Tally } from "./measure.ts"
import { bankName, orderName, usualNoise } from "./noise.ts"
import { payer, type Payer } from "./people.ts"
import { type Answer, oursByPass } from "./rivals.ts"
import { makeWorld, type World, type WorldSize } from "./world.ts"

const shares = {
  /** Of the paid orders: whoever pays has paid for that name before, and a person has said so. */
  again: 0.3,
  /** Of these: from the account of a spouse or a company. */
  another: 0.5,
  /** Of these: the bank prints the other holder's name this time. */
  coHolder: 0.3,
  /** Of these: whose account it is has an own order of that price, too. */
  ownOrder: 0.15,
  /** Of these: or pays that price for something that is no order. */
  stray: 0.05,
  /** Of the movements: the bank prints the account. */
  printed: 0.7,
  /** Of these: its end only. */
  masked: 0.1,
  /** Of all payments: through a payment service, from its account. */
  service: 0.05
} as const

interface Again {
  readonly world: World
  /** Paid by somebody who has paid before, from an account of another name. */
  readonly byOthers: ReadonlySet<string>
}

const ibanOf = (random: Random): string => {
  const bban = Array.from({ length: 20 }, () => Math.floor(random.next() * 10)).join("")
  return `ES${String(98n - (BigInt(`${bban}142800`) % 97n)).padStart(2, "0")}${bban}`
}

const printedAs = (random: Random, account: string): string | undefined => {
  if (!random.chance(shares.printed)) return undefined
  return random.chance(shares.masked) ? `**** ${account.slice(-4)}` : account
}

const named = (movement: MovementFacts, senderName: string): MovementFacts => ({
  ...movement,
  senderName,
  text: `TRANSFERENCIA RECIBIDA ${senderName}`
})

const paidAgain = (seed: number, size: WorldSize, home: Culture): Again => {
  const { batch, paidBy } = makeWorld(seed, size, { home })
  const random = randomOf(7_000_000 + seed)
  const service = ibanOf(random)
  const style = { declared: false }
  const print = (by: Payer) => bankName(random, usualNoise, by, style)
  const movements = new Map(batch.movements.map((movement) => [movement.id, movement]))
  const accounts = new Map(
    batch.movements.map(({ id }) => [id, random.chance(shares.service) ? service : ibanOf(random)])
  )
  const orders: Array<OrderFacts> = [...batch.orders]
  const truth = new Map(paidBy)
  const said: Array<SaidOfPayer> = []
  const byOthers = new Set<string>()
  for (const order of batch.orders) {
    const [paying, ...more] = [...(paidBy.get(order.id) ?? [])].flatMap((id) => movements.get(id) ?? [])
    if (paying === undefined || more.length > 0 || !random.chance(shares.again)) continue
    const account = accounts.get(paying.id) ?? null
    if (!random.chance(shares.another)) {
      said.push({ name: order.name, senderName: paying.senderName, account, confirmed: true, taughtAt: 0 })
      continue
    }
    const holder = payer(random, home, 0.9)
    said.push({ name: order.name, senderName: print(holder), account, confirmed: true, taughtAt: 0 })
    const printed = random.chance(shares.coHolder) ? payer(random, home, 0.9) : holder
    movements.set(paying.id, named(paying, print(printed)))
    byOthers.add(order.id)
    if (random.chance(shares.ownOrder)) {
      const own = { ...order, id: `${order.id}own`, name: orderName(random, usualNoise, holder) }
      orders.push(own)
      truth.set(own.id, new Set())
    }
    if (random.chance(shares.stray)) {
      const stray = named({ ...paying, id: `${paying.id}stray` }, print(holder))
      movements.set(stray.id, stray)
      if (account !== null) accounts.set(stray.id, account)
    }
  }
  const printed = [...movements.values()].map((movement) => ({
    ...movement,
    senderAccount: printedAs(random, accounts.get(movement.id) ?? "")
  }))
  const seen = printed.flatMap(({ senderAccount: account, senderName }) =>
    account === undefined ? [] : [{ account, senderName }]
  )
  const taughtOf = taughtByName(said, sharedAccounts(seen))
  const taught = orders.map((order) => ({ ...order, ...taughtOf(order.name) }))
  return { world: { batch: { ...batch, orders: taught, movements: printed }, paidBy: truth }, byOthers }
}

const withoutAccounts = (batch: Batch): Batch => ({
  ...batch,
  orders: batch.orders.map((order) => ({ ...order, confirmedAccounts: [] })),
  movements: batch.movements.map((movement) => ({ ...movement, senderAccount: undefined }))
})

const contenders = [
  { name: "by names", match: (batch: Batch): Answer => oursByPass.match(withoutAccounts(batch)) },
  { name: "by names and accounts", match: (batch: Batch): Answer => oursByPass.match(batch) }
] as const

interface Found {
  readonly sum: Tally
  readonly others: number
  readonly othersRight: number
}

const measured = (worlds: ReadonlyArray<Again>, contender: (typeof contenders)[number]): Found => {
  let found: Found = { sum: emptyTally, others: 0, othersRight: 0 }
  for (const { byOthers, world } of worlds) {
    const answer = contender.match(world.batch)
    const right = [...byOthers].filter((id) => world.paidBy.get(id)?.has(answer.matched.get(id) ?? "") === true)
    found = {
      sum: tally(found.sum, world, { ...contender, about: "", match: () => answer }),
      others: found.others + byOthers.size,
      othersRight: found.othersRight + right.length
    }
  }
  return found
}

/** Every culture hour by hour, a tenth of the usual seeds. */
export const comparePayersAccounts = (): void => {
  for (const [size, seeds] of [
    [{ orders: 100, prices: 20 }, 20],
    [{ orders: 500, prices: 1 }, 2]
  ] as const) {
    note(
      `payers who have paid before: ${size.orders} open orders at ${size.prices} prices, seeds 1 to ${seeds}, hour by hour`
    )
    for (const home of tunedCultures) {
      const worlds = Array.from({ length: seeds }, (_, nth) => paidAgain(nth + 1, size, home))
      for (const contender of contenders) {
        const { others, othersRight, sum } = measured(worlds, contender)
        note(
          `${home.padEnd(11)} ${line(contender.name, sum)}  under other names ${share(othersRight / others)} of ${others}`
        )
        const suffix = `${size.orders}_${size.prices}_${home}_${contender.name.replaceAll(" ", "_")}`
        metric(`again_precision_${suffix}`, precision(sum), "share")
        metric(`again_recall_${suffix}`, recall(sum), "share")
        metric(`again_recall_other_names_${suffix}`, othersRight / others, "share")
      }
    }
  }
}
