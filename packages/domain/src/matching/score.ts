/** Evidence for and against a movement being an order's payment, in bits. */
import { later, remembered } from "../collections.ts"
import type { Evidence } from "./Decision.ts"
import type { NameLevel } from "./NameLevel.ts"
import type { MovementFacts, OrderFacts } from "./facts.ts"
import { foldText, holdersOf, normaliseName, type NormalName } from "./normalise.ts"
import { appearsAsToken, identifierOf, sameIdentifier, tokenPattern, type TokenPattern } from "./references.ts"
import type { Ruleset } from "./ruleset.ts"
import { align } from "./tokens.ts"

/** How far an order's name and a bank's agree. */
export const nameLevelOf = (order: NormalName, bank: NormalName, longSingleToken: number): NameLevel => {
  if (order.tokens.length === 0 || bank.tokens.length === 0) return "missing"
  const { equal, worn, initials, orderLeft, bankLeft, firstLeft } = align(order, bank)
  const full = equal + worn
  if (full + initials === 0) return "none"
  const allUsed = orderLeft === 0 && bankLeft === 0
  // Surnames first, and the given name cut off: it may be anybody's of the family.
  const cutBeforeName = bank.cut && firstLeft
  const oneSideUsed = orderLeft === 0 || (bankLeft === 0 && !cutBeforeName)
  if (full >= 2 && initials === 0 && allUsed) return worn === 0 ? "same" : "same_worn"
  if (oneSideUsed) {
    if (full >= 3) return worn === 0 ? "contained_3" : "contained_3_worn"
    // Two words that both need a slip to agree are two others.
    if (full === 2 && equal === 0) return "one_token"
    if (full === 2) return worn === 0 ? "contained_2" : "contained_2_worn"
    if (full === 1 && initials >= 1) return "one_and_initials"
    if (equal === 1 && allUsed) return singleTokenLevel(order, longSingleToken)
    return "one_token"
  }
  return full >= 3 ? "three_conflict" : full === 2 ? "two_conflict" : "one_token"
}

/** Companies often have one word. */
const singleTokenLevel = (name: NormalName, longSingleToken: number): NameLevel =>
  (name.tokens[0] ?? "").length >= longSingleToken ? "contained_2" : "one_and_initials"

/** An order, read once for all its comparisons. */
export interface OrderView {
  readonly facts: OrderFacts
  readonly name: NormalName
  readonly aliases: ReadonlyArray<NormalName>
  readonly reference: TokenPattern | undefined
  readonly taxId: TokenPattern | undefined
  readonly account: TokenPattern | undefined
}

export interface MovementView {
  readonly facts: MovementFacts
  /** All that the bank prints as the name. */
  readonly name: NormalName
  /** `name` first, then each holder of an account of several. */
  readonly holders: ReadonlyArray<NormalName>
  readonly text: () => string
  /** The text's letters and digits only, for a quick no. */
  readonly squeezed: () => string
  readonly taxId: string | undefined
  readonly account: string | undefined
}

const shortest = { reference: 5, taxId: 6, account: 8 } as const

/** Open orders are read again at every pass, and so are the movements of the last days. */
const mostNames = 10_000
const orderName = remembered(mostNames, (name: string) => normaliseName(name))
const bankNames = remembered(100, (origin: string) => {
  const [cutFrom, ...prefixes] = origin.split("\n")
  return remembered(mostNames, (name: string) => holdersOf(name, { prefixes, cutFrom: Number(cutFrom) }))
})

export const viewOrder = (facts: OrderFacts): OrderView => ({
  facts,
  name: orderName(facts.name),
  aliases: (facts.aliases ?? []).map((alias) => normaliseName(alias)),
  reference: tokenPattern(facts.reference, shortest.reference),
  taxId: tokenPattern(facts.taxId, shortest.taxId),
  account: tokenPattern(facts.payerAccount, shortest.account)
})

export const viewMovement = (facts: MovementFacts, ruleset: Ruleset): MovementView => {
  // A cut right after a space leaves one character less.
  const cutFrom = facts.bankCutsNamesAt === undefined ? ruleset.assumedCut : facts.bankCutsNamesAt - 1
  const holders = bankNames([cutFrom, ...(facts.namePrefixes ?? [])].join("\n"))(facts.senderName)
  // Only orders with a reference or an identifier ask for the text.
  const text = later(() => foldText(facts.text))
  return {
    facts,
    name: holders[0],
    holders,
    text,
    squeezed: later(() => text().replace(/[^\p{L}\p{N}]/gu, "")),
    taxId: identifierOf(facts.senderTaxId),
    account: identifierOf(facts.senderAccount)
  }
}

/** All evidence of the pair, but for crowding, which depends on the other orders. */
export const evidenceOf = (order: OrderView, movement: MovementView, ruleset: Ruleset): ReadonlyArray<Evidence> => [
  nameEvidence(order, movement, ruleset),
  ...(appearsAsToken(order.reference, movement) ? [{ kind: "reference", bits: ruleset.reference } as const] : []),
  ...identifierEvidence(order, movement, ruleset)
]

const nameEvidence = (order: OrderView, movement: MovementView, ruleset: Ruleset): Evidence => {
  const levels = movement.holders.map((holder) => nameLevelOf(order.name, holder, ruleset.longSingleToken))
  const level = levels.reduce((best, each) => (ruleset.names[each] > ruleset.names[best] ? each : best))
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
