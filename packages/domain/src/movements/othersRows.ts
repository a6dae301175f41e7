/**
 * A bank's page with a selector of accounts names the new one at once, and may show the rows of the earlier one for a while: each
 * payment would be told a second time, as another account's. So what would be new to an account is compared with what the other
 * accounts of its login have.
 */
import type { StatementRow } from "../Movement.ts"

/** Rows that stand first: what a page shows too long is on top. */
const atHead = 20
/** Credits of the rest, from its whole length: they are what is told. */
const spread = 20

/** Fewer rows prove nothing: accounts of one bank are charged the same fees, and paid the same bonus. */
const fewest = 3
/** Where no balance agrees. */
const fewestCredits = 2
/** So many credits are no chance, whatever stands beside them: the first page may be the other account's, the second its own. */
const manyCredits = 6

type Words = Pick<StatementRow, "amountMinor" | "description"> & { readonly counterparty?: string | undefined }

export interface EqualRow {
  readonly row: Words
  /** Both have a balance after it, and it is the same. */
  readonly byBalance: boolean
}

/** A fee that is charged each month is one and the same. */
const countOf = (rows: ReadonlyArray<Words>): number =>
  new Set(
    rows.map(({ amountMinor, counterparty, description }) =>
      JSON.stringify([String(amountMinor), description, counterparty ?? ""])
    )
  ).size

const creditsOf = <Row extends Words>(rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.filter(({ amountMinor }) => amountMinor > 0n)

/** Of the rows that would be new, in the order of the list: a few, however many there are. None where they could prove nothing. */
export const rowsToCompare = (fresh: ReadonlyArray<StatementRow>): ReadonlyArray<StatementRow> => {
  if (fresh.length < fewest) return []
  const credits = creditsOf(fresh.slice(atHead))
  const step = Math.max(1, credits.length / spread)
  const others = Array.from({ length: Math.min(credits.length, spread) }, (_, at) => credits[Math.floor(at * step)])
  const rows = [...fresh.slice(0, atHead), ...others.filter((row) => row !== undefined)]
  return countOf(rows) < fewest || creditsOf(rows).length === 0 ? [] : rows
}

const isNoChance = (equal: ReadonlyArray<EqualRow>): boolean => {
  const rows = equal.map(({ row }) => row)
  const proven = equal.filter(({ byBalance }) => byBalance).map(({ row }) => row)
  return (
    (countOf(proven) >= fewest && creditsOf(proven).length > 0) ||
    (countOf(rows) >= fewest && countOf(creditsOf(rows)) >= fewestCredits)
  )
}

/** Whether these rows, `equal` to another account's, were read from that. */
export const isAnothers = (compared: ReadonlyArray<StatementRow>, equal: ReadonlyArray<EqualRow>): boolean =>
  isNoChance(equal) &&
  (2 * equal.length >= compared.length ||
    isNoChance(equal.filter(({ byBalance }) => byBalance)) ||
    countOf(creditsOf(equal.map(({ row }) => row))) >= manyCredits)

/** Whether what two accounts hold says that they have shown the same movements for long: their owner knows that. */
export const holdTheSame = isNoChance

export interface Likeness {
  readonly compared: number
  readonly equal: number
}

/** `whose`: how the other account is called. */
export const likenessSentence = ({ compared, equal }: Likeness, whose: string): string =>
  `${equal} of ${compared} new rows that were compared are those of ${whose}: the bank's page seems to have shown that account instead of this one. Taken in, these payments would count twice. If they are this account's own, accept this read.`
