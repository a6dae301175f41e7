/** Reads a list that keeps only the rows in sight in its page, and uses their elements again for others while it is scrolled. */
import { sleep } from "../sleep.ts"
import { Retryable } from "../errors.ts"
import type { Locator, RecordField } from "../locators.ts"
import { rememberingCaller } from "../rememberingCaller.ts"
import type { Row } from "../Row.ts"
import type { Columns } from "./columns.ts"
import { coverage, goesDown } from "./coverage.ts"
import { inOrder, type ListFields, type TableOptions } from "./fromTable.ts"
import { ListMoved, sayingWhy, sayWhatEnded, seeList, textOf } from "./settledRows.ts"
import type { Movement, Statement } from "./Statement.ts"

export interface RecycledOptions extends Omit<
  TableOptions,
  "next" | "turn" | "grows" | "pageSize" | "first" | "detail" | "loading" | "claim" | "maxPages"
> {
  /** Where an element says which row of the whole list it shows: `{ css: "", attribute: "data-index" }`. */
  readonly place: RecordField
  /** The place of the list's first row: where the bank counts from. (Default: 0) */
  readonly firstPlace?: number
  /**
   * How many rows the whole list has, as the bank says it (`aria-rowcount`, "120 movements"). Undefined, or the -1 that ARIA has
   * for it, where it doesn't say so before its end is loaded: then it is asked again whenever nothing more comes into sight.
   */
  readonly total: () => Promise<number | undefined>
}

const mostIdle = 40
const turnPause = 60
const mostReadings = 4
/** One row of an earlier day says nothing: a card's payment may be listed by the day of the purchase. */
const rowsBefore = 20

/**
 * `items` are the elements that stand in the page now. Each reading scrolls the last of them into sight, until every place
 * from the first on is known, or the list has gone down to twenty rows from before `since`; a place that never shows is a
 * movement lost, and ends the phase with `layout_changed`.
 */
export const fromRecycled = (items: Locator, fields: ListFields, options: RecycledOptions): Promise<Statement> =>
  rememberingCaller(() => readRecycled(items, fields, options))

const readRecycled = async (items: Locator, fields: ListFields, options: RecycledOptions): Promise<Statement> => {
  for (let reading = 1; ; reading += 1) {
    if ((await seeList(items.first(), options)) === "empty") return toStatement([], 0, columnsOf(fields), options)
    const totalNow = () => sayingWhy(items, options, async () => statedTotal(await options.total()))
    const atFirst = await totalNow()
    const read = await readPlaces(items, fields, options, atFirst, totalNow).catch(movedOrThrow)
    if (read !== undefined && (atFirst === undefined || (await totalNow()) === atFirst)) {
      return toStatement(read.rows, read.total, columnsOf(fields), options)
    }
    if (reading === mostReadings || options.restart === undefined) {
      throw new Retryable("bank_unavailable", "the list changed while it was read")
    }
    await options.restart()
  }
}

const movedOrThrow = (error: unknown): undefined => {
  if (!(error instanceof ListMoved)) throw error
}

const statedTotal = (total: number | undefined): number | undefined => {
  if (total === undefined || total === -1) return undefined
  if (Number.isSafeInteger(total) && total >= 0) return total
  throw new Retryable("layout_changed", `${total} is no number of rows that a list may have`)
}

const placeName = "place of the row"
const placeOf = (row: Row): number => Number(row.cell(placeName))

const columnsOf = (fields: ListFields): Columns => {
  const names = Object.keys(fields).map((name) => [name, name])
  return { date: "date", description: "description", ...Object.fromEntries(names) }
}

/** `total`: of the whole list, where it was read to its end. */
interface Places {
  readonly rows: ReadonlyArray<Row>
  readonly total: number | undefined
}

