/** Reads a paged list of movements, back to a day, and proves as far as it can that no row was lost on the way. */
import { Retryable } from "../errors.ts"
import type { Locator, RecordField, TableRow } from "../locators.ts"
import { rememberingCaller } from "../rememberingCaller.ts"
import type { Row } from "../Row.ts"
import { type Columns, movementOf, type RowOptions } from "./columns.ts"
import { coverage, coverageOfSome, isBefore } from "./coverage.ts"
import { headedRows } from "./headedRows.ts"
import { type RowDetail, withDetails } from "./rowDetails.ts"
import { comesUp, ListMoved, sayingWhy, seeList, settledRows, type Source, textOf } from "./settledRows.ts"
import { shownAgain, slidIn } from "./slidRows.ts"
import type { Movement, Statement, StatementPage } from "./Statement.ts"

/** What a page of the list says about itself. */
export interface Claim {
  /** Movements in the whole list. */
  readonly total?: number
  /** Pages of the whole list. */
  readonly pages?: number
  /** Movements on this page, where it says so: "12 movements this month". Not for lists that grow. */
  readonly rows?: number
  /** Which page this is, in its own words ("November 2026"): so one empty page is told from the next. */
  readonly page?: string
}

export interface TableOptions extends RowOptions {
  /** The first day to read. */
  readonly since: string
  /** The bank's local date. */
  readonly today: string
  /**
   * Leads to older rows; the list ends where it isn't seen. Where it is disabled at the end: `{ disabled: false }`. One that is
   * hidden or disabled while the list loads is waited for if `claim` says that there is more, or `loading` that it isn't all yet.
   */
  readonly next?: Locator
  /** Seen while rows are still loading (`page.locator("[aria-busy=true]")`, a spinner): until it is gone nothing is believed. */
  readonly loading?: Locator
  /** How to go on: `(next) => next.scrollIntoViewIfNeeded()` for a list that grows as one scrolls. (Default: click) */
  readonly turn?: (next: Locator) => Promise<void>
  /**
   * Whether `next` puts the older rows below those that are there ("show more"); `"above"`: over them, in a list that has its
   * newest row at the bottom, as chats have. (Default: in their place)
   */
  readonly grows?: boolean | "above"
  /** Stands where the table would, if there is nothing to show: in all, or on a page from which `next` leads on. */
  readonly empty?: Locator
  /** Stands where the table would, once the bank has ended the session. */
  readonly loggedOut?: Locator
  /** Stands where the table would, when the bank is out of order: a page for maintenance, an error. */
  readonly unavailable?: Locator
  /** Whether a row is one of the list. (Default: all are, but headings of months or days over several columns) */
  readonly isMovement?: (row: Row) => boolean
  /**
   * What is shown of a movement only once its row is opened. Rows that the service knows from an earlier read stay closed, and
   * so do those from before `since`; the rest are opened one by one.
   */
  readonly detail?: RowDetail
  /** What the page claims, read with each page. */
  readonly claim?: () => Promise<Claim>
  /** How many rows a full page has. */
  readonly pageSize?: number
  /** Goes back to the first page: the list is read again when it moved meanwhile. */
  readonly restart?: () => Promise<void>
  /** (Default: newest) */
  readonly first?: "newest" | "oldest"
  /** (Default: 50) */
  readonly maxPages?: number
}

interface ReadPage {
  /** Rows of the list, and what they say by themselves. */
  readonly listed: ReadonlyArray<{ readonly row: TableRow; readonly movement: Movement }>
  /** With what opened under them. */
  readonly movements: ReadonlyArray<Movement>
  readonly claim: Claim
  /** Whether there are rows beyond. */
  readonly hasMore: boolean
}

const mostReadings = 4

export interface PendingTable {
  /** A table of its own with what isn't booked yet; it may be absent. `stated` doesn't count its rows. */
  readonly pendingTable?: Locator
}

/**
 * Reads a `<table>` or `[role=grid]` by its headers. Where it has none, by its first row, if that one's cells are the columns'
 * headers, as in tables of older pages.
 */
export const fromTable = (table: Locator, columns: Columns, options: TableOptions & PendingTable): Promise<Statement> =>
  rememberingCaller(() => readTable(table, columns, options))

