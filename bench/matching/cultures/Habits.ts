/** How a naming culture builds a person's name and writes it, beyond the names themselves. */
import type { Random } from "../../lib/random.ts"
import type { Noise } from "../noiseKinds.ts"

/** The parts of a name, as a passport has them. */
export interface NameParts {
  readonly given: ReadonlyArray<string>
  readonly surnames: ReadonlyArray<string>
}

export interface Habits {
  /** How many have another given name. */
  readonly middle: number
  /** Words before a surname, and how many surnames have one. */
  readonly particles: ReadonlyArray<string>
  readonly particled: number
  /** All surnames of a person; absent: one, seldom two. */
  readonly surnames?: (random: Random, one: () => string, given: () => string) => ReadonlyArray<string>
  /** How many have two surnames with a hyphen for one. */
  readonly hyphened?: number
  /** All given names; absent: one, or two as `middle` says. */
  readonly givenNames?: (random: Random) => ReadonlyArray<string>
  /** Which of several surnames stays where one is left out. (Default: last) */
  readonly keeps?: "first" | "last"
  /** Which of several given names one is called by. (Default: first) */
  readonly called?: "first" | "last"
  /** Surnames come first at home: how many customers write them so. (Default: 0) */
  readonly familyFirst?: number
  /** One side's own spelling of the same name: transliterations, syllables together or apart. */
  readonly write?: (random: Random, parts: NameParts) => NameParts
  readonly titles: ReadonlyArray<string>
  /** What differs from the usual noise. */
  readonly noise?: Partial<Noise>
}
