/** Evidence for and against a movement being an order's payment, in bits. */
import { later, remembered } from "../collections.ts"
import type { Evidence } from "./Decision.ts"
import type { NameLevel } from "./NameLevel.ts"
import type { MovementFacts, OrderFacts } from "./facts.ts"
import { beginAlike } from "./beginnings.ts"
import { plainWords } from "./lexicon.ts"
import { foldText, holdersOf, normaliseName, type NormalName } from "./normalise.ts"
import {
  appearsAsToken,
  identifierOf,
  referenceForm,
  type ReferenceForm,
  sameIdentifier,
  saysReference,
  squeezedOf,
  tokenPattern,
  type TokenPattern,
  withoutLongNumbers
} from "./references.ts"
import type { Ruleset } from "./ruleset.ts"
import { align, type Alignment } from "./tokens.ts"
import { haveOtherOwnNames, lackTwoOfFour, shareFamilyOnly, sharedByHalf } from "./vietnameseNames.ts"

/** How far an order's name and a bank's agree. */
export const nameLevelOf = (
  order: NormalName,
  bank: NormalName,
  longSingleToken: number,
  known?: Alignment
): NameLevel => {
  if (order.tokens.length === 0 || bank.tokens.length === 0) return "missing"
  const alignment = known ?? align(order, bank)
  const { bankFirstLeft, equal, firstLeft, initials, slips, worn } = alignment
  const full = equal + worn
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
  if (oneSideUsed) {
    const telling = full - sharedByHalf(order, bank)
    if (telling >= 3) return worn === 0 ? "contained_3" : "contained_3_worn"
    // Two words that both need a slip to agree are two others.
    if (full === 2 && equal === 0) return "one_token"
    if (telling === 2 && (haveOtherOwnNames(order, bank) || lackTwoOfFour(order, bank))) return "two_conflict"
    if (telling === 2) return worn === 0 ? "contained_2" : "contained_2_worn"
    // Kelley and Kelly J.: a slip and an initial together say nothing.
    // Nor does one for a second name: Krishna S. Gadi isn't Shivijit.
    // Vũ, T. T. may be a third of all people.
    if (full === 1 && initials >= 1 && slips === 0 && !firstLeft && !bankFirstLeft && !shareFamilyOnly(order, bank)) {
      return allUsed ? "one_and_initials" : "one_and_loose_initials"
    }
    if (equal === 1 && initials === 0 && allUsed) return singleTokenLevel(order, longSingleToken)
    return beginAlike(order, bank) ? "beginning" : "one_token"
  }
  if (beginAlike(order, bank)) return "beginning"
  return full >= 3 ? "three_conflict" : full === 2 ? "two_conflict" : "one_token"
}

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

/** An order, read once for all its comparisons; or several that nothing tells apart (`twins.ts`). */
export interface OrderView {
  readonly facts: OrderFacts
  /** All of them, by id; `facts` is the first. */
  readonly members: ReadonlyArray<OrderFacts>
  readonly name: NormalName
  readonly aliases: ReadonlyArray<NormalName>
  readonly refusedNames: ReadonlyArray<NormalName>
  readonly reference: TokenPattern | undefined
  readonly referenceForm: ReferenceForm
  readonly taxId: TokenPattern | undefined
  readonly account: TokenPattern | undefined
}

export interface MovementView {
  readonly facts: MovementFacts
  /** All that nothing tells apart, by what people see; `facts` is the first. */
  readonly members: ReadonlyArray<MovementFacts>
  /** All that the bank prints as the name. */
  readonly name: NormalName
  /** `name` first, then each holder of an account of several. */
  readonly holders: readonly [NormalName, ...Array<NormalName>]
  readonly text: () => string
  /** The text's letters and digits only, for a quick no. */
  readonly squeezed: () => string
  /** The text where a reference may stand: not in an account or telephone number. */
  readonly remarks: { readonly text: () => string; readonly squeezed: () => string }
  /** How clearly it says the references that it was asked for: thousands of orders may share one. */
  readonly references: Map<string, ReferenceForm>
  readonly taxId: string | undefined
  readonly account: string | undefined
}

const shortest = { reference: 5, taxId: 6, account: 8 } as const

/** Open orders are read again at every pass, and so are the movements of the last days. */
const mostNames = 10_000
const orderName = remembered(mostNames, (name: string) => normaliseName(name))
const bankNames = remembered(100, (origin: string) => {
  const [cutFrom, declared, ...prefixes] = origin.split("\n")
  const isCutDeclared = declared === "declared"
  return remembered(mostNames, (name: string) => holdersOf(name, { prefixes, cutFrom: Number(cutFrom), isCutDeclared }))
})

