/** Dates as banks print them, as `YYYY-MM-DD`. */
import { localDate } from "../localDate.ts"
import { type Calendar, fromCalendar, plainDigits } from "./calendar.ts"

export type DateOrder = "dmy" | "mdy" | "ymd"

export interface DateOptions {
  readonly order: DateOrder
  /** The year of a date that is printed without one. */
  readonly year?: number
  /** The bank's local date: gives dates without a year the latest one that isn't a month ahead, and reads "yesterday". */
  readonly today?: string
  /** The day of the row above, in a list that begins with its newest rows: a date without a year isn't a month after it. (Default: today) */
  readonly above?: string
  /** The calendar that the bank prints; months by number. (Default: gregorian) */
  readonly calendar?: Calendar
}

const orders: Readonly<Record<DateOrder, readonly [number, number, number]>> = {
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
  ymd: [0, 1, 2]
}

const wrong = (text: string, why: string) => new RangeError(`${JSON.stringify(text)} is not a date: ${why}`)

const pad = (value: number, length: number) => String(value).padStart(length, "0")

/** How months begin in the languages of Europe and in Hebrew, without accents. */
const months = [
  "jan|ene|gen|sty|ינו",
  "feb|fev|lut|פבר",
  "mar|maa|mrt|mrz|מרץ|מרס",
  "apr|abr|avr|kwi|אפר",
  "may|mai|mag|mei|maj|מאי",
  "jun|juin|giu|cze|יונ",
  "jul|juil|lug|lip|יול",
  "aug|ago|aou|sie|אוג",
  "sep|set|wrz|ספט",
  "oct|okt|out|ott|paz|אוק",
  "nov|lis|נוב",
  "dec|dez|dic|des|gru|דצמ"
].map((names) => new RegExp(`^ב?(?:${names})`))

const monthOf = (word: string): number => months.findIndex((names) => names.test(word)) + 1

const daysAgo: Readonly<Record<string, number>> = {
  today: 0,
  hoy: 0,
  heute: 0,
  "aujourd'hui": 0,
  oggi: 0,
  hoje: 0,
  vandaag: 0,
  avui: 0,
  היום: 0,
  yesterday: 1,
  ayer: 1,
  gestern: 1,
  hier: 1,
  ieri: 1,
  ontem: 1,
  gisteren: 1,
  ahir: 1,
  אתמול: 1
}

const withoutAccents = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()

const asDay = (text: string, y: number, m: number, d: number): string => {
  const result = `${pad(y < 100 ? 2000 + y : y, 4)}-${pad(m, 2)}-${pad(d, 2)}`
  const checked = new Date(`${result}T00:00:00Z`)
  if (Number.isNaN(checked.getTime()) || checked.toISOString().slice(0, 10) !== result) {
    throw wrong(text, `${result} is no day of the calendar`)
  }
  return result
}

/** "20261103", "031126" */
const compact = (digits: string, order: DateOrder): ReadonlyArray<number> => {
  const year = digits.length === 8 ? 4 : 2
  const lengths = order === "ymd" ? [year, 2, 2] : [2, 2, year]
  let at = 0
  return lengths.map((length) => Number(digits.slice(at, (at += length))))
}

/** The year in which that day was last, a month ahead allowed: banks print days to come. */
const latestYear = (today: string, m: number, d: number): number => {
  const limit = addDays(today, 31)
  const year = Number(limit.slice(0, 4))
  return `${pad(m, 2)}-${pad(d, 2)}` <= limit.slice(5) ? year : year - 1
}

/** Day and month, by the order or by the month's name. */
const dayAndMonth = (numbers: ReadonlyArray<number>, named: number, order: DateOrder): readonly [number, number] => {
  const [first = 0, second = 0] = numbers
  if (named > 0) return [first, named]
  return order === "dmy" ? [first, second] : [second, first]
}

const numbersIn = (text: string): ReadonlyArray<string> => text.match(/\d+/g) ?? []

