/**
 * Movements recognised again over scrapes that overlap, come in another order, and are cut short, beside three simpler
 * rules: how many are lost and how many doubled, net by amount, per million. The last scrapes are whole.
 */
import { addDays, type KnownMovement, type ScrapedMovement } from "@counterfoil/domain"
import { describeMachine, isQuick, metric, note } from "../lib/report.ts"
import { type Random, randomOf } from "../lib/random.ts"
import { compareHostile } from "./hostile.ts"
import { type Scrape, takenIn } from "./ledger.ts"
import { measureTaken } from "./taken.ts"

const first = "2026-10-01"
const days = 30
const perDay = 12
const overlap = 7

/** What a bank shows of one movement, before it is booked and after. */
interface Real {
  readonly appears: number
  readonly booked: number
  readonly before: ScrapedMovement
  readonly after: ScrapedMovement
}

/** Much of it is alike: prices of a shop, generic texts, twins; one in ten is pending first and then changes text and day. */
const makeBank = (random: Random): ReadonlyArray<Real> =>
  Array.from({ length: days * perDay }, (_, n): ReadonlyArray<Real> => {
    const appears = Math.floor(n / perDay)
    const generic = random.chance(0.4)
    const description = generic
      ? "TRANSFERENCIA RECIBIDA"
      : `TRF DE CLIENTE ${random.int(400)} REF ${random.int(10_000)}`
    const amount = `${10 + 5 * random.int(10)}.00`
    const pending = random.chance(0.1)
    const booked = appears + (pending ? 1 + random.int(2) : 0)
    const after = { date: addDays(first, booked), amount, currency: "EUR", description }
    const before = pending
      ? { ...after, date: addDays(first, appears), description: `AUTORIZACION ${n}`, pending: true }
      : after
    return Array.from({ length: random.chance(0.02) ? 2 : 1 }, () => ({ appears, booked, before, after }))
  }).flat()

const scrapes = (random: Random, bank: ReadonlyArray<Real>): ReadonlyArray<Scrape> =>
  Array.from({ length: days + 5 }, (_, today) => {
    const shown = bank
      .filter(({ appears }) => appears <= today)
      .map(({ after, before, booked }) => (booked <= today ? after : before))
    const from = addDays(first, today - overlap)
    const listed = random.shuffled(shown.filter(({ date }) => date >= from))
    // One scrape in seven stops early and says so; each is read twice, in another order.
    const complete = today >= days || !random.chance(1 / 7)
    const rows = complete ? listed : listed.slice(0, Math.floor(listed.length * 0.6))
    const scrape = { rows, from, to: addDays(first, today), complete }
    return [scrape, { ...scrape, rows: random.shuffled(rows) }]
  }).flat()

/** How many movements a rule has in the end. */
type Rule = (all: ReadonlyArray<Scrape>) => ReadonlyArray<{ readonly date: string; readonly amount: string }>

const ours: Rule = (all) => {
  let known: ReadonlyArray<KnownMovement> = []
  for (const scrape of all) {
    const next = takenIn(known, scrape)
    if (next === undefined) throw new Error("A sound scrape was set aside")
    known = next
  }
  return known
    .filter(({ heldFor, removed }) => !removed && heldFor.length === 0)
    .map(({ amountMinor, bookedDate }) => ({ date: bookedDate, amount: `${amountMinor / 100n}.00` }))
}

const hashOf = ({ amount, date, description }: ScrapedMovement): string => `${date} ${amount} ${description}`

const hashSet: Rule = (all) => [
  ...new Map(all.flatMap(({ rows }) => rows.map((row) => [hashOf(row), row] as const))).values()
]

const hashWithOccurrence: Rule = (all) => {
  const known = new Map<string, ScrapedMovement>()
  for (const { rows } of all) {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const nth = (counts.get(hashOf(row)) ?? 0) + 1
      counts.set(hashOf(row), nth)
      known.set(`${hashOf(row)} ${nth}`, row)
    }
  }
  return [...known.values()]
}

const amountWithinDays: Rule = (all) => {
  const known = new Map<string, Array<string>>()
  for (const { date, amount } of all.flatMap(({ rows }) => rows)) {
    const dates = known.get(amount) ?? []
    const [earliest, latest] = [addDays(date, -7), addDays(date, 7)]
    if (!dates.some((each) => each >= earliest && each <= latest)) known.set(amount, [...dates, date])
  }
  return [...known].flatMap(([amount, dates]) => dates.map((date) => ({ amount, date })))
}

const rules: ReadonlyArray<readonly [name: string, about: string, rule: Rule]> = [
  ["counterfoil", "multiset of keys, then likeness", ours],
  ["hash_set", "a set of date, amount and text", hashSet],
  ["hash_occurrence", "the same with the n-th of a scrape", hashWithOccurrence],
  ["amount_days", "an amount within seven days is known", amountWithinDays]
]

const worlds = isQuick ? 3 : 40

/** Net, by amount: a movement under another day is neither lost nor doubled. */
const compare = (bank: ReadonlyArray<Real>, found: ReturnType<Rule>): readonly [lost: number, doubled: number] => {
  const balance = new Map<string, number>()
  for (const { after } of bank) balance.set(after.amount, (balance.get(after.amount) ?? 0) + 1)
  for (const { amount } of found) balance.set(amount, (balance.get(amount) ?? 0) - 1)
  const counts = [...balance.values()]
  return [counts.reduce((sum, n) => sum + Math.max(0, n), 0), counts.reduce((sum, n) => sum + Math.max(0, -n), 0)]
}

export const run = async (): Promise<void> => {
  describeMachine()
  note(`a month of an account, scraped daily over ${overlap} days and read twice, seeds 1 to ${worlds}`)
  for (const [name, about, rule] of rules) {
    let [movements, lost, doubled] = [0, 0, 0]
    for (let seed = 1; seed <= worlds; seed++) {
      const random = randomOf(seed)
      const bank = makeBank(random)
      const [less, more] = compare(bank, rule(scrapes(random, bank)))
      movements += bank.length
      lost += less
      doubled += more
    }
    note(`${name}: ${about}; ${movements} movements`)
    metric(`intake_${name}_lost`, (lost / movements) * 1e6, "per_million")
    metric(`intake_${name}_doubled`, (doubled / movements) * 1e6, "per_million")
  }
  compareHostile()
  await measureTaken()
}
