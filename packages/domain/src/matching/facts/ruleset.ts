/** The weights and limits of matching, versioned: a decision is stamped with the version and the preset that made it. */
import type { NameLevel } from "../names/NameLevel.ts"

export interface Ruleset {
  readonly version: string
  /** Bits per level of agreement between the names. */
  readonly names: Readonly<Record<NameLevel, number>>
  readonly reference: number
  /** The movement carries another open order's reference. */
  readonly foreignReference: number
  /** A person has separated this sender's name, or account, from the order's name before. */
  readonly refusedName: number
  /** A person has confirmed the sender's account for the order's name: more than a name that is whole. */
  readonly confirmedAccount: number
  /** What can be seen of the account agrees with one that a person confirmed. */
  readonly confirmedAccountPart: number
  /** The sender's tax id or account equals the order's. */
  readonly identifierEqual: number
  /** Both have one, and they differ. */
  readonly identifierDiffers: number
  /** Days before the order's date and after its expiry in which a payment counts. */
  readonly windowDays: number
  /** How long before the order can have existed a movement may have been known. */
  readonly knownBeforeMillis: number
  /** Letters from which a company's one-word name says as much as two tokens. */
  readonly longSingleToken: number
  /** Where the script declares nothing, names of at least this length may have been cut off. */
  readonly assumedCut: number
  readonly maxCandidates: number
}

export type Preset = "strict" | "default" | "lenient"
export const presetNames = ["strict", "default", "lenient"] as const

/** Bits that a match needs, and bits that it must be ahead of the next. */
export const presets: Readonly<Record<Preset, { readonly threshold: number; readonly lead: number }>> = {
  strict: { threshold: 6, lead: 5 },
  default: { threshold: 5, lead: 3 },
  lenient: { threshold: 4, lead: 3 }
}

export const currentRuleset: Ruleset = {
  version: "6",
  names: {
    same: 17,
    contained_3: 15,
    same_worn: 14,
    contained_3_worn: 12,
    contained_2: 12,
    contained_2_worn: 9,
    one_and_initials: 8,
    one_and_loose_initials: 8,
    beginning: 9,
    three_conflict: 7,
    two_conflict: 5,
    missing: 0,
    one_token: -2,
    none: -13
  },
  reference: 20,
  foreignReference: -20,
  refusedName: -6,
  confirmedAccount: 18,
  confirmedAccountPart: 4,
  identifierEqual: 18,
  identifierDiffers: -10,
  windowDays: 1,
  knownBeforeMillis: 15 * 60_000,
  longSingleToken: 6,
  assumedCut: 17,
  maxCandidates: 10
}