/** With a month's name the day and the year are told apart by their length, whatever the order. */
const namedDate = (text: string, numbers: ReadonlyArray<string>, month: number): string => {
  const isYearFirst = (numbers[0]?.length ?? 0) === 4
  const [y = 0, d = 0] = (isYearFirst ? numbers : numbers.toReversed()).map(Number)
  return asDay(text, y, month, d)
}

/** A year of four digits stands where the order has it: what else it says is told better than by a day that can't be. */
const checkYearsPlace = (text: string, [first = "", , last = ""]: ReadonlyArray<string>, order: DateOrder): void => {
  if (order === "ymd" && last.length === 4) throw wrong(text, "it ends with its year, and the order is ymd")
  if (order === "ymd" || first.length !== 4) return
  const right = `printDate(day, "${order}") writes it in that order`
  throw wrong(text, `it begins with its year, and the order is ${order}: ${right}`)
}

/**
 * `"3.11.26"`, `"3 de noviembre de 2026"`, `"20261103"`, `"yesterday"` → `"2026-11-03"`. A time behind the date is left out;
 * an instant with a zone is no local date: see `localDay`. Two-digit years are of this century. Throws a RangeError on what
 * is no day of the calendar.
 */
export const date = (text: string, options: DateOptions): string => {
  const { calendar, order, today, year, above = today } = options
  const plain = withoutAccents(plainDigits(text)).trim()
  const ago = daysAgo[plain.replace(/[,.\s].*$/, "")]
  if (ago !== undefined && today !== undefined) return addDays(today, -ago)
  if (/\dt\d{2}:\d{2}.*(?:z|[+-]\d{2}:?\d{2})$/.test(plain)) throw wrong(text, "it is an instant: use localDay")
  const withoutTime = plain.replace(
    /(?<=\d)[t\s,]+(?:a las |at |um |a )?\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\.\d+)?\s*(?:h|am|pm|uhr)?$/,
    ""
  )
  // A weekday may look like a month ("mar. 3 nov."): the month's name comes after it.
  const month = (withoutTime.match(/\p{L}+/gu) ?? []).map(monthOf).findLast((found) => found > 0) ?? 0
  const digits = numbersIn(withoutTime)
  const [only = ""] = digits
  const numbers =
    month === 0 && digits.length === 1 && /^\d{6}(\d\d)?$/.test(only) ? compact(only, order) : digits.map(Number)
  const wanted = month > 0 ? 2 : 3
  if (calendar !== undefined && calendar !== "gregorian") {
    if (month > 0 || numbers.length !== 3) throw wrong(text, `three numbers in the order ${order} are wanted`)
    const [y = 0, m = 0, d = 0] = orders[order].map((place) => numbers[place] ?? 0)
    return fromCalendar(calendar, y, m, d) ?? asDay(text, 0, m, d)
  }
  if (numbers.length === wanted) {
    if (month > 0) return namedDate(text, digits, month)
    checkYearsPlace(text, digits, order)
    const [y = 0, m = 0, d = 0] = orders[order].map((place) => numbers[place] ?? 0)
    return asDay(text, y, m, d)
  }
  const [d, m] = dayAndMonth(numbers, month, order)
  const own = year ?? (above === undefined ? undefined : latestYear(above, m, d))
  if (numbers.length !== wanted - 1 || own === undefined) {
    throw wrong(text, `three numbers in the order ${order} are wanted`)
  }
  return asDay(text, own, m, d)
}

/** The local date of an instant (`2026-11-03T23:30:00Z`, or milliseconds since 1970) in a zone. */
export const localDay = (instant: string | number, zone: string): string => {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) throw wrong(String(instant), "it is no instant")
  return localDate(at, zone)
}

/** `2026-11-03` as the bank's own fields want it: `03/11/2026`. */
export const printDate = (day: string, order: DateOrder, separator = "/"): string => {
  const [y = "", m = "", d = ""] = day.split("-")
  const parts = { dmy: [d, m, y], mdy: [m, d, y], ymd: [y, m, d] }
  return parts[order].join(separator)
}

/** A day so many days later, or earlier with a negative number: `addDays("2026-03-01", -1)` is `2026-02-28`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
