/** Evidence for and against a movement being an order's payment, in bits. */
import { type AccountNumber, compareAccountNumbers } from "../../accountNumber.ts"
import type { Evidence } from "../facts/Decision.ts"
import type { NameLevel } from "../names/NameLevel.ts"
import { beginAlike } from "../names/beginnings.ts"
import { plainWords } from "../names/lexicon.ts"
import type { NormalName } from "../names/normalise.ts"
import {
  appearsAsToken,
  identifierOf,
  type ReferenceForm,
  sameIdentifier,
  saysReference,
  type TokenPattern
} from "./references.ts"
import type { Ruleset } from "../facts/ruleset.ts"
import { align, type Alignment } from "../names/tokens.ts"
import type { MovementView, OrderView } from "./views.ts"
import { haveOtherOwnNames, lackTwoOfFour, shareFamilyOnly, sharedByHalf } from "../names/vietnameseNames.ts"

/** How far an order's name and a bank's agree. */
export const nameLevelOf = (
  order: NormalName,
  bank: NormalName,
  longSingleToken: number,
  known?: Alignment
): NameLevel => {
  if (order.tokens.length === 0 || bank.tokens.length === 0) return "missing"
  const alignment = known ?? align(order, bank)
  const { firstLeft, initials, worn } = alignment
  const full = alignment.equal + worn
  if (full + initials === 0) return "none"
  // Luna SL and Luna SA are two companies; a payer within a longer text must stand there as one.
  const others = haveOtherForms(order, bank) || (bank.described && !standsIn(order, bank))
  const orderLeft = others ? Math.max(1, alignment.orderLeft) : alignment.orderLeft
  const bankLeft = others ? Math.max(1, alignment.bankLeft) : alignment.bankLeft
  const allUsed = orderLeft === 0 && bankLeft === 0
  // Surnames first, and the given name cut off: it may be anybody's of the family.
  const cutBeforeName = bank.cut && firstLeft
  const oneSideUsed = orderLeft === 0 || (bankLeft === 0 && !cutBeforeName)
  if (full >= 2 && initials === 0 && allUsed) return worn === 0 ? "same" : "same_worn"
  if (oneSideUsed) return containedLevel(order, bank, alignment, allUsed, longSingleToken)
  if (beginAlike(order, bank)) return "beginning"
  return full >= 3 ? "three_conflict" : full === 2 ? "two_conflict" : "one_token"
}

/** Of two names of which one has all words of the other; `allUsed`: each has all of the other's. */
const containedLevel = (
  order: NormalName,
  bank: NormalName,
  alignment: Alignment,
  allUsed: boolean,
  longSingleToken: number
): NameLevel => {
  const { equal, initials, spelt, worn } = alignment
  const full = equal + worn
  const telling = full - sharedByHalf(order, bank)
  if (telling >= 3) return worn === 0 ? "contained_3" : "contained_3_worn"
  // Two words that both need a slip to agree are two others.
  if (full === 2 && equal === 0 && spelt === 0) return "one_token"
  if (telling === 2 && (haveOtherOwnNames(order, bank) || lackTwoOfFour(order, bank))) return "two_conflict"
  if (telling === 2) return worn === 0 ? "contained_2" : "contained_2_worn"
  if (full === 1 && initials >= 1 && initialsTell(order, bank, alignment)) {
    return allUsed ? "one_and_initials" : "one_and_loose_initials"
  }
  if (equal + spelt === 1 && full === 1 && initials === 0 && allUsed) return singleTokenLevel(order, longSingleToken)
  return beginAlike(order, bank) ? "beginning" : "one_token"
}

