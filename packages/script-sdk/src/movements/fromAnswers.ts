/** Reads movements from the answers that the bank's own page was given: below its texts, and with the same proofs. */
import type { Json } from "../bridge.ts"
import { BankPageError, Retryable } from "../errors.ts"
import type { Answer, Locator, Page } from "../locators.ts"
import { rememberingCaller } from "../rememberingCaller.ts"
import { coverage, coverageOfSome, isBefore } from "./coverage.ts"
import { type Columns, movementOf, type RowOptions } from "./columns.ts"
import { valueRow } from "./fields.ts"
import { comesUp, sayingWhy } from "./settledRows.ts"
import { slidIn } from "./slidRows.ts"
import type { Movement, Statement, StatementPage } from "./Statement.ts"

/**
 * Where an item has what: names, with a dot into an object within (`remittance.text`). Further ones, by names of your own, are
 * there for `transform` and `pending` (`row.cell("status")`).
 */
export interface AnswerFields {
  readonly date: string
  readonly description: string
  readonly [name: string]: string
}

export interface AnswersOptions extends RowOptions {
  /** The first day to read. */
  readonly since: string
  /** The bank's local date. */
  readonly today: string
  /** The items of an answer; undefined: it is another answer at the same path. */
  readonly items: (json: Json) => ReadonlyArray<Json> | undefined
  /** How many the whole list has, as the answer says it. */
  readonly total?: (json: Json) => number | undefined
  /** Makes the page ask for older ones; the list ends where it isn't seen. */
  readonly next?: Locator
  /** How to go on. (Default: click) */
  readonly turn?: (next: Locator) => Promise<void>
  /** Whether an answer says that there are older movements. (Default: whether `next` is visible) */
  readonly hasMore?: (json: Json) => boolean
  /** (Default: 50) */
  readonly maxPages?: number
  /** Stands on the page once the bank has ended the session. */
  readonly loggedOut?: Locator
  /** Stands on the page when the bank is out of order. */
  readonly unavailable?: Locator
  /** Makes the page ask from the newest on again: when the list moved meanwhile. */
  readonly restart?: () => Promise<void>
}

interface ReadAnswer {
  readonly movements: ReadonlyArray<Movement>
  readonly total: number | undefined
}

const seeTimeout = 15_000
const mostReadings = 4

/** A part of a JSON value by its dotted name; undefined where there is none. */
export const partOf = (json: Json, name: string): Json | undefined =>
  name.split(".").reduce<Json | undefined>((at, part) => {
    if (typeof at !== "object" || at === null) return undefined
    return Object.entries(at).find(([key]) => key === part)?.[1]
  }, json)

/** A list within an answer; undefined where there is none. */
export const listOf = (json: Json, name: string): ReadonlyArray<Json> | undefined => {
  const found = partOf(json, name)
  return Array.isArray(found) ? found : undefined
}

/** A number within an answer; undefined where there is none. */
export const numberOf = (json: Json, name: string): number | undefined => {
  const found = partOf(json, name)
  return typeof found === "number" ? found : undefined
}

/** A number of cents as a decimal text: `minor("-1234", 2)` is `-12.34`. */
export const minor = (units: string, decimals: number): string => {
  const match = /^(-?)(\d+)$/.exec(units.trim())
  if (match === null) throw new RangeError(`${JSON.stringify(units)} is no whole number of cents`)
  const digits = (match[2] ?? "").padStart(decimals + 1, "0")
  const whole = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return /[1-9]/.test(digits) ? `${match[1] ?? ""}${whole}` : whole
}

/**
 * Reads every answer at the path that the manifest declares with `readable`, in the order in which they came; the page asks
 * for the first by itself, or because the script opened it in this phase.
 */
export const fromAnswers = (
  page: Page,
  path: string,
  fields: AnswerFields,
  options: AnswersOptions
): Promise<Statement> => rememberingCaller(() => readAllAnswers(page, path, fields, options))

const readAllAnswers = async (
  page: Page,
  path: string,
  fields: AnswerFields,
  options: AnswersOptions
): Promise<Statement> => {
  let from = 0
  for (let reading = 1; ; reading += 1) {
    const { after, isWhole, read } = await readAnswers(page, path, fields, options, from)
    const hasMoved = new Set(read.flatMap(({ total }) => total ?? [])).size > 1
    const hasSlid = read.some(({ movements }, nth) => slidIn(read[nth - 1]?.movements ?? [], movements))
    if (!hasMoved && !hasSlid) return toStatement(read, isWhole, options)
    if (options.restart === undefined || reading === mostReadings) {
      throw new Retryable("bank_unavailable", "the list changed while it was read")
    }
    from = after
    await options.restart()
  }
}

