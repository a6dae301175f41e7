/**
 * Payments that must never be matched without a person: one order and no other, paid by somebody else or not clearly. Both
 * sides write all words of the names, as some customer or bank spells them: what is left out can't be told by anybody.
 */
import type { Batch } from "@counterfoil/domain"
import { randomOf, type Random } from "../lib/random.ts"
import { type Culture, cultures, stocks } from "./cultures/index.ts"
import { bankName, type Noise, noNoise, orderName, usualNoise } from "./noise.ts"
import { childOf, payer, type Payer, person, type Person } from "./people.ts"
import { batchOf } from "./world.ts"

/** Of the usual noise, what leaves no word out. */
const wholeNames: Noise = {
  ...noNoise,
  plainOrder: usualNoise.plainOrder,
  typo: usualNoise.typo,
  surnameFirst: usualNoise.surnameFirst,
  brokenAccents: usualNoise.brokenAccents,
  respelt: usualNoise.respelt,
  title: usualNoise.title,
  bankTypo: usualNoise.bankTypo
}

interface Case {
  /** Who the orders are of. */
  readonly orders: ReadonlyArray<Payer>
  /** Who pays. */
  readonly movements: ReadonlyArray<Payer>
}

export interface HardSet {
  readonly name: string
  readonly about: string
  readonly draw: (random: Random, culture: Culture) => Case
}

/** With given names that are in use, one or two. */
const usualPerson = (random: Random, culture: Culture): Person => {
  const given = () => random.pick(stocks[culture].usual)
  return { ...person(random, culture), given: random.chance(0.3) ? [given(), given()] : [given()] }
}

/** Maria and Maria Carmen are sisters that no rule tells apart where a bank may leave a name out. */
const siblingOf = (random: Random, one: Person): Person => {
  const words = (given: ReadonlyArray<string>) => given.flatMap((name) => name.split(" "))
  for (;;) {
    const { given } = usualPerson(random, one.culture)
    const [mine, theirs] = [words(one.given), words(given)]
    const contained = mine.every((word) => theirs.includes(word)) || theirs.every((word) => mine.includes(word))
    if (!contained) return { ...one, given }
  }
}

/** The same given name, and a second surname that isn't one slip away from the parent's. */
const namesakeOf = (random: Random, one: Person): Person => {
  const initial = ({ surnames }: Person) => surnames.at(-1)?.split(" ").at(-1)?.[0]
  for (;;) {
    const child = childOf(random, one)
    if (initial(child) !== initial(one)) return child
  }
}

export const hardSets: ReadonlyArray<HardSet> = [
  {
    name: "siblings",
    about: "a brother or sister pays",
    draw: (random, culture) => {
      const one = usualPerson(random, culture)
      return { orders: [one], movements: [siblingOf(random, one)] }
    }
  },
  {
    name: "parent_and_child",
    about: "a parent or child pays, of the same given name where there is a second surname to tell",
    draw: (random, culture) => {
      const one = usualPerson(random, culture)
      const sameName = one.surnames.length > 1 && culture !== "arabic" && random.chance(0.5)
      return { orders: [one], movements: [sameName ? namesakeOf(random, one) : siblingOf(random, one)] }
    }
  },
  {
    name: "third_payers",
    about: "somebody with another name pays",
    draw: (random, culture) => ({ orders: [person(random, culture)], movements: [payer(random, culture)] })
  },
  {
    name: "paid_twice",
    about: "the payer pays twice",
    draw: (random, culture) => {
      const one = payer(random, culture)
      return { orders: [one], movements: [one, one] }
    }
  },
  {
    name: "two_equal_orders",
    about: "one payment for two equal orders",
    draw: (random, culture) => {
      const one = payer(random, culture)
      return { orders: [one, one], movements: [one] }
    }
  }
]

const today = "2026-11-20"
const noon = Date.parse(`${today}T12:00:00Z`)

/** The n-th case of a set. A payer with two orders or payments is written the same in both. */
export const hardCase = (set: HardSet, seed: number, noise: Noise = wholeNames): Batch => {
  const random = randomOf(seed)
  const { movements, orders } = set.draw(random, cultures[seed % cultures.length] ?? "spanish")
  const memory = new Map<string, string>()
  const written = (payer: Payer, side: string, write: () => string): string => {
    const key = `${side} ${JSON.stringify(payer)}`
    const name = memory.get(key) ?? write()
    memory.set(key, name)
    return name
  }
  return batchOf(
    orders.map((payer, index) => ({
      id: `o${index}`,
      amountMinor: 4_900n,
      currency: "EUR",
      name: written(payer, "order", () => orderName(random, noise, payer)),
      orderDate: today,
      expiryDate: "2026-11-25",
      existsFrom: noon,
      state: "open" as const
    })),
    movements.map((payer, index) => ({
      id: `m${index}`,
      amountMinor: 4_900n,
      currency: "EUR",
      senderName: written(payer, "bank", () => bankName(random, noise, payer, { declared: false })),
      text: "TRANSFERENCIA RECIBIDA",
      bookedDate: today,
      firstKnownAt: noon + 60_000 * (index + 1),
      booked: true,
      excluded: false,
      reversed: false,
      held: false,
      removed: false
    }))
  )
}
