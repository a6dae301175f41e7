/** What a bank shows of a movement only once its row is opened: opened one by one, and only where it isn't known yet. */
import { sleep } from "../sleep.ts"
import { BankPageError, Retryable } from "../errors.ts"
import type { Locator, TableRow } from "../locators.ts"
import type { Row } from "../Row.ts"
import { placeOf } from "../StepLocator.ts"
import { printPlace } from "../steps.ts"
import { partsOf, type RowOptions } from "./columns.ts"
import { valueRow } from "./fields.ts"
import { knownOf, type ListedPage, type Remembered } from "./knownRows.ts"
import {
  ListMoved,
  lookFor,
  sayWhatEnded,
  seeList,
  settledRows,
  type Source,
  type Stands,
  textOf
} from "./settledRows.ts"
import type { Movement } from "./Statement.ts"

/** Css within what opened, or a locator made from it; of several that are seen, the first. */
export type DetailField = string | ((opened: Locator) => Locator)

export type DetailName =
  | "date"
  | "time"
  | "amount"
  | "id"
  | "counterparty"
  | "counterpartyAccount"
  | "valueDate"
  | "description"
  | "balance"

export interface RowDetail {
  /**
   * Seen once a row is open and all that is read is there, and at no other time: a dialog, what is on a page of its own; or an
   * element beside the row (`(row) => row.locator(":scope + tr.detail")`).
   */
  readonly seen: Locator | ((row: Locator) => Locator)
  /**
   * Where in it is what. `description` goes on after the row's own text, or takes its place where the row's is the beginning of
   * it; of `date`, `amount` and `balance`, and an `id` that the row has too, it is made sure that they are the row's. What isn't
   * seen isn't printed for this movement; if nothing is, the phase ends with `layout_changed`.
   */
  readonly fields: { readonly [Name in DetailName]?: DetailField }
  /** What is made of a field's text before it is read: `{ time: (text) => text.slice(-5) }`. */
  readonly transform?: { readonly [Name in DetailName]?: (text: string) => string }
  /** How a row is opened: `(row) => row.getByRole("button", { name: "Details" }).click()`. (Default: a click on it) */
  readonly open?: (row: Locator) => Promise<void>
  /** How what opened is closed: `() => page.goBack()`. (Default: as it was opened, for what opens and closes by one button) */
  readonly close?: (row: Locator) => Promise<void>
  /** Whether a row has details that are worth a look: `(row) => !row.cell("Amount").startsWith("-")`. (Default: all have) */
  readonly opens?: (row: Row) => boolean
}

/** A page of a list, read; nothing of it is open. */
export interface ReadRows extends ListedPage {
  readonly source: Source
  /** All of the list that stands on the page, in its order: the page's own rows are some of these. */
  readonly rows: ReadonlyArray<TableRow>
}

interface DetailOptions extends RowOptions, Stands {
  readonly since: string
  readonly grows?: boolean | "above"
}

const seeTimeout = 15_000
const readPause = 60
/** How long to wait for other details where those that are read equal the row before: the page may not have changed yet. */
const staleTimeout = 5_000

/** What the row that was opened last showed, on whatever page of the list: it may be what is still shown. */
const shownLast = new WeakMap<RowDetail, string>()

/** The movements of the page with what their rows open to. What is from before `since` stays closed. */
export const withDetails = async (
  page: ReadRows,
  detail: RowDetail,
  options: DetailOptions
): Promise<ReadonlyArray<Movement>> => {
  const isWanted = page.listed.map(
    ({ movement, row }) => movement.date >= options.since && detail.opens?.(row) !== false
  )
  const known = isWanted.includes(true) ? await knownOf(page, options) : []
  const movements: Array<Movement> = []
  let now = page.rows
  for (const [place, { movement, row }] of page.listed.entries()) {
    const remembered = known[place]
    if (isWanted[place] !== true) movements.push(movement)
    else if (remembered !== undefined) movements.push({ ...movement, ...onlyOf(remembered, detail) })
    else {
      const there = now[page.rows.indexOf(row)] ?? row
      const before = shownLast.get(detail)
      const { texts, whole } = await openRow(page, { before, movement, row: there }, detail, options)
      shownLast.set(detail, texts)
      movements.push(whole)
      now = await rowsAgain(page, row, options)
    }
  }
  return movements
}

/** The list says the rest by itself. */
const onlyOf = (remembered: Remembered, { fields }: RowDetail): Remembered =>
  Object.fromEntries(Object.entries(remembered).filter(([name]) => Object.hasOwn(fields, name)))

const nameOf = (row: Row): string => `the details of row ${row.index + 1}`

/** Does a step with a row. If its element doesn't come, looks whether the bank has ended the session, which is told instead. */
const doing = async <A>(what: string, list: Source, options: DetailOptions, work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BankPageError) || (error.code !== "Timeout" && error.code !== "StrictMode")) throw error
    await sayWhatEnded(list.at, options)
    throw new Retryable("layout_changed", `${what}: ${error.message}`)
  }
}

interface ToOpen {
  readonly row: TableRow
  readonly movement: Movement
  /** Details of the row that was open before. */
  readonly before: string | undefined
}

interface Opened {
  readonly whole: Movement
  readonly texts: string
}