export const viewOrder = (facts: OrderFacts, members: OrderView["members"] = [facts]): OrderView => ({
  facts,
  members,
  name: orderName(facts.name),
  aliases: (facts.aliases ?? []).map((alias) => normaliseName(alias, { prefixes: [] })),
  refusedNames: (facts.refusedNames ?? []).map((name) => normaliseName(name, { prefixes: [] })),
  reference: tokenPattern(facts.reference, shortest.reference),
  referenceForm: referenceForm(facts.reference),
  taxId: tokenPattern(facts.taxId, shortest.taxId),
  account: tokenPattern(facts.payerAccount, shortest.account)
})

export const viewMovement = (facts: MovementFacts, ruleset: Ruleset): MovementView => {
  // A cut right after a space leaves one character less.
  const cutFrom = facts.bankCutsNamesAt === undefined ? ruleset.assumedCut : facts.bankCutsNamesAt - 1
  const declared = facts.bankCutsNamesAt === undefined ? "assumed" : "declared"
  const holders = bankNames([cutFrom, declared, ...(facts.namePrefixes ?? [])].join("\n"))(facts.senderName)
  // Only orders with a reference or an identifier ask for the text.
  const text = later(() => foldText(facts.text))
  const remark = later(() => withoutLongNumbers(text()))
  return {
    facts,
    members: [facts],
    name: holders[0],
    holders,
    text,
    squeezed: later(() => squeezedOf(text())),
    remarks: { text: remark, squeezed: later(() => squeezedOf(remark())) },
    references: new Map(),
    taxId: identifierOf(facts.senderTaxId),
    account: identifierOf(facts.senderAccount)
  }
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
export const evidenceOf = (order: OrderView, movement: MovementView, ruleset: Ruleset): ReadonlyArray<Evidence> =>
  evidenceBeside(nameEvidence(order, movement, ruleset), order, movement, ruleset)

const evidenceBeside = (
  name: Evidence,
  order: OrderView,
  movement: MovementView,
  ruleset: Ruleset
): ReadonlyArray<Evidence> => {
  const said = referenceSaid(order, movement)
  // What may be a postcode is a reference only if the names agree too.
  const counts = said === "strong" || (said === "weak" && name.bits > 0)
  return [
    name,
    ...(counts ? [{ kind: "reference", bits: ruleset.reference } as const] : []),
    ...(isRefused(order, movement) ? [{ kind: "alias", bits: ruleset.refusedName } as const] : []),
    ...identifierEvidence(order, movement, ruleset)
  ]
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

const nameEvidence = (order: OrderView, movement: MovementView, ruleset: Ruleset): Evidence => {
  const level = bestLevelOf(order.name, movement.holders, ruleset)
  const bits = ruleset.names[level]
  const aliasBits = ruleset.names.contained_3
  const confirmed = movement.name.key !== "" && order.aliases.some((alias) => alias.key === movement.name.key)
  return confirmed && aliasBits > bits
    ? { kind: "alias", bits: aliasBits, level: "contained_3" }
    : { kind: "name", bits, level }
}

/** Tax id and account say the same thing, who it is: they count once, and one that is equal outweighs one that differs. */
const identifierEvidence = (order: OrderView, movement: MovementView, ruleset: Ruleset): ReadonlyArray<Evidence> => {
  const taxId = compareIdentifier(order.taxId, movement.taxId, movement)
  const account = compareIdentifier(order.account, movement.account, movement)
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

/** Whether something other than a name speaks for the pair: what a credit without a sender needs. */
export const hasEvidenceBesidesName = (evidence: ReadonlyArray<Evidence>): boolean =>
  evidence.some(({ kind, bits }) => kind !== "name" && kind !== "alias" && kind !== "crowding" && bits > 0)

/** A reference or an identifier tells equal payments apart. */
export const isMarked = (evidence: ReadonlyArray<Evidence>): boolean =>
  evidence.some(({ kind }) => kind === "reference" || kind === "tax_id" || kind === "account")

/** What a person has separated before speaks no more of the names than they do. */
const isOnlyName = (others: ReadonlyArray<Evidence>): boolean =>
  others.every(({ bits, kind }) => kind === "alias" && bits < 0)

/** Initials, and words that one side lacks; or no more than how the name begins: little is known of it. */
export const isLoose = ([first, ...others]: ReadonlyArray<Evidence>): boolean =>
  (first?.level === "one_and_loose_initials" || first?.level === "beginning") && isOnlyName(others)

/** The names agree in all words of both, and nothing else is known. */
export const isWholeName = ([first, ...others]: ReadonlyArray<Evidence>): boolean =>
  isOnlyName(others) && first?.kind === "name" && (first.level === "same" || first.level === "same_worn")

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
  agreesInName(evidence) && evidence.every(({ bits, kind }) => kind !== "crowding" || bits >= -1)

const agreeing: ReadonlySet<NameLevel> = new Set([
  "same",
  "same_worn",
  "contained_3",
  "contained_3_worn",
  "contained_2",
  "contained_2_worn"
])
