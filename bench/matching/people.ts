/** Who pays: people and companies with the names that their passport or register has. */
import type { Random } from "../lib/random.ts"
import { brand, brandFollowers, type Culture, cultures, legalForms, stocks, trades } from "./names.ts"

export interface Person {
  readonly kind: "person"
  readonly culture: Culture
  /** In the order of the passport; one may be of several words. */
  readonly given: ReadonlyArray<string>
  readonly surnames: ReadonlyArray<string>
}

export interface Company {
  readonly kind: "company"
  readonly culture: Culture
  readonly words: ReadonlyArray<string>
  /** The same legal form, first as the company writes it, then as banks print it. */
  readonly forms: ReadonlyArray<string>
}

export type Payer = Person | Company

const givenCount = { spanish: 1, english: 1, german: 1, portuguese: 1, arabic: 1 } as const satisfies Record<
  Culture,
  number
>
/** How many have another given name. */
const middleNames = { spanish: 0.12, english: 0.75, german: 0.35, portuguese: 0.25, arabic: 0 } as const
const particles: Readonly<Record<Culture, ReadonlyArray<string>>> = {
  spanish: ["de", "de la", "del"],
  english: [],
  german: ["von"],
  portuguese: ["da", "de", "dos"],
  arabic: []
}
const particled = { spanish: 0.04, english: 0, german: 0.02, portuguese: 0.3, arabic: 0 } as const

const surnameOf = (random: Random, culture: Culture): string => {
  const plain = stocks[culture].surname(random)
  if (culture === "german" && random.chance(0.05)) return `${plain}-${stocks.german.surname(random)}`
  return random.chance(particled[culture]) ? `${random.pick(particles[culture])} ${plain}` : plain
}

const surnamesOf = (random: Random, culture: Culture): ReadonlyArray<string> => {
  const one = () => surnameOf(random, culture)
  switch (culture) {
    case "spanish":
      return [one(), one()]
    case "portuguese":
      return random.chance(0.25) ? [one(), one(), one()] : [one(), one()]
    case "arabic":
      // The father's and the grandfather's given names, then the family's.
      return [stocks.arabic.given(random), ...(random.chance(0.5) ? [stocks.arabic.given(random)] : []), one()]
    default:
      return random.chance(0.03) ? [one(), one()] : [one()]
  }
}

const givenOf = (random: Random, culture: Culture): ReadonlyArray<string> => {
  const given = () => stocks[culture].given(random)
  const extra = random.chance(middleNames[culture]) ? 1 : 0
  return Array.from({ length: givenCount[culture] + extra }, given)
}

export const person = (random: Random, culture: Culture): Person => ({
  kind: "person",
  culture,
  given: givenOf(random, culture),
  surnames: surnamesOf(random, culture)
})

/** Brothers and sisters: the surnames are the same. */
export const siblingOf = (random: Random, one: Person): Person => {
  for (;;) {
    const given = givenOf(random, one.culture)
    if (given.join(" ") !== one.given.join(" ")) return { ...one, given }
  }
}

/** A child of the same given name: where there are two surnames, the second is the other parent's. */
export const childOf = (random: Random, one: Person): Person => {
  const [first = "", ...rest] = one.surnames
  for (;;) {
    const second = surnameOf(random, one.culture)
    if (!one.surnames.includes(second)) return { ...one, surnames: rest.length === 0 ? [first] : [first, second] }
  }
}

const companyWords = (random: Random, culture: Culture, oneWord: boolean): ReadonlyArray<string> => {
  if (oneWord) return [brand(random)]
  if (random.chance(0.35)) return [brand(random), random.pick(brandFollowers)]
  const surname = stocks[culture].surname(random)
  const trade = random.pick(trades[culture])
  const after = culture === "english" ? [surname, trade] : [trade, surname]
  return culture === "english" && random.chance(0.3) ? [surname, "&", stocks.english.surname(random), trade] : after
}

const company = (random: Random, culture: Culture, oneWord: boolean): Company => ({
  kind: "company",
  culture,
  words: companyWords(random, culture, oneWord),
  forms: random.pick(legalForms[culture])
})

/** A shop sells mostly at home: seven of ten payers are of its own language, and one in eight is a company. */
export const payer = (random: Random, home: Culture): Payer => {
  const culture = random.chance(0.7) ? home : random.pick(cultures)
  return random.chance(0.12) ? company(random, culture, random.chance(0.3)) : person(random, culture)
}