const readPlaces = async (
  items: Locator,
  fields: ListFields,
  options: RecycledOptions,
  atFirst: number | undefined,
  totalNow: () => Promise<number | undefined>
): Promise<Places> => {
  const { firstPlace = 0, place } = options
  const known = new Map<number, Row>()
  const days: Array<string> = []
  const wire = { ...Object.fromEntries(Object.entries(fields)), [placeName]: place }
  let total = atFirst
  let next = firstPlace
  let idle = 0
  const isWhole = () => total !== undefined && next >= firstPlace + total
  const settle = (row: Row) => {
    const before = known.get(placeOf(row))
    // A list that says how many it has is counted again at the end.
    if (atFirst === undefined && before !== undefined && textOf([before]) !== textOf([row])) {
      throw new ListMoved("a place had another row")
    }
    known.set(placeOf(row), row)
  }
  // A page may show its rows before it has counted them: one look is taken at least.
  do {
    const before = next
    const shown = (await items.records(wire, { settled: true })).toSorted((a, b) => placeOf(a) - placeOf(b))
    for (const row of shown) settle(row)
    while (known.has(next)) next += 1
    const lowest = shown.at(-1)
    if (next === before && lowest !== undefined && placeOf(lowest) > before) {
      throw new Retryable("layout_changed", `row ${before} of the list was passed over while it was scrolled`)
    }
    // Row by row: how many came into sight at once differs from read to read, and what is read must not.
    for (let at = before; at < next; at += 1) {
      const [movement] = movementsOf(rowsBetween(known, at, at + 1), columnsOf(fields), options, days.at(-1))
      if (movement !== undefined && movement.pending !== true) days.push(movement.date)
      if (hasGoneBefore(days, options.since)) return { rows: rowsBetween(known, firstPlace, at + 1), total: undefined }
    }
    idle = next === before ? idle + 1 : 0
    if (idle > 0) await sleep(turnPause)
    if (idle > 0 && atFirst === undefined) total = await totalNow()
    // What comes below is drawn once the lowest row is in sight.
    if (!isWhole()) await lowest?.locator.scrollIntoViewIfNeeded({ timeout: 2_000 }).catch(() => undefined)
  } while (!isWhole() && idle < mostIdle)
  if (!isWhole()) {
    await sayWhatEnded(items, options)
    const all = total === undefined ? "an unknown number of" : String(total)
    throw new Retryable("layout_changed", `${next - firstPlace} of ${all} rows of the list came into sight`)
  }
  return { rows: [...known].toSorted(([a], [b]) => a - b).map(([, row]) => row), total }
}

const rowsBetween = (known: ReadonlyMap<number, Row>, from: number, to: number): ReadonlyArray<Row> =>
  Array.from({ length: to - from }, (_, nth) => known.get(from + nth)).filter((row) => row !== undefined)

const movementsOf = (
  rows: ReadonlyArray<Row>,
  columns: Columns,
  options: RecycledOptions,
  lastDay?: string
): ReadonlyArray<Movement> => inOrder(rows.filter(options.isMovement ?? (() => true)), columns, options, lastDay)

/**
 * A list that begins with its oldest rows is read to its end: it has none from `since` on so early, and doesn't go down all along,
 * though some of its rows may be out of order.
 */
const hasGoneBefore = (days: ReadonlyArray<string>, since: string): boolean => {
  const last = days.slice(-rowsBefore)
  const [first = "", lowest = ""] = [days[0], last.at(-1)]
  if (last.length < rowsBefore || last.some((day) => day >= since) || first <= lowest) return false
  return days.some((day) => day >= since) || goesDown(days)
}

const toStatement = (
  rows: ReadonlyArray<Row>,
  total: number | undefined,
  columns: Columns,
  options: RecycledOptions
): Statement => {
  const movements = movementsOf(rows, columns, options)
  const others = rows.length - movements.length
  const stated = (all: number) => Math.max(0, all - others)
  return {
    movements,
    coverage: coverage(movements, { since: options.since, today: options.today, isWhole: total !== undefined }),
    // Of a list that was read down to a day only, the places say that none above it is missing.
    pages: [{ rows: movements.length, stated: stated(total ?? rows.length) }],
    ...(total === undefined ? {} : { stated: stated(total) })
  }
}