/** Whether initials say something beside the one word in which two names agree. */
const initialsTell = (
  order: NormalName,
  bank: NormalName,
  { bankFirstLeft, firstLeft, slips, worn }: Alignment
): boolean => {
  // Kelley and Kelly J.: a slip and an initial together say nothing.
  if (slips > 0) return false
  // Nor does one for a second name: Krishna S. Gadi isn't Shivijit.
  if (firstLeft || bankFirstLeft) return false
  // An initial that both have is no name.
  const isName = worn === 1 || !agreeOn(order, bank, isInitial) || agreeOn(order, bank, isWord)
  // Vũ, T. T. may be a third of all people.
  return isName && !shareFamilyOnly(order, bank)
}

const agreeOn = (order: NormalName, bank: NormalName, isMeant: (token: string) => boolean): boolean =>
  order.tokens.some((token) => isMeant(token) && bank.tokens.includes(token))

const isInitial = (token: string): boolean => token.length === 1
const isWord = (token: string): boolean => token.length > 1

const haveOtherForms = ({ forms }: NormalName, { forms: printed }: NormalName): boolean =>
  forms.length > 0 &&
  printed.length > 0 &&
  !forms.every((form) => printed.includes(form)) &&
  !printed.every((form) => forms.includes(form))

/** All of the order's words follow each other there, in whatever order. */
const standsIn = (order: NormalName, { tokens }: NormalName): boolean =>
  tokens.some((_, start) => {
    const run = tokens.slice(start, start + order.tokens.length)
    return run.length === order.tokens.length && order.tokens.every((token) => run.includes(token))
  })

/** Companies often have one word. */
const singleTokenLevel = ({ tokens: [token = ""] }: NormalName, longSingleToken: number): NameLevel => {
  if (plainWords.has(token)) return "one_token"
  return token.length >= longSingleToken ? "contained_2" : "one_and_initials"
}

/** Whether the movement says this order's reference, and how clearly. */
export const referenceSaid = (order: OrderView, movement: MovementView): ReferenceForm => {
  const { reference = "" } = order.facts
  const known = movement.references.get(reference)
  if (known !== undefined) return known
  const said = saysReference(order.reference, order.referenceForm, movement.remarks)
  movement.references.set(reference, said)
  return said
}

/** All evidence of the pair, but for crowding, which depends on the other orders. */
export const evidenceOf = (order: OrderView, movement: MovementView, ruleset: Ruleset): ReadonlyArray<Evidence> => {
  const account = taughtOfAccount(order, movement)
  const name = nameEvidence(order, movement, account, ruleset)
  const said = referenceSaid(order, movement)
  // What may be a postcode is a reference only if the names agree too.
  const counts = said === "strong" || (said === "weak" && name.bits > 0)
  return [
    name,
    ...(counts ? [{ kind: "reference", bits: ruleset.reference } as const] : []),
    ...taughtEvidence(name, account, isRefused(order, movement), ruleset),
    ...identifierEvidence(order, movement, ruleset)
  ]
}

/** What a person said last of the account that the money came from, for orders of this name. */
type TaughtOfAccount = "confirmed" | "refused" | "confirmed_part" | undefined

const taughtOfAccount = (order: OrderView, movement: MovementView): TaughtOfAccount => {
  const { confirmedAccounts, refusedAccounts } = order
  if (confirmedAccounts.length + refusedAccounts.length === 0) return undefined
  const account = movement.account()
  const isOneOf = (accounts: ReadonlyArray<AccountNumber>, how: "equal" | "partly") =>
    accounts.some((each) => compareAccountNumbers(each, account) === how)
  if (isOneOf(confirmedAccounts, "equal")) return "confirmed"
  if (isOneOf(refusedAccounts, "equal")) return "refused"
  return isOneOf(confirmedAccounts, "partly") ? "confirmed_part" : undefined
}