interface ReadAnswers {
  readonly read: ReadonlyArray<ReadAnswer>
  readonly isWhole: boolean
  /** The number of the last answer. */
  readonly after: number
}

const readAnswers = async (
  page: Page,
  path: string,
  fields: AnswerFields,
  options: AnswersOptions,
  from: number
): Promise<ReadAnswers> => {
  const { maxPages = 50, next } = options
  const read: Array<ReadAnswer> = []
  let after = from
  for (;;) {
    const answers = await answersAfter(page, path, after, options)
    const pages = answers.flatMap((answer) => readAnswer(answer, fields, options, read.length) ?? [])
    after = answers.at(-1)?.number ?? after
    read.push(...pages)
    // Other answers at the same path say nothing of the list: its next page is still to come.
    const last = answers.findLast(({ json }) => options.items(json) !== undefined)
    if (last === undefined) continue
    const hasMore = await goesOn(last, read, options)
    if (!hasMore || read.length >= maxPages || reachesBefore(read, options)) {
      return { read, isWhole: !hasMore, after }
    }
    if (next === undefined)
      throw new Retryable("layout_changed", "there are older movements, but no next to ask for them")
    await sayingWhy(next, options, () => (options.turn ?? ((to) => to.click()))(next))
  }
}

/** None in time: what stands on the page says why. */
const answersAfter = async (page: Page, path: string, after: number, { loggedOut, unavailable }: AnswersOptions) => {
  try {
    return await page.responses(path, { after, timeout: seeTimeout })
  } catch (error) {
    if (!(error instanceof BankPageError) || error.code !== "Timeout") throw error
    if ((await unavailable?.isVisible()) === true) {
      throw new Retryable("bank_unavailable", "the bank was out of order while its movements were read")
    }
    if ((await loggedOut?.isVisible()) === true) {
      throw new Retryable("bank_unavailable", "the bank ended the session while its movements were read")
    }
    throw new Retryable("layout_changed", `the page asked for nothing at ${path} within ${seeTimeout / 1000} s`)
  }
}

/** What leads on may be hidden while the page draws what it was told. */
const goesOn = async (
  last: Answer,
  read: ReadonlyArray<ReadAnswer>,
  { hasMore, next }: AnswersOptions
): Promise<boolean> => {
  if (hasMore !== undefined) return hasMore(last.json)
  if (next === undefined) return false
  const count = read.reduce((sum, { movements }) => sum + movements.length, 0)
  return (await next.isVisible()) || ((read.at(-1)?.total ?? 0) > count && (await comesUp(next)))
}

const readAnswer = (
  { json, path, status }: Answer,
  fields: AnswerFields,
  options: AnswersOptions,
  page: number
): ReadAnswer | undefined => {
  if (status >= 500) throw new Retryable("bank_unavailable", `${path} answered ${status}`)
  if (status >= 400) throw new Retryable("bank_unavailable", `${path} answered ${status}: the session may have ended`)
  const items = options.items(json)
  if (items === undefined) return undefined
  const entries = Object.entries(fields)
  const names = entries.map(([name]) => name)
  const columns: Columns = { date: "date", description: "description", ...Object.fromEntries(names.map((n) => [n, n])) }
  const movements = items.map((item, index) => {
    const cells = entries.map(([, field]) => textOf(partOf(item, field), options.decimal))
    return movementOf(valueRow(index, names, cells, `item ${index + 1} of answer ${page + 1}`), columns, options)
  })
  return { movements, total: options.total?.(json) }
}

/** Numbers are written as the texts beside them are: 12.125 of a bank that writes 12,125 is no twelve thousand. */
const textOf = (value: Json | undefined, decimal = "."): string => {
  if (typeof value === "number") return String(value).replace(".", decimal)
  return typeof value === "string" ? value : typeof value === "boolean" ? String(value) : ""
}

const reachesBefore = (read: ReadonlyArray<ReadAnswer>, { since }: AnswersOptions): boolean =>
  isBefore(movementsOf(read), since)

const movementsOf = (read: ReadonlyArray<ReadAnswer>): ReadonlyArray<ReadonlyArray<Movement>> =>
  read.map(({ movements }) => movements)

const toStatement = (read: ReadonlyArray<ReadAnswer>, isWhole: boolean, options: AnswersOptions): Statement => {
  const movements = read.flatMap((answer) => answer.movements)
  const [total] = read.flatMap((answer) => answer.total ?? [])
  return {
    movements,
    coverage:
      isWhole || reachesBefore(read, options)
        ? coverage(movements, { since: options.since, today: options.today, isWhole })
        : coverageOfSome(movementsOf(read), options),
    pages: read.map((answer): StatementPage => ({ rows: answer.movements.length })),
    ...(isWhole && total !== undefined ? { stated: total } : {})
  }
}
