/** Orders and movements as they are compared: what takes a while to read is read once. */
import { type AccountNumber, readAccountNumber } from "../../accountNumber.ts"
import { remembered } from "../../collections.ts"
import type { MovementFacts, OrderFacts } from "../facts/facts.ts"
import { withoutPaymentTags } from "../names/paymentTags.ts"
import { foldText, holdersOf, normaliseName, type NormalName } from "../names/normalise.ts"
import {
  identifierOf,
  referenceForm,
  type ReferenceForm,
  squeezedOf,
  tokenPattern,
  type TokenPattern,
  withoutLongNumbers
} from "./references.ts"
import type { Ruleset } from "../facts/ruleset.ts"

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
  /** The same, as account numbers are compared. */
  readonly expectedAccount: AccountNumber | undefined
  readonly confirmedAccounts: ReadonlyArray<AccountNumber>
  readonly refusedAccounts: ReadonlyArray<AccountNumber>
}

export class MovementView {
  readonly facts: MovementFacts
  /** All that nothing tells apart, by what people see; `facts` is the first. */
  readonly members: ReadonlyArray<MovementFacts>
  /** All that the bank prints as the name. */
  readonly name: NormalName
  /** `name` first, then each holder of an account of several. */
  readonly holders: readonly [NormalName, ...Array<NormalName>]
  readonly taxId: string | undefined
  /** The text where a reference may stand: not in an account or telephone number. */
  readonly remarks: Remarks
  /** How clearly it says the references that it was asked for: thousands of orders may share one. */
  readonly references = new Map<string, ReferenceForm>()
  #text: string | undefined
  #squeezed: string | undefined
  /** Null: nobody has asked. */
  #account: AccountNumber | undefined | null = null

  constructor(members: readonly [MovementFacts, ...Array<MovementFacts>], holders: MovementView["holders"]) {
    this.facts = members[0]
    this.members = members
    this.name = holders[0]
    this.holders = holders
    this.taxId = identifierOf(members[0].senderTaxId)
    this.remarks = new Remarks(this)
  }

  /** Only orders with a reference or an identifier ask for the text. */
  text(): string {
    return (this.#text ??= foldText(this.facts.text))
  }

  /** The text's letters and digits only, for a quick no. */
  squeezed(): string {
    return (this.#squeezed ??= squeezedOf(this.text()))
  }

  /** Read where an order asks for it. */
  account(): AccountNumber | undefined {
    if (this.#account === null) this.#account = readAccountNumber(this.facts.senderAccount)
    return this.#account
  }
}

class Remarks {
  readonly #of: MovementView
  #text: string | undefined
  #squeezed: string | undefined

  constructor(of: MovementView) {
    this.#of = of
  }

  text(): string {
    return (this.#text ??= withoutLongNumbers(this.#of.text()))
  }

  squeezed(): string {
    return (this.#squeezed ??= squeezedOf(this.text()))
  }
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

/** As a bank printed it. */
const taughtName = (name: string): NormalName => normaliseName(withoutPaymentTags(name), { prefixes: [] })

export const referencePattern = (reference: string | undefined): TokenPattern | undefined =>
  tokenPattern(reference, shortest.reference)

export const viewOrder = (facts: OrderFacts, members: OrderView["members"] = [facts]): OrderView => ({
  facts,
  members,
  name: orderName(facts.name),
  aliases: (facts.aliases ?? []).map(taughtName),
  refusedNames: (facts.refusedNames ?? []).map(taughtName),
  reference: referencePattern(facts.reference),
  referenceForm: referenceForm(facts.reference),
  taxId: tokenPattern(facts.taxId, shortest.taxId),
  account: tokenPattern(facts.payerAccount, shortest.account),
  expectedAccount: readAccountNumber(facts.payerAccount),
  confirmedAccounts: accountsOf(facts.confirmedAccounts),
  refusedAccounts: accountsOf(facts.refusedAccounts)
})

const accountsOf = (texts: ReadonlyArray<string> = []): ReadonlyArray<AccountNumber> =>
  texts.flatMap((text) => readAccountNumber(text) ?? [])

export const viewMovement = (facts: MovementFacts, ruleset: Ruleset): MovementView => {
  // A cut right after a space leaves one character less.
  const cutFrom = facts.bankCutsNamesAt === undefined ? ruleset.assumedCut : facts.bankCutsNamesAt - 1
  const declared = facts.bankCutsNamesAt === undefined ? "assumed" : "declared"
  const holders = bankNames([cutFrom, declared, ...(facts.namePrefixes ?? [])].join("\n"))(
    withoutPaymentTags(facts.senderName)
  )
  return new MovementView([facts], holders)
}
