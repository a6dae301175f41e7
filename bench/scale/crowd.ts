/**
 * Two thousand orders and as many payments of one price: of one name or of one reference, within a second or as they come over
 * five days. Decided as a server does it, in slices between which others have their turn.
 */
import { cooperatively } from "@counterfoil/core"
import { addDays, type Batch, deciding, type MovementFacts, type OrderFacts } from "@counterfoil/domain"
import { Effect } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { watchLoop } from "../hostile/loopWatch.ts"
import { metric, note } from "../lib/report.ts"
import { batchOf } from "../matching/world.ts"

const count = 2_000
const minute = 60_000
const second = 1_000
const fiveDays = 5 * 86_400_000
const start = Date.parse("2026-11-15T12:00:00Z")
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

interface Crowd {
  /** As its metrics call it. */
  readonly name: string
  readonly about: string
  /** The milliseconds over which the orders come. */
  readonly span: number
  readonly order: (nth: number) => Partial<OrderFacts>
  readonly movement: (nth: number) => Partial<MovementFacts>
}

const reference = (nth: number): string => `PED-${10_000 + nth}`
const strangers = {
  order: (nth: number) => ({ name: `Cliente Numero${nth}`, reference: reference(0) }),
  movement: (nth: number) => ({ senderName: `PAGADOR X${nth}`, text: reference(0) })
}
const plain = () => ({})

/** Of one family, whose two thousand given names are a letter, two or three apart. */
const sibling = (nth: number): string => {
  const letter = (place: number): string => String.fromCharCode(97 + (Math.floor(nth / 13 ** place) % 13))
  return `An${letter(0)}on${letter(1)}l${letter(2)} García López`
}
const siblings = {
  order: (nth: number) => ({ name: sibling(nth) }),
  movement: (nth: number) => ({ senderName: sibling(nth).toUpperCase() })
}

const crowds: ReadonlyArray<Crowd> = [
  {
    name: "of_one_name_in_a_second",
    about: "of one name, within a second",
    span: second,
    order: plain,
    movement: plain
  },
  { name: "of_one_name", about: "of one name, over five days", span: fiveDays, order: plain, movement: plain },
  {
    name: "of_one_reference_in_a_second",
    about: "of one reference and other names, within a second",
    span: second,
    ...strangers
  },
  { name: "of_one_reference", about: "of one reference and other names, over five days", span: fiveDays, ...strangers },
  {
    name: "of_own_references_in_a_second",
    about: "of one name, each with its own reference, within a second",
    span: second,
    order: (nth) => ({ reference: reference(nth) }),
    movement: (nth) => ({ text: reference(nth) })
  },
  {
    name: "of_own_references",
    about: "of one name, each with its own reference, over five days",
    span: fiveDays,
    order: (nth) => ({ reference: reference(nth) }),
    movement: (nth) => ({ text: reference(nth) })
  },
  {
    name: "of_siblings_in_a_second",
    about: "of names that are letters apart, within a second",
    span: second,
    ...siblings
  },
  { name: "of_siblings", about: "of names that are letters apart, over five days", span: fiveDays, ...siblings }
]

/** Each payment between ten minutes and a day after its order, or within the second after it. */
const batch = ({ movement, order, span }: Crowd): Batch => {
  const moments = Array.from({ length: count }, (_, nth) => start + Math.floor((nth * span) / count))
  const same = { amountMinor: 12_000n, currency: "EUR" }
  return batchOf(
    moments.map((existsFrom, nth) => {
      const orderDate = dayOf(existsFrom)
      const times = { orderDate, expiryDate: addDays(orderDate, 5), existsFrom }
      return { ...same, ...times, id: `o${nth}`, name: "María García López", state: "open" as const, ...order(nth) }
    }),
    moments.map((moment, nth) => {
      const later = (nth * 7_919) % 1_440
      const firstKnownAt = moment + (span === second ? later : minute * (10 + later))
      const bank = { senderName: "MARIA GARCIA LOPEZ", text: "TRANSFERENCIA RECIBIDA", bookedDate: dayOf(firstKnownAt) }
      const whole = { booked: true, excluded: false, reversed: false, held: false, removed: false }
      return { ...same, ...bank, ...whole, id: `m${nth}`, firstKnownAt, ...movement(nth) }
    })
  )
}

const measure = async (crowd: Crowd): Promise<void> => {
  const facts = batch(crowd)
  const watch = watchLoop()
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const before = process.cpuUsage()
  const decisions = await Effect.runPromise(cooperatively(deciding(facts)))
  const { system, user } = process.cpuUsage(before)
  delays.disable()
  const longest = watch.take()
  watch.stop()
  const codes = new Map<string, number>()
  for (const { code } of decisions) codes.set(code, (codes.get(code) ?? 0) + 1)
  const told = [...codes].map(([code, orders]) => `${orders} ${code}`).join(", ")
  const waited = `others waited ${(delays.percentile(99) / 1e6).toFixed(1)} ms at p99, ${(delays.max / 1e6).toFixed(1)} at most`
  note(`${count} orders and payments ${crowd.about}: ${told}; by the clock ${waited}`)
  metric(`crowd_2000_${crowd.name}_cpu`, (system + user) / 1_000_000, "s")
  metric(`crowd_2000_${crowd.name}_longest_turn`, longest.busy, "ms")
}

export const measureCrowds = async (): Promise<void> => {
  // The first ones are compiled while they run.
  for (const crowd of crowds) await Effect.runPromise(cooperatively(deciding(batch(crowd))))
  for (const crowd of crowds) await measure(crowd)
}
