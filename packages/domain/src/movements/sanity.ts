/** The structural checks of a statement: what they find is one sentence each, for the account's owner to read. */
import { formatDecimal } from "../Money.ts"
import type { ScrapedMovement, Statement } from "../Movement.ts"

/** A row with its amounts read. */
export interface ReadRow {
  readonly movement: ScrapedMovement
  readonly amountMinor: bigint
  readonly balanceMinor: bigint | undefined
}

/** `lines`: where in its file each row begins. */
export const structuralFaults = (
  statement: Statement,
  rows: ReadonlyArray<ReadRow>,
  lines: ReadonlyArray<number> = []
): ReadonlyArray<string> => [
  ...pageFaults(statement),
  ...(statement.coverage.from > statement.coverage.to ? ["The scrape ends before it begins."] : []),
  ...balanceFaults(rows.map((row, index) => ({ ...row, line: lines[index] })))
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

interface PlacedRow extends ReadRow {
  readonly line: number | undefined
}

/** Checked per currency, on booked rows, and only where the bank prints a balance beside every one of them. */
const balanceFaults = (rows: ReadonlyArray<PlacedRow>): ReadonlyArray<string> => {
  const booked = rows.filter(({ movement }) => movement.pending !== true)
  const currencies = [...new Set(booked.map(({ movement }) => movement.currency))].sort()
  return currencies.flatMap((currency) => {
    const links = linksOf(booked.filter(({ movement }) => movement.currency === currency))
    if (links === undefined || brokenLinks(links, 1n) === 0) return []
    return brokenLinks(links, -1n) === 0
      ? [`The signs of the amounts in ${currency} contradict the balances beside them.`]
      : [
          `The balances in ${currency} do not follow from the amounts: a row is missing or was misread.${firstBroken(links)}`
        ]
  })
}

interface Link {
  readonly amount: bigint
  readonly after: bigint
  readonly row: PlacedRow
}

const linksOf = (rows: ReadonlyArray<PlacedRow>): ReadonlyArray<Link> | undefined => {
  const links = rows.flatMap((row) =>
    row.balanceMinor === undefined ? [] : [{ amount: row.amountMinor, after: row.balanceMinor, row }]
  )
  return links.length === rows.length ? links : undefined
}

const before = ({ after, amount }: Link): bigint => after - amount

/** Banks print the newest first or last: in the order in which more of the balances follow from each other. */
const oldestFirst = (links: ReadonlyArray<Link>): ReadonlyArray<Link> => {
  const turned = links.toReversed()
  const following = (all: ReadonlyArray<Link>) =>
    all.filter((link, nth) => nth > 0 && before(link) === all[nth - 1]?.after).length
  const isNewestFirst =
    following(turned) === following(links)
      ? (links[0]?.row.movement.date ?? "") > (links.at(-1)?.row.movement.date ?? "")
      : following(turned) > following(links)
  return isNewestFirst ? turned : links
}

/**
 * The first row, but for the list's own first one, before which there is no row with the balance that it begins from. Only of a
 * file, whose refusal nobody but its owner reads: operators and the log are told of a scrape's.
 */
const firstBroken = (links: ReadonlyArray<Link>): string => {
  const open = openBalances(links, 1n)
  const broken = oldestFirst(links).find((link, nth) => nth > 0 && (open.get(before(link)) ?? 0) < 0)
  if (broken?.row.line === undefined) return ""
  const { after, amount, row } = broken
  const { currency, date } = row.movement
  return ` It begins at line ${row.line} of ${date.slice(0, 10)}, with the amount ${formatDecimal(amount, currency)} and the balance ${formatDecimal(after, currency)}.`
}

/** Each balance with how many rows end with it, less how many begin from it. */
const openBalances = (links: ReadonlyArray<Link>, sign: 1n | -1n): ReadonlyMap<bigint, number> => {
  const open = new Map<bigint, number>()
  const add = (balance: bigint, change: number) => open.set(balance, (open.get(balance) ?? 0) + change)
  for (const { amount, after } of links) {
    add(after, 1)
    add(after - sign * amount, -1)
  }
  return open
}

/**
 * In an unbroken list each balance but the last is the one before some other row, whatever order the bank prints its rows
 * in. Counts the balances that are not, beyond that one.
 */
const brokenLinks = (links: ReadonlyArray<Link>, sign: 1n | -1n): number => {
  const ends = [...openBalances(links, sign).values()].reduce((sum, count) => sum + Math.max(count, 0), 0)
  return Math.max(0, ends - 1)
}