const readTable = async (
  table: Locator,
  columns: Columns,
  { pendingTable, ...options }: TableOptions & PendingTable
): Promise<Statement> => {
  const read: Source["read"] = async (wait) => headedRows(await table.rows(wait), columns)
  const statement = await fromSource({ at: table, read }, columns, options)
  if (pendingTable === undefined || !(await pendingTable.isVisible())) return statement
  const rows = headedRows(await pendingTable.rows({ settled: true }), columns).filter(({ isHeading }) => !isHeading)
  const waiting = rows.map((row) => movementOf(row, columns, { ...options, pending: () => true }))
  return {
    ...statement,
    movements: [...waiting, ...statement.movements],
    pages: [{ rows: waiting.length }, ...(statement.pages ?? [])],
    ...(statement.stated === undefined ? {} : { stated: statement.stated + waiting.length })
  }
}

/**
 * Where a record has what: the names are those of a movement's fields, `description` as one of them. Further ones, by names of
 * your own, are there for `transform`, `pending` and `isMovement` (`row.cell("month")`).
 */
export interface ListFields {
  readonly date: RecordField
  readonly description: RecordField
  readonly [name: string]: RecordField
}

/**
 * Reads a list that is no table: `items` are its elements, `fields` say where each has what (see `locator.records`). An
 * empty part of an item counts as not printed.
 */
export const fromList = (items: Locator, fields: ListFields, options: TableOptions): Promise<Statement> => {
  const names = Object.keys(fields).map((name) => [name, name])
  const columns: Columns = { date: "date", description: "description", ...Object.fromEntries(names) }
  const wire = Object.fromEntries(Object.entries(fields))
  const source: Source = { at: items, read: (wait) => items.records(wire, wait) }
  return rememberingCaller(() => fromSource(source, columns, options))
}

/** Read from its bottom to its top, a list that grows above is one that grows below. */
const fromSource = (source: Source, columns: Columns, options: TableOptions): Promise<Statement> => {
  if (options.grows !== "above") return fromDown(source, columns, options)
  const read: Source["read"] = async (wait) => (await source.read(wait)).toReversed()
  return fromDown({ ...source, read }, columns, { ...options, grows: true, first: "newest" })
}

const fromDown = async (source: Source, columns: Columns, options: TableOptions): Promise<Statement> => {
  for (let reading = 1; ; reading += 1) {
    try {
      return toStatement(await readPages(source, columns, options), options)
    } catch (error) {
      if (!(error instanceof ListMoved)) throw error
      if (options.restart === undefined || reading === mostReadings) {
        throw new Retryable("bank_unavailable", `the list changed while it was read: ${error.message}`)
      }
      await options.restart()
    }
  }
}

const readPages = async (source: Source, columns: Columns, options: TableOptions): Promise<ReadonlyArray<ReadPage>> => {
  const { maxPages = 50, next } = options
  if ((await seeList(source.at, options)) === "empty" && (await next?.isVisible()) !== true) return []
  const pages: Array<ReadPage> = []
  let rows = await settledRows(source, undefined, options)
  let known = 0
  for (;;) {
    const shown = await sayingWhy(source.at, options, () => readPage(rows.slice(known), columns, options, pages))
    checkSeam(pages.at(-1), shown, options)
    const page = await opened(shown, { source, rows, before: pages }, options)
    pages.push(page)
    if (!page.hasMore || next === undefined || pages.length >= maxPages || reachesBefore(pages, options)) return pages
    const before = rows
    rows = await grownMeanwhile(source, before, options)
    if (rows === before) {
      await sayingWhy(source.at, options, () => (options.turn ?? ((to) => to.click()))(next))
      rows = await settledRows(source, { rows: before, name: page.claim.page }, options)
    }
    if (options.grows !== true) continue
    if (textOf(rows.slice(0, before.length)) !== textOf(before)) throw new ListMoved("the rows above changed")
    known = before.length
  }
}

/** The rows, or those that the list has by now: one that grows as it is scrolled may do so when its rows are opened. */
const grownMeanwhile = async (
  source: Source,
  rows: ReadonlyArray<TableRow>,
  options: TableOptions
): Promise<ReadonlyArray<TableRow>> => {
  if (options.grows !== true || options.detail === undefined) return rows
  const now = await settledRows(source, undefined, options)
  return now.length > rows.length ? now : rows
}

/** The page with what its rows open to, where they do. */
const opened = async (
  page: ReadPage,
  {
    before,
    rows,
    source
  }: { readonly source: Source; readonly rows: ReadonlyArray<TableRow>; readonly before: ReadonlyArray<ReadPage> },
  options: TableOptions
): Promise<ReadPage> => {
  const { detail } = options
  if (detail === undefined) return page
  const earlier = before.flatMap(({ listed }) => listed.map(({ movement }) => movement))
  return { ...page, movements: await withDetails({ ...page, source, rows, before: earlier }, detail, options) }
}

