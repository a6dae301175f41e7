/** The structural checks of a statement: what they find is one sentence each, for the account's owner to read. */
import type { ScrapedMovement, Statement } from "../Movement.ts"

/** A row with its amounts read. */
export interface ReadRow {
  readonly movement: ScrapedMovement
  readonly amountMinor: bigint
  readonly balanceMinor: bigint | undefined
}

export const structuralFaults = (statement: Statement, rows: ReadonlyArray<ReadRow>): ReadonlyArray<string> => [
  ...pageFaults(statement),
  ...(statement.coverage.from > statement.coverage.to ? ["The scrape ends before it begins."] : []),
  ...balanceFaults(rows)
]

const pageFaults = ({ pages = [], movements, stated }: Statement): ReadonlyArray<string> => {
  const total = pages.reduce((sum, { rows }) => sum + rows, 0)
  return [
    ...pages.flatMap((page, index) => [
      ...(page.truncated === true ? [`The table of page ${index + 1} ended before its end.`] : []),
      ...(page.stated !== undefined && page.stated !== page.rows
        ? [`Page ${index + 1} has ${page.stated} rows, but ${page.rows} were read.`]
        : [])
    ]),
    ...(pages.length > 0 && total !== movements.length
      ? [`The pages had ${total} rows, but the statement has ${movements.length}.`]
      : []),
    ...(stated !== undefined && stated !== movements.length
      ? [`The bank says that there are ${stated} movements, but ${movements.length} were read.`]
      : [])
  ]
}

/** Checked per currency, on booked rows, and only where the bank prints a balance beside every one of them. */
const balanceFaults = (rows: ReadonlyArray<ReadRow>): ReadonlyArray<string> => {
  const booked = rows.filter(({ movement }) => movement.pending !== true)
  const currencies = [...new Set(booked.map(({ movement }) => movement.currency))].sort()
  return currencies.flatMap((currency) => {
    const links = linksOf(booked.filter(({ movement }) => movement.currency === currency))
    if (links === undefined || brokenLinks(links, 1n) === 0) return []
    return brokenLinks(links, -1n) === 0
      ? [`The signs of the amounts in ${currency} contradict the balances beside them.`]
      : [`The balances in ${currency} do not follow from the amounts: a row is missing or was misread.`]
  })
}

interface Link {
  readonly amount: bigint
  readonly after: bigint
}

const linksOf = (rows: ReadonlyArray<ReadRow>): ReadonlyArray<Link> | undefined => {
  const links = rows.flatMap(({ amountMinor, balanceMinor }) =>
    balanceMinor === undefined ? [] : [{ amount: amountMinor, after: balanceMinor }]
  )
  return links.length === rows.length ? links : undefined
}

/**
 * In an unbroken list each balance but the last is the one before some other row, whatever order the bank prints its rows
 * in. Counts the balances that are not, beyond that one.
 */
const brokenLinks = (links: ReadonlyArray<Link>, sign: 1n | -1n): number => {
  const open = new Map<bigint, number>()
  const add = (balance: bigint, change: number) => open.set(balance, (open.get(balance) ?? 0) + change)
  for (const { amount, after } of links) {
    add(after, 1)
    add(after - sign * amount, -1)
  }
  const ends = [...open.values()].reduce((sum, count) => sum + Math.max(count, 0), 0)
  return Math.max(0, ends - 1)
}
