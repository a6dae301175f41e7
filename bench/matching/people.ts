/** Who pays: people and companies with the names that their passport or register has. */
import type { Random } from "../lib/random.ts"
import { legalForms, trades } from "./cultures/companies.ts"
import { type Culture, cultures, habits, stocks } from "./cultures/index.ts"
import { brand, brandFollowers } from "./names.ts"

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

const surnameOf = (random: Random, culture: Culture): string => {
  const { hyphened = 0, particled, particles } = habits[culture]
  const plain = stocks[culture].surname(random)
  if (hyphened > 0 && random.chance(hyphened)) return `${plain}-${stocks[culture].surname(random)}`
  return random.chance(particled) ? `${random.pick(particles)} ${plain}` : plain
}

const surnamesOf = (random: Random, culture: Culture): ReadonlyArray<string> => {
  const one = () => surnameOf(random, culture)
  const all = habits[culture].surnames
  if (all !== undefined) return all(random, one, () => stocks[culture].given(random))
  return random.chance(0.03) ? [one(), one()] : [one()]
}

const givenOf = (random: Random, culture: Culture): ReadonlyArray<string> => {
  const { givenNames, middle } = habits[culture]
  if (givenNames !== undefined) return givenNames(random)
  const extra = random.chance(middle) ? 1 : 0
  return Array.from({ length: 1 + extra }, () => stocks[culture].given(random))
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

const isEnglish = (culture: Culture): boolean => culture === "english" || culture === "american"

const companyWords = (random: Random, culture: Culture, oneWord: boolean): ReadonlyArray<string> => {
  if (oneWord) return [brand(random)]
  if (random.chance(0.35)) return [brand(random), random.pick(brandFollowers)]
  const surname = stocks[culture].surname(random)
  const trade = random.pick(trades[culture])
  const after = isEnglish(culture) ? [surname, trade] : [trade, surname]
  return isEnglish(culture) && random.chance(0.3) ? [surname, "&", stocks[culture].surname(random), trade] : after
}

const company = (random: Random, culture: Culture, oneWord: boolean): Company => ({
  kind: "company",
  culture,
  words: companyWords(random, culture, oneWord),
  forms: random.pick(legalForms[culture])
})

/** A shop sells mostly at home: seven of ten payers are of its own language, and one in eight is a company. */
export const payer = (random: Random, home: Culture, atHome = 0.7): Payer => {
  const culture = random.chance(atHome) ? home : random.pick(cultures)
  return random.chance(0.12) ? company(random, culture, random.chance(0.3)) : person(random, culture)
}