const readPage = async (
  rows: ReadonlyArray<TableRow>,
  columns: Columns,
  options: TableOptions,
  before: ReadonlyArray<ReadPage>
): Promise<ReadPage> => {
  const { isMovement = () => true, next } = options
  // Asked first: the rows are understood while the page answers.
  const answers = Promise.all([options.claim?.(), next?.isVisible()])
  answers.catch(() => undefined)
  const listed = rows.filter((row) => !row.isHeading && isMovement(row))
  const movements = inOrder(listed, columns, options, oldestDay(before))
  const [claim = {}, isSeen = false] = await answers
  const both = listed.flatMap((row, place) => movements.slice(place, place + 1).map((movement) => ({ row, movement })))
  const page = { listed: both, movements, claim }
  const hasMore = isSeen || (next !== undefined && claimsMore([...before, page]) && (await comesUp(next)))
  return { ...page, hasMore }
}

const claimsMore = (pages: ReadonlyArray<Pick<ReadPage, "claim" | "movements">>): boolean => {
  const { pages: most = 0, total = 0 } = pages.at(-1)?.claim ?? {}
  return most > pages.length || total > pages.reduce((sum, { movements }) => sum + movements.length, 0)
}

/**
 * A date without a year is the latest that isn't a month after the row above it: so a list may go back over more than one
 * new year. In a list that begins with its oldest rows it is the latest before today.
 */
export const inOrder = (
  rows: ReadonlyArray<Row>,
  columns: Columns,
  options: TableOptions,
  lastDate: string | undefined
): ReadonlyArray<Movement> => {
  let above = lastDate ?? options.today
  return rows.map((row) => {
    const movement = movementOf(row, columns, options.first === "oldest" ? options : { ...options, above })
    if (movement.pending !== true) above = movement.date
    return movement
  })
}

/** Of what was read so far; a page may be empty, or have nothing but what is pending. */
const oldestDay = (pages: ReadonlyArray<ReadPage>): string | undefined =>
  pages.flatMap(({ movements }) => movements).findLast(({ pending }) => pending !== true)?.date

/** A list that begins with its oldest rows is always read to its end. */
const reachesBefore = (pages: ReadonlyArray<ReadPage>, { first, since }: TableOptions): boolean =>
  first !== "oldest" && isBefore(movementsOf(pages), since)

const movementsOf = (pages: ReadonlyArray<ReadPage>): ReadonlyArray<ReadonlyArray<Movement>> =>
  pages.map(({ movements }) => movements)

const checkSeam = (before: ReadPage | undefined, page: ReadPage, { grows }: TableOptions): void => {
  if (before === undefined) return
  if (before.claim.total !== page.claim.total) {
    throw new ListMoved(`it had ${before.claim.total} movements, then ${page.claim.total}`)
  }
  const [above = [], below = []] = [before, page].map(({ listed }) => listed.map(({ movement }) => movement))
  const again = grows === true ? undefined : shownAgain(above, below)
  if (again !== undefined) throw new Retryable("layout_changed", again)
  if (slidIn(above, below)) throw new ListMoved("a page began with rows of the page before")
}

const statedRows = (page: number, { pageSize }: TableOptions, { rows, total }: Claim): number | undefined =>
  rows ??
  (pageSize === undefined || total === undefined ? undefined : Math.max(0, Math.min(pageSize, total - page * pageSize)))

const toStatement = (pages: ReadonlyArray<ReadPage>, options: TableOptions): Statement => {
  const last = pages.at(-1)
  const isWhole = last === undefined || !last.hasMore || options.next === undefined
  const shapes = pages.map(({ claim, movements }, index): StatementPage => {
    const stated = statedRows(index, options, claim)
    const isCutOff = index === pages.length - 1 && isWhole && claim.pages !== undefined && claim.pages > pages.length
    return {
      rows: movements.length,
      ...(stated === undefined ? {} : { stated }),
      ...(isCutOff ? { truncated: true } : {})
    }
  })
  const rows = pages.flatMap(({ movements }) => movements)
  const isOldestFirst = options.first === "oldest"
  const movements = isOldestFirst ? rows.toReversed() : rows
  const total = last?.claim.total
  return {
    movements,
    coverage:
      isWhole || reachesBefore(pages, options)
        ? coverage(movements, { since: options.since, today: options.today, isWhole })
        : coverageOfSome(movementsOf(pages), options),
    pages: isOldestFirst ? shapes.toReversed() : shapes,
    ...(isWhole && total !== undefined ? { stated: total } : {})
  }
}
