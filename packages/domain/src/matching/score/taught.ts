/** What people have said of payers by choosing and separating payments, as matching takes it. */
import { readAccountNumber, wholeNumber } from "../../accountNumber.ts"
import { groupBy } from "../../collections.ts"
import type { OrderFacts } from "../facts/facts.ts"
import { normaliseName, type NormalName } from "../names/normalise.ts"
import { currentRuleset } from "../facts/ruleset.ts"
import { nameLevelOf } from "./score.ts"

/** What was said last of an order's name, and of a payer's name and account. */
export interface SaidOfPayer {
  /** The order's. */
  readonly name: string
  /** Empty where the bank names nobody. */
  readonly senderName: string
  /** As it is kept; null where the bank prints none. */
  readonly account: string | null
  readonly confirmed: boolean
  /** In epoch milliseconds. */
  readonly taughtAt: number
  /** A choice that its person took back at once: it counts where nothing else was said. */
  readonly isSlip?: boolean
}

export type Taught = Pick<OrderFacts, "aliases" | "refusedNames" | "confirmedAccounts" | "refusedAccounts">

const nothing: Taught = { aliases: [], refusedNames: [], confirmedAccounts: [], refusedAccounts: [] }

/**
 * By the order's name as matching reads it. What was said last counts, of the name and of the account each. `shared` are
 * accounts that say of nobody who pays.
 */
export const taughtByName = (
  said: ReadonlyArray<SaidOfPayer>,
  shared: ReadonlySet<string>
): ((name: string) => Taught) => {
  if (said.length === 0) return () => nothing
  const byName = groupBy([...said].sort(byWeight), ({ name }) => normaliseName(name).key)
  return (name) => {
    const { key } = normaliseName(name)
    const own = byName.get(key)
    if (own === undefined) return nothing
    const taught = taughtOf(own, shared)
    // Orders without a name are different people's.
    return key === "" ? { ...nothing, aliases: taught.aliases, refusedNames: taught.refusedNames } : taught
  }
}

const byWeight = (a: SaidOfPayer, b: SaidOfPayer): number =>
  Number(b.isSlip ?? false) - Number(a.isSlip ?? false) || a.taughtAt - b.taughtAt

/** The latest last, slips before all else. */
const taughtOf = (said: ReadonlyArray<SaidOfPayer>, shared: ReadonlySet<string>): Taught => {
  const names = new Map<string, boolean>()
  const accounts = new Map<string, { readonly text: string; readonly confirmed: boolean }>()
  for (const { account, confirmed, senderName } of said) {
    if (senderName !== "") names.set(senderName, confirmed)
    if (account === null || shared.has(account)) continue
    accounts.set(wholeNumber(readAccountNumber(account)) ?? account, { text: account, confirmed })
  }
  const namesAs = (as: boolean) => [...names].flatMap(([name, confirmed]) => (confirmed === as ? [name] : []))
  const accountsAs = (as: boolean) =>
    [...accounts.values()].flatMap(({ confirmed, text }) => (confirmed === as ? [text] : []))
  return {
    aliases: namesAs(true),
    refusedNames: namesAs(false),
    confirmedAccounts: accountsAs(true),
    refusedAccounts: accountsAs(false)
  }
}

/** A couple's account may be printed under either name. */
const mostHolders = 2

/**
 * Accounts under which payments came from more people than hold an account together: a payment service's, or a bank's own,
 * that everybody pays through. From such a one nobody's payment is known again.
 */
export const sharedAccounts = (
  seen: ReadonlyArray<{ readonly account: string; readonly senderName: string }>
): ReadonlySet<string> =>
  new Set(
    [...groupBy(seen, ({ account }) => account)].flatMap(([account, payments]) =>
      countStrangers(payments.map(({ senderName }) => senderName)) > mostHolders ? [account] : []
    )
  )

const countStrangers = (names: ReadonlyArray<string>): number => {
  const strangers: Array<NormalName> = []
  for (const each of new Set(names)) {
    const name = normaliseName(each)
    if (name.tokens.length > 0 && strangers.every((other) => areStrangers(other, name))) strangers.push(name)
  }
  return strangers.length
}

const areStrangers = (one: NormalName, other: NormalName): boolean => {
  const level = nameLevelOf(one, other, currentRuleset.longSingleToken)
  return level === "none" || level === "one_token"
}
