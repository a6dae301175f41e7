/** What the terms of a score say together, beyond their sum. */
import type { Evidence } from "../facts/Decision.ts"
import type { NameLevel } from "../names/NameLevel.ts"

/** Whether something other than a name speaks for the pair: what a credit without a sender needs. */
export const hasEvidenceBesidesName = (evidence: ReadonlyArray<Evidence>): boolean => evidence.some(isBesidesName)

// Of each pair of names several of these are asked: as functions of the module they stay compiled.
const isBesidesName = ({ bits, kind }: Evidence): boolean =>
  bits > 0 && (kind === "alias_account" || ofOrders.has(kind))

/** Something says which order is meant. Names, and what people have taught, only say who pays. */
export const pointsAtOrder = (evidence: ReadonlyArray<Evidence>): boolean => evidence.some(isOfOrder)

const isOfOrder = ({ bits, kind }: Evidence): boolean => bits > 0 && ofOrders.has(kind)

const ofOrders: ReadonlySet<Evidence["kind"]> = new Set(["reference", "tax_id", "account"] as const)

/** A reference, an identifier or an account that a person has spoken of tells equal payments apart. */
export const isMarked = (evidence: ReadonlyArray<Evidence>): boolean => evidence.some(({ kind }) => marking.has(kind))

const marking: ReadonlySet<Evidence["kind"]> = new Set([
  "reference",
  "tax_id",
  "account",
  "alias_account",
  "alias_account_part"
] as const)

/** What a person has separated before, and the end of an account, speak no more of the names than they do. */
const isOnlyName = (others: ReadonlyArray<Evidence>): boolean =>
  others.every(
    ({ bits, kind }) => kind === "alias_account_part" || ((kind === "alias" || kind === "alias_account") && bits < 0)
  )

/** But for an account that a person has confirmed nothing says whose payment it is. */
export const restsOnTaughtAccount = ([first, ...others]: ReadonlyArray<Evidence>): boolean =>
  first?.kind === "alias_account" && !others.some(isOfOrder)

/** Initials, and words that one side lacks; or no more than how the name begins: little is known of it. */
export const isLoose = ([first, ...others]: ReadonlyArray<Evidence>): boolean =>
  (first?.level === "one_and_loose_initials" || first?.level === "beginning") && isOnlyName(others)

/** The names agree in all words of both, and nothing else is known. */
export const isWholeName = ([first, ...others]: ReadonlyArray<Evidence>): boolean =>
  isOnlyName(others) && first?.kind === "name" && (first.level === "same" || first.level === "same_worn")

/** Not letter by letter. */
export const isWorn = ([first]: ReadonlyArray<Evidence>): boolean => first?.level === "same_worn"

/** The names agree in two words, and nothing else is known. */
export const isTwoWords = ([first, ...others]: ReadonlyArray<Evidence>): boolean =>
  isOnlyName(others) && first?.kind === "name" && (first.level === "contained_2" || first.level === "contained_2_worn")

/** It can't be settled without a person: another tax id, or names that each have a word that the other lacks. */
export const isDoubtful = (evidence: ReadonlyArray<Evidence>): boolean =>
  !hasEvidenceBesidesName(evidence) &&
  evidence.some(
    ({ bits, kind, level }) =>
      (kind === "tax_id" && bits < 0) || (kind === "name" && (level === "two_conflict" || level === "three_conflict"))
  )

/** The names agree, as far as both are given, in two words or more. */
export const agreesInName = ([first]: ReadonlyArray<Evidence>): boolean =>
  first?.level !== undefined && agreeing.has(first.level)

/**
 * One payer may have two orders, and write the name in one of them only in part: which is paid, nobody can tell. Where more
 * orders share the name's rarest word, the other is sooner a namesake's.
 */
export const mayBeOnesOther = (evidence: ReadonlyArray<Evidence>): boolean =>
  agreesInName(evidence) && evidence.every(isNotCrowded)

const isNotCrowded = ({ bits, kind }: Evidence): boolean => kind !== "crowding" || bits >= -1

const agreeing: ReadonlySet<NameLevel> = new Set([
  "same",
  "same_worn",
  "contained_3",
  "contained_3_worn",
  "contained_2",
  "contained_2_worn"
])