const openRow = async (
  { source }: ReadRows,
  toOpen: ToOpen,
  detail: RowDetail,
  options: DetailOptions
): Promise<Opened> => {
  const { row } = toOpen
  const open = detail.open ?? ((of: Locator) => of.click())
  const seen = typeof detail.seen === "function" ? detail.seen(row.locator) : detail.seen
  const place = printPlace(placeOf(seen))
  if (await seen.isVisible()) {
    throw new Retryable(
      "layout_changed",
      `${place} is seen before row ${row.index + 1} is opened: nothing tells that it is open`
    )
  }
  await doing(`${nameOf(row)} did not open`, source, options, () => open(row.locator))
  if ((await lookFor(seen, endsOf(options), seeTimeout)) === undefined) {
    const missing = `${place} was not seen within ${seeTimeout / 1000} s`
    throw new Retryable("layout_changed", `${nameOf(row)} did not open: ${missing}`)
  }
  const opened = await readDetails(seen, toOpen, detail, options)
  await doing(`${nameOf(row)} did not close`, source, options, async () => {
    await (detail.close ?? open)(row.locator)
    await seen.waitFor({ state: "hidden", timeout: seeTimeout })
  })
  return opened
}

const endsOf = ({ loggedOut, unavailable }: Stands): Stands => ({
  ...(loggedOut === undefined ? {} : { loggedOut }),
  ...(unavailable === undefined ? {} : { unavailable })
})

/** Where the list stands as before, a row's place in it is still its own. */
const rowsAgain = async (
  { rows, source }: ReadRows,
  row: Row,
  options: DetailOptions
): Promise<ReadonlyArray<TableRow>> => {
  await seeList(source.at, options)
  const now = await settledRows(source, undefined, options)
  // A click brings its row into sight, and a list that grows as it is scrolled then has older rows below.
  if (textOf(options.grows === true ? now.slice(0, rows.length) : now) === textOf(rows)) return now
  const when = `once ${nameOf(row)} were closed`
  if (isFurtherDown(rows, now)) throw new ListMoved(`it had further rows ${when}`)
  throw new Retryable(
    "layout_changed",
    `the list did not stand as before ${when}: what closes them has to lead back to the page that was left`
  )
}

/** New rows stand above those that were there. */
const isFurtherDown = (rows: ReadonlyArray<Row>, now: ReadonlyArray<Row>): boolean => {
  const [before, after] = [rows, now].map((all) => all.map((row) => textOf([row])))
  const first = before?.[0] === undefined ? -1 : (after?.indexOf(before[0]) ?? -1)
  const left = after?.slice(first) ?? []
  return first > 0 && JSON.stringify(before?.slice(0, left.length)) === JSON.stringify(left)
}

/** Read until it stays the same and is the row's: what opens may fill later, or show the row before at first. */
const readDetails = async (
  seen: Locator,
  { before, movement, row }: ToOpen,
  detail: RowDetail,
  options: DetailOptions
): Promise<Opened> => {
  const fields = Object.entries(detail.fields)
  const begun = Date.now()
  let last: string | undefined
  let why = ""
  do {
    const texts = await Promise.all(fields.map(([, field]) => textIn(seen, field)))
    const said = JSON.stringify(texts)
    const isSettled = said === last && (said !== before || Date.now() >= begun + staleTimeout)
    last = said
    if (isSettled) {
      const read = readTexts(fields, texts, row, detail, options)
      if (typeof read === "string") why = read
      else {
        const other = otherThan(movement, read)
        if (other === undefined) return { whole: merged(movement, read), texts: said }
        why = `are of another movement: its ${other} is another`
      }
    }
    await sleep(readPause)
  } while (Date.now() < begun + seeTimeout)
  throw new Retryable("layout_changed", `${nameOf(row)} ${why === "" ? "did not come to rest" : why}`)
}

const textIn = async (seen: Locator, field: DetailField): Promise<string> => {
  const found = typeof field === "string" ? seen.locator(field) : field(seen)
  const [text = ""] = await found.filter({ visible: true }).allInnerTexts()
  return text.replace(/\s+/g, " ").trim()
}

/** A text: why they can't be read. */
const readTexts = (
  fields: ReadonlyArray<readonly [name: string, field: DetailField]>,
  texts: ReadonlyArray<string>,
  row: Row,
  { transform }: RowDetail,
  options: DetailOptions
): Partial<Movement> | string => {
  const names = fields.map(([name]) => name)
  if (texts.every((text) => text === "")) return `have none of ${names.join(", ")}`
  const { pending: _, transform: __, ...plain } = options
  try {
    return partsOf(valueRow(row.index, names, texts, nameOf(row)), names, {
      ...plain,
      ...(transform === undefined ? {} : { transform })
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return `can't be read: ${error.message}`
  }
}

const compared = ["date", "amount", "balance", "id"] as const

const otherThan = (movement: Movement, read: Partial<Movement>): string | undefined =>
  compared.find((name) => read[name] !== undefined && movement[name] !== undefined && !isSame(name, read, movement))

/** "-2.4" and "-2.40" are one amount. */
const isSame = (name: (typeof compared)[number], read: Partial<Movement>, movement: Movement): boolean =>
  name === "amount" || name === "balance"
    ? Number(read[name]) === Number(movement[name])
    : read[name]?.trim() === movement[name]?.trim()

const merged = (movement: Movement, { amount: _, balance: __, date: ___, ...read }: Partial<Movement>): Movement => ({
  ...movement,
  ...read,
  description: fuller(movement.description, read.description ?? "")
})

const cutOff = /\s*(?:…|\.\.\.)$/

/** The service, which is asked with the row's own text, recognises the whole by its beginning. */
const fuller = (listed: string, opened: string): string => {
  const beginning = cutOff.test(listed) ? listed.replace(cutOff, "") : `${listed} `
  if (opened.startsWith(beginning)) return opened
  return listed.includes(opened) ? listed : `${listed} ${opened}`.trim()
}