/** Who it is, is said once: the account says it more surely than the name, where a person has spoken of both. */
const taughtEvidence = (
  name: Evidence,
  account: TaughtOfAccount,
  isNameRefused: boolean,
  { confirmedAccount, confirmedAccountPart, refusedName }: Ruleset
): ReadonlyArray<Evidence> => {
  if (account === "confirmed") return name.kind === "name" ? [{ kind: "alias_account", bits: confirmedAccount }] : []
  if (account === "refused") return [{ kind: "alias_account", bits: refusedName }]
  if (isNameRefused) return [{ kind: "alias", bits: refusedName }]
  // Many accounts end alike: it says nothing against the names.
  if (account === "confirmed_part" && name.bits > 0) return [{ kind: "alias_account_part", bits: confirmedAccountPart }]
  return []
}

const isRefused = ({ refusedNames }: OrderView, { name }: MovementView): boolean =>
  name.key !== "" && refusedNames.some(({ key }) => key === name.key)

/**
 * Of several holders of an account the one who agrees best. All of them together only if the order names them all: a name of
 * which each has a word is none of theirs.
 */
export const bestLevelOf = (
  name: NormalName,
  [whole, ...holders]: MovementView["holders"],
  { longSingleToken, names }: Ruleset
): NameLevel => {
  const together = nameLevelOf(name, whole, longSingleToken)
  if (holders.length === 0 || together === "same" || together === "same_worn") return together
  const levels = holders.map((holder) => nameLevelOf(name, holder, longSingleToken))
  return levels.reduce((best, each) => (names[each] > names[best] ? each : best))
}

const nameEvidence = (
  order: OrderView,
  movement: MovementView,
  account: TaughtOfAccount,
  ruleset: Ruleset
): Evidence => {
  const level = bestLevelOf(order.name, movement.holders, ruleset)
  const bits = ruleset.names[level]
  // Whose account it is was known when it was confirmed: another name there says nothing against it.
  if (account === "confirmed" && bits <= 0) {
    return { kind: "alias_account", bits: ruleset.confirmedAccount, level: "contained_3" }
  }
  if (account === "confirmed" || account === "refused") return { kind: "name", bits, level }
  const aliasBits = ruleset.names.contained_3
  const confirmed = movement.name.key !== "" && order.aliases.some((alias) => alias.key === movement.name.key)
  return confirmed && aliasBits > bits
    ? { kind: "alias", bits: aliasBits, level: "contained_3" }
    : { kind: "name", bits, level }
}

/** Tax id and account say the same thing, who it is: they count once, and one that is equal outweighs one that differs. */
const identifierEvidence = (order: OrderView, movement: MovementView, ruleset: Ruleset): ReadonlyArray<Evidence> => {
  const taxId = compareIdentifier(order.taxId, movement.taxId, movement)
  const account = compareAccount(order, movement)
  if (taxId === "equal") return [{ kind: "tax_id", bits: ruleset.identifierEqual }]
  if (account === "equal") return [{ kind: "account", bits: ruleset.identifierEqual }]
  if (taxId === "differs") return [{ kind: "tax_id", bits: ruleset.identifierDiffers }]
  if (account === "differs") return [{ kind: "account", bits: ruleset.identifierDiffers }]
  return []
}

const compareIdentifier = (
  expected: TokenPattern | undefined,
  given: string | undefined,
  movement: MovementView
): "equal" | "differs" | "unknown" => {
  if (expected === undefined) return "unknown"
  if (given !== undefined) return sameIdentifier(expected.squeezed, given) ? "equal" : "differs"
  return appearsAsToken(expected, movement) ? "equal" : "unknown"
}

/** A bank that prints an account as the order has it, mistakes and all, means it. */
const compareAccount = (order: OrderView, movement: MovementView): "equal" | "differs" | "unknown" => {
  if (order.account === undefined) return "unknown"
  const printed = identifierOf(movement.facts.senderAccount)
  if (printed !== undefined && sameIdentifier(order.account.squeezed, printed)) return "equal"
  const found = compareAccountNumbers(order.expectedAccount, movement.account())
  if (found === "equal" || found === "differs") return found
  return appearsAsToken(order.account, movement) ? "equal" : "unknown"
}
