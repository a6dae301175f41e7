/** Rows whose currency ISO 4217 doesn't list are reported and not taken in: their amount means nothing. */
import { Effect } from "effect"
import type { StatementRow } from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"

const isListed = ({ flags }: StatementRow): boolean => !flags.includes("unlisted_currency")

/** A sentence about the first row of a file that isn't taken; undefined: all are. */
export const unlistedProblem = (
  rows: ReadonlyArray<StatementRow>,
  lines: ReadonlyArray<number> | undefined
): string | undefined => {
  const lineOf = ({ index }: StatementRow) => lines?.[index] ?? index + 1
  const [first] = rows.filter((row) => !isListed(row)).toSorted((a, b) => lineOf(a) - lineOf(b))
  return first === undefined
    ? undefined
    : `Line ${lineOf(first)}: the currency must be an ISO 4217 code such as EUR, not ${first.currency}`
}

/** How far back the activity is looked at for the same sentence: a page shows such a row at each scrape. */
const remembered = 50

/** Keeps the rows that can be taken, and tells of the others. Runs in the transaction of the intake. */
export const makeListedRows = Effect.map(ActivityLog, (activity) =>
  Effect.fnUntraced(function* (accountId: string, rows: ReadonlyArray<StatementRow>) {
    const taken = rows.filter(isListed)
    const others = rows.filter((row) => !isListed(row))
    if (others.length === 0) return taken
    const currencies = [...new Set(others.map(({ currency }) => currency))].sort()
    const days = others.map(({ bookedDate }) => bookedDate).sort()
    const count = others.length === 1 ? "One row" : `${others.length} rows`
    const message = `${count} of the bank's list, booked from ${days[0]} on, could not be taken: ${currencies.join(", ")} is no currency of ISO 4217`
    const told = yield* activity.list(accountId, { limit: remembered })
    if (!told.some((entry) => entry.message === message)) {
      yield* activity.add({
        accountId,
        kind: "scrape.rows_not_taken",
        message,
        data: { rows: others.length, since: days[0] ?? "", currencies: currencies.slice(0, 100) }
      })
    }
    return taken
  })
)
