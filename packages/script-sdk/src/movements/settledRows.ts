/** Waits until a list shows what it is going to show: its rows, that it is empty, or that the bank has gone. */
import { BankPageError, Retryable } from "../errors.ts"
import { sleep } from "../sleep.ts"
import type { Locator, Page, Settled, TableRow, Wait } from "../locators.ts"
import type { Row } from "../Row.ts"
import { placeOf } from "../StepLocator.ts"
import { StepPage } from "../StepPage.ts"
import { printPlace } from "../steps.ts"

const seeTimeout = 15_000
const turnPause = 60
const firstPatience = 1_000
/** An empty page without a text that says so: how long to wait for a sign that the session is over. */
const endTimeout = 2_000

/** What the rows are read from. */
export interface Source {
  readonly at: Locator
  readonly read: (options: Wait & Settled) => Promise<ReadonlyArray<TableRow>>
}

/** The list changed between two looks at it: a row may be there twice or not at all. */
export class ListMoved extends Error {}

/** What may stand where a list would. */
export interface Stands {
  readonly empty?: Locator
  readonly loggedOut?: Locator
  readonly unavailable?: Locator
}

/** How long a page that says it has more rows may take to show the button to them. */
const nextTimeout = 5_000

/** Whether `next` comes up: a page may hide it, or keep it from being pressed, until it has loaded. */
export const comesUp = async (next: Locator): Promise<boolean> => {
  try {
    await next.waitFor({ timeout: nextTimeout })
    return true
  } catch (error) {
    if (error instanceof BankPageError && error.code === "Timeout") return false
    throw error
  }
}

/** Where the list is on its page, and what that page calls itself. */
interface Sight extends Stands {
  /** Seen while the list is loading. */
  readonly loading?: Locator
  readonly claim?: () => Promise<{ readonly page?: string }>
}

/** Waits for the list, or what may stand in its place. */
export const seeList = async (list: Locator, stands: Stands): Promise<"list" | "empty"> => {
  const seen = await lookFor(list, stands, seeTimeout)
  if (seen !== undefined) return seen
  throw new Retryable("layout_changed", `${printPlace(placeOf(list))} was not seen within ${seeTimeout / 1000} s`)
}

/** Rows that don't come: where the bank has ended the session, or is out of order, that is why. */
const sayWhatStands = async (list: Locator, { loggedOut, unavailable }: Stands): Promise<void> => {
  if (loggedOut === undefined && unavailable === undefined) return
  const ends = { ...(loggedOut && { loggedOut }), ...(unavailable && { unavailable }) }
  await lookFor(list, ends, endTimeout)
}

/** Whatever was waited for in vain: the bank may have ended the session, on a page of its own or in front of the list. */
export const sayWhatEnded = async (list: Locator, { loggedOut, unavailable }: Stands): Promise<void> => {
  if (loggedOut === undefined && unavailable === undefined) return
  await firstOf(list, { ...(loggedOut && { loggedOut }), ...(unavailable && { unavailable }) }, endTimeout)
}

/** What doesn't come may be missing because the bank has ended the session. */
export const sayingWhy = async <A>(list: Locator, stands: Stands, work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BankPageError && error.code === "Timeout") await sayWhatEnded(list, stands)
    throw error
  }
}

/** Undefined: nothing of it came in time. */
export const lookFor = (
  list: Locator,
  { empty, loggedOut, unavailable }: Stands,
  timeout: number
): Promise<"list" | "empty" | undefined> =>
  firstOf(
    list,
    { list, ...(empty && { empty }), ...(loggedOut && { loggedOut }), ...(unavailable && { unavailable }) },
    timeout
  )

/** On the list's page. */
const firstOf = async (
  list: Locator,
  targets: Readonly<Partial<Record<"list" | keyof Stands, Locator>>>,
  timeout: number
): Promise<"list" | "empty" | undefined> => {
  const page: Page = new StepPage(placeOf(list).page)
  let seen: keyof typeof targets
  try {
    seen = await page.waitForAny<{ readonly [Name in keyof typeof targets]: Locator }>(targets, { timeout })
  } catch (error) {
    if (error instanceof BankPageError && error.code === "Timeout") return undefined
    throw error
  }
  if (seen === "unavailable") {
    throw new Retryable("bank_unavailable", "the bank was out of order while its movements were read")
  }
  if (seen !== "loggedOut") return seen
  throw new Retryable("bank_unavailable", "the bank ended the session while its movements were read")
}

export const textOf = (rows: ReadonlyArray<Row>): string =>
  rows.map((row) => row.headers.map((_, column) => (row.has(column) ? row.cell(column) : "")).join("\t")).join("\n")

/** What a page showed before the list was led on. */
interface Before {
  readonly rows: ReadonlyArray<Row>
  readonly name: string | undefined
}

/** The rows of the page that comes after `before`: other ones, and settled, for a page may still be growing. */
export const settledRows = async (
  source: Source,
  before: Before | undefined,
  options: Sight
): Promise<ReadonlyArray<TableRow>> => {
  const old = before === undefined ? undefined : textOf(before.rows)
  const end = Date.now() + seeTimeout
  // A page that is being replaced is looked at again soon; one that a busy machine shows slowly needs a longer look.
  for (let patience = firstPatience; Date.now() < end; patience = Math.min(2 * patience, seeTimeout)) {
    await loaded(options, end - Date.now())
    const rows = await rowsNow(source, patience, options)
    if ((await options.loading?.isVisible()) === true) continue
    if (rows !== undefined && textOf(rows) !== old) return rows
    if (rows?.length === 0 && before !== undefined && (await isOther(before, options))) return rows
    await sleep(turnPause)
  }
  await sayWhatEnded(source.at, options)
  throw new Retryable("layout_changed", `the list did not go on within ${seeTimeout / 1000} s`)
}

/** One that is still loading at the end is told of as a list that didn't go on. */
const loaded = async ({ loading }: Sight, timeout: number): Promise<void> => {
  try {
    await loading?.waitFor({ state: "hidden", timeout: Math.max(1, timeout) })
  } catch (error) {
    if (!(error instanceof BankPageError) || error.code !== "Timeout") throw error
  }
}

/** Whether another page is shown. Of two empty pages in a row only their names tell. */
const isOther = async ({ name }: Before, { claim }: Sight): Promise<boolean> =>
  name !== undefined && (await claim?.())?.page !== name

/** None where the page says that it has none; undefined while it is being replaced, or its rows are still to come. */
const rowsNow = async (
  source: Source,
  patience: number,
  options: Sight
): Promise<ReadonlyArray<TableRow> | undefined> => {
  const rows = await rowsMeanwhile(source, patience)
  if (rows !== undefined && rows.length > 0) return rows
  if (rows !== undefined && options.empty === undefined) {
    await sayWhatStands(source.at, options)
    return rowsMeanwhile(source, patience)
  }
  // Many tables stand there with their headers alone, and the sentence below them.
  if (rows !== undefined && (await options.empty?.isVisible()) === true) return rows
  return (await seeList(source.at, options)) === "empty" ? [] : undefined
}

/** Undefined while the page is being replaced. */
const rowsMeanwhile = async (source: Source, timeout: number): Promise<ReadonlyArray<TableRow> | undefined> => {
  try {
    return await source.read({ timeout, settled: true })
  } catch (error) {
    if (error instanceof BankPageError && (error.code === "Failed" || error.code === "Timeout")) return undefined
    throw error
  }
}
