/**
 * A bank that shows otherwise what was told: how many movements are told a second time, how many are held for a person, and
 * how many new ones are lost. Each account has forty movements of ten days, and then one new payment beside what changed.
 */
import { addDays, type KnownMovement, type ScrapedMovement } from "@counterfoil/domain"
import { metric, note } from "../lib/report.ts"
import { type Random, randomOf } from "../lib/random.ts"
import { takenIn } from "./ledger.ts"

const today = "2026-11-20"
const days = 10
const names =
  "MARIA JUAN ANA LUIS EVA PABLO LAURA JOSE CARMEN PEDRO GARCIA LOPEZ RUIZ SANZ VEGA MORA RIOS SOTO GIL PENA".split(" ")

type Change = (one: ScrapedMovement, index: number, random: Random) => ScrapedMovement

interface Case {
  readonly about: string
  readonly change: Change
  readonly complete?: boolean
  readonly uniqueIds?: boolean
}

const renumbered: Change = (one, index) => ({ ...one, id: `N-${index}` })
const later: Change = (one) => ({ ...one, date: one.date < today ? addDays(one.date, 1) : one.date })

const cases: Readonly<Record<string, Case>> = {
  a_day_earlier: { about: "all dates a day earlier", change: (one) => ({ ...one, date: addDays(one.date, -1) }) },
  signs: { about: "the signs turned, no balances", change: (one) => ({ ...one, amount: `-${one.amount}` }) },
  currency: { about: "the currency renamed", change: (one) => ({ ...one, currency: "USD" }) },
  counterparty: {
    about: "the counterparty moved out of the text",
    change: (one) => ({ ...one, description: "TRANSFERENCIA RECIBIDA", counterparty: one.description.slice(17) })
  },
  texts: {
    about: "all texts written anew",
    change: (one, index) => ({ ...one, description: `ABONO EN CUENTA ${index}` })
  },
  half_the_texts: {
    about: "every other text written anew",
    change: (one, index) => (index % 2 === 0 ? one : { ...one, description: `ABONO EN CUENTA ${index}` })
  },
  ids: { about: "unique ids renumbered", change: renumbered, uniqueIds: true },
  incomplete_ids: {
    about: "unique ids renumbered, in a list that isn't complete",
    change: renumbered,
    uniqueIds: true,
    complete: false
  },
  incomplete_ids_and_dates: {
    about: "unique ids renumbered and dates a day later, in a list that isn't complete",
    change: (one, index, random) => later(renumbered(one, index, random), index, random),
    uniqueIds: true,
    complete: false
  },
  incomplete_texts: {
    about: "texts with more words at their end, in a list that isn't complete",
    change: (one) => ({ ...one, description: `${one.description} CONCEPTO VARIOS` }),
    complete: false
  },
  incomplete_language: {
    about: "another language, the names alike, in a list that isn't complete",
    change: (one) => ({ ...one, description: `INCOMING TRANSFER FROM ${one.description.slice(17)}` }),
    complete: false
  }
}

const account = (random: Random): ReadonlyArray<ScrapedMovement> =>
  Array.from({ length: 40 }, (_, index) => ({
    date: addDays(today, -random.int(days)),
    amount: `${10 + 5 * random.int(12)}.00`,
    currency: "EUR",
    description: `TRANSFERENCIA DE ${random.pick(names)} ${random.pick(names)} ${random.pick(names)}`,
    id: `OP-${index}`
  }))

const news: ScrapedMovement = {
  date: today,
  amount: "777.00",
  currency: "EUR",
  description: "TRANSFERENCIA DE QUIEN PAGA HOY",
  id: "NEW"
}

const worlds = 40

const outcome = (hostile: Case, seed: number) => {
  const random = randomOf(seed)
  const before = account(random)
  const rules = { zone: "UTC", uniqueIds: hostile.uniqueIds ?? false }
  const whole = { from: addDays(today, -days - 2), to: today, complete: true }
  const first = takenIn([], { ...whole, rows: before }, rules) ?? []
  const changed = [...before.map((one, index) => hostile.change(one, index, random)), news]
  const scrape = { ...whole, complete: hostile.complete ?? true, rows: random.shuffled(changed) }
  let known: ReadonlyArray<KnownMovement> = first
  let asWhole = 0
  // Read three times, as every ten minutes: what was held is not told later either. What is set aside as a whole is
  // accepted by its owner in the end, and read on.
  for (let read = 0; read < 3; read++) {
    const after = takenIn(known, scrape, rules)
    if (after === undefined) asWhole = 1
    known = after ?? known
  }
  if (asWhole > 0) {
    known = takenIn(known, scrape, rules, true) ?? known
    for (let read = 0; read < 3; read++) known = takenIn(known, scrape, rules) ?? known
  }
  const fresh = known.slice(first.length)
  const isNews = ({ amountMinor }: KnownMovement) => amountMinor === 77_700n
  const told = fresh.filter(({ heldFor }) => heldFor.length === 0)
  return {
    twice: told.filter((one) => !isNews(one)).length,
    held: fresh.length - told.length,
    asWhole,
    lost: fresh.some(isNews) ? 0 : 1
  }
}

export const compareHostile = (): void => {
  note(`a bank that shows otherwise what was told: 40 movements and a new one, seeds 1 to ${worlds}`)
  let all = 0
  for (const [name, hostile] of Object.entries(cases)) {
    let [twice, held, lost, asWhole] = [0, 0, 0, 0]
    for (let seed = 1; seed <= worlds; seed++) {
      const found = outcome(hostile, seed)
      twice += found.twice
      held += found.held
      lost += found.lost
      asWhole += found.asWhole
    }
    all += twice
    note(
      `${name}: ${hostile.about}; of ${40 * worlds} movements told ${twice} twice, held ${held}; of ${worlds} new ones lost ${lost}; ${asWhole} lists set aside as a whole first, then accepted`
    )
    metric(`intake_hostile_${name}_told_twice`, twice, "movements")
    metric(`intake_hostile_${name}_held`, held, "movements")
    metric(`intake_hostile_${name}_set_aside`, asWhole, "lists")
    metric(`intake_hostile_${name}_lost`, lost, "movements")
  }
  metric("intake_hostile_told_twice", all, "movements")
}
