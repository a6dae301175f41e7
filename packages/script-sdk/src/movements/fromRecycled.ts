/** Reads a list that keeps only the rows in sight in its page, and uses their elements again for others while it is scrolled. */
import { sleep } from "../Context.ts"
import { Retryable } from "../errors.ts"
import type { Locator, RecordField } from "../locators.ts"
import { rememberingCaller } from "../rememberingCaller.ts"
import type { Row } from "../Row.ts"
import type { Columns } from "./columns.ts"
import { coverage } from "./coverage.ts"
import { inOrder, type ListFields, type TableOptions } from "./fromTable.ts"
import { sayingWhy, sayWhatEnded, seeList } from "./settledRows.ts"
import type { Statement } from "./Statement.ts"

export interface RecycledOptions extends Omit<
  TableOptions,
  "next" | "turn" | "grows" | "pageSize" | "first" | "detail" | "loading"
> {
  /** Where an element says which row of the whole list it shows: `{ css: "", attribute: "data-index" }`. */
  readonly place: RecordField
  /** The place of the list's first row: where the bank counts from. (Default: 0) */
  readonly firstPlace?: number
  /** How many rows the whole list has, as the bank says it (`aria-rowcount`, "120 movements"). */
  readonly total: () => Promise<number>
}

const mostIdle = 40
const turnPause = 60
const mostReadings = 4

/**
 * `items` are the elements that stand in the page now. Each reading scrolls the last of them into sight, until every place
 * from the first on is known; a place that never shows is a movement lost, and ends the phase with `layout_changed`.
 */
export const fromRecycled = (items: Locator, fields: ListFields, options: RecycledOptions): Promise<Statement> =>
  rememberingCaller(() => readRecycled(items, fields, options))

const readRecycled = async (items: Locator, fields: ListFields, options: RecycledOptions): Promise<Statement> => {
  for (let reading = 1; ; reading += 1) {
    if ((await seeList(items.first(), options)) === "empty") return toStatement([], 0, fields, options)
    const totalNow = () => sayingWhy(items, options, options.total)
    const total = await totalNow()
    const rows = await readPlaces(items, fields, options, total)
    if ((await totalNow()) === total) return toStatement(rows, total, fields, options)
    if (reading === mostReadings || options.restart === undefined) {
      throw new Retryable("bank_unavailable", "the list changed while it was read")
    }
    await options.restart()
  }
}

const placeName = "place of the row"
const placeOf = (row: Row): number => Number(row.cell(placeName))

const readPlaces = async (
  items: Locator,
  fields: ListFields,
  options: RecycledOptions,
  total: number
): Promise<ReadonlyArray<Row>> => {
  const { firstPlace = 0, place } = options
  const known = new Map<number, Row>()
  const wire = { ...Object.fromEntries(Object.entries(fields)), [placeName]: place }
  const next = () => {
    let at = firstPlace
    while (known.has(at)) at += 1
    return at
  }
  let idle = 0
  while (next() < firstPlace + total && idle < mostIdle) {
    const before = next()
    const shown = (await items.records(wire, { settled: true })).toSorted((a, b) => placeOf(a) - placeOf(b))
    for (const row of shown) known.set(placeOf(row), row)
    const lowest = shown.at(-1)
    if (next() === before && lowest !== undefined && placeOf(lowest) > before) {
      throw new Retryable("layout_changed", `row ${before} of the list was passed over while it was scrolled`)
    }
    idle = next() === before ? idle + 1 : 0
    if (idle > 0) await sleep(turnPause)
    // What comes below is drawn once the lowest row is in sight.
    await lowest?.locator.scrollIntoViewIfNeeded({ timeout: 2_000 }).catch(() => undefined)
  }
  if (next() < firstPlace + total) {
    await sayWhatEnded(items, options)
    throw new Retryable("layout_changed", `${next() - firstPlace} of ${total} rows of the list came into sight`)
  }
  return [...known].toSorted(([a], [b]) => a - b).map(([, row]) => row)
}

const toStatement = (
  rows: ReadonlyArray<Row>,
  total: number,
  fields: ListFields,
  options: RecycledOptions
): Statement => {
  const names = Object.keys(fields).map((name) => [name, name])
  const columns: Columns = { date: "date", description: "description", ...Object.fromEntries(names) }
  const movements = inOrder(rows, columns, options, undefined)
  return {
    movements,
    coverage: coverage(movements, { since: options.since, today: options.today, isWhole: true }),
    pages: [{ rows: movements.length, stated: total }],
    stated: total
  }
}
