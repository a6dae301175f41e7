/** Dates as banks print them, as `YYYY-MM-DD`. */
import { localDate } from "../localDate.ts"
import { type Calendar, fromCalendar, namesEra, plainDigits } from "./calendar.ts"

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

/** How months begin in the languages of Europe and in Hebrew, without accents. `lipanj` is Croatian, `marraskuu` Finnish. */
const months = [
  "jan|ene|gen|sty|tammi|ינו",
  "feb|fev|lut|helmi|פבר",
  "mar(?!ras)|maa|mrt|mrz|מרץ|מרס",
  "apr|abr|avr|kwi|huhti|אפר",
  "may|mai|mag|mei|maj|touko|מאי",
  "jun|juin|giu|cze|lip(?:n|anj)|kesa|יונ",
  "jul|juil|lug|lip(?!n|anj)|heina|יול",
  "aug|ago|aou|sie|elo|אוג",
  "sep|set|wrz|syys|ספט",
  "oct|okt|out|ott|paz|loka|אוק",
  "nov|lis|marras|נוב",
  "dec|dez|dic|des|gru|joulu|דצמ"
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

/** What banks may still show. What is beyond them is of another calendar, or digits cut in another order. */
const [firstYear, lastYear] = [1900, 2199]
/** Two digits of a year to come: a loan's last instalment, but no 69 of the Buddhist calendar. */
const mostYearsAhead = 30

const asDay = (text: string, y: number, m: number, d: number, today?: string): string => {
  const year = y < 100 ? 2000 + y : y
  const mostYear = y < 100 && today !== undefined ? Number(today.slice(0, 4)) + mostYearsAhead : lastYear
  if (year < firstYear || year > mostYear) {
    throw wrong(text, `its year would be ${year}: is its calendar or its order another?`)
  }
  const result = `${year}-${pad(m, 2)}-${pad(d, 2)}`
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
const namedDate = (text: string, numbers: ReadonlyArray<string>, month: number, today?: string): string => {
  const isYearFirst = (numbers[0]?.length ?? 0) === 4
  const [y = 0, d = 0] = (isYearFirst ? numbers : numbers.toReversed()).map(Number)
  return asDay(text, y, month, d, today)
}

/** A date in numbers alone, between words: these are a weekday or a label, and no month (`mar 24/11` is a Tuesday). */
const inNumbers = /^\D*(?:\d{1,2}[./-]\d{1,2}|\d{1,4}([./-])\d{1,2}\1\d{1,4})\.?(?:\D*)$/
/** Weekdays that begin like March: martes, mardi, maandag. Beside another month they are no month. */
const weekdays = /^(?:mar|maa)/

const wordsIn = (text: string): ReadonlyArray<string> => text.match(/\p{L}+/gu) ?? []

/** The day stands before the month's name, or else a number behind it. Words that only begin like a month have neither, mostly. */
const dayBefore = /(?<!\d)\d{1,2}(?:st|nd|rd|th|er|º|°)?\.?(?:\s+|[-/])?(?:de\s+|d['’]\s*)?$/
const numberBehind = /^\.?,?(?:\s+|[-/])?(?:de\s+)?\d/

const namedMonth = (text: string, plain: string): number => {
  if (inNumbers.test(plain)) return 0
  const named = [...plain.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
    const month = monthOf(word)
    const [before, behind] = [plain.slice(0, index), plain.slice(index + word.length)]
    return month === 0 ? [] : [{ month, mayBeWeekday: weekdays.test(word), before, behind }]
  })
  const groups = [
    named.filter(({ before }) => dayBefore.test(before)),
    named.filter(({ behind }) => numberBehind.test(behind))
  ]
  const [likely = named] = groups.filter(({ length }) => length > 0)
  const certain = likely.filter(({ mayBeWeekday }) => !mayBeWeekday)
  const found = new Set((certain.length > 0 ? certain : likely).map(({ month }) => month))
  if (found.size > 1) throw wrong(text, "it names two months")
  return [...found][0] ?? 0
}

/** `2 days ago`, `3mo ago`, `3 sett. fa`, `hace 12 min`: units are counted in it, of which some begin like a month. */
const isAge =
  /\d\s*(?:second|sec|minute|min|mo|hour|hr|day|week|wk|month|year|yr|[smhdwy])s?\.?\s+ago(?!\p{L})|\d\s*\p{L}+\.?\s+fa$|^(?:hace|vor|il y a|fa)\s+\d+\s*\p{L}/u

/** In East Asia each number says what it is, whatever the order of the bank's other dates. */
const saysWhatIsWhat = /\d\s*[月월]\s*\d{1,2}\s*[日일]/

/** What keeps it from being a date, if anything is known of it. */
const whyNot = (plain: string, numbers: ReadonlyArray<string>, order: DateOrder): string => {
  const word = wordsIn(plain).at(-1)
  if (numbers.length === 0) return "it has no numbers"
  if (numbers.length === 2 && word !== undefined && numbers.some(({ length }) => length === 4)) {
    return `"${word}" is no month that is known: transform can put its number there`
  }
  return `three numbers in the order ${order} are wanted`
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
 * is no day of the calendar, and on what is of another one.
 */
export const date = (text: string, options: DateOptions): string => {
  const { calendar, today, year, above = today } = options
  const order = saysWhatIsWhat.test(plainDigits(text).normalize("NFKC")) ? "ymd" : options.order
  const plain = withoutAccents(plainDigits(text)).trim()
  const ago = daysAgo[plain.replace(/[,.\s].*$/, "")]
  if (ago !== undefined && today !== undefined) return addDays(today, -ago)
  if (/\d[t\s]+\d{2}:\d{2}.*(?:z|utc|gmt|[+-]\d{2}:?\d{2})$/.test(plain)) {
    throw wrong(text, "it is an instant: use localDay")
  }
  if (isAge.test(plain)) throw wrong(text, "it is an age, and not a day: where does the page print the day?")
  const withoutTime = plain
    .replace(/(?<=\d)[t\s,]+(?:a las |at |um |a )?\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\.\d+)?\s*(?:h|am|pm|uhr)?$/, "")
    .replace(/(?<=[\p{L}.\d])[\s,]+(?:a las |at |um |a )?\d{1,2}(?::\d{2}(?::\d{2})?\s*(?:h|am|pm|uhr)?|\s?h)$/u, "")
  const isOther = calendar !== undefined && calendar !== "gregorian"
  const half = withoutTime.normalize("NFKC")
  if (!isOther && namesEra.test(half)) {
    throw wrong(text, `it is of another calendar: give it as calendar ("japanese", "roc", …)`)
  }
  const month = namedMonth(text, withoutTime)
  const digits = numbersIn(withoutTime)
  const [only = ""] = digits
  const numbers =
    month === 0 && digits.length === 1 && /^\d{6}(\d\d)?$/.test(only) ? compact(only, order) : digits.map(Number)
  const wanted = month > 0 ? 2 : 3
  if (isOther) {
    const inFull = calendar === "japanese" ? numbersIn(withoutTime.replace("元", "1")).map(Number) : numbers
    if (month > 0 || inFull.length !== 3) throw wrong(text, `three numbers in the order ${order} are wanted`)
    const [y = 0, m = 0, d = 0] = orders[order].map((place) => inFull[place] ?? 0)
    const day = fromCalendar(calendar, y, m, d, half)
    if (day === undefined) throw wrong(text, `it is no day of the calendar ${calendar}`)
    return day
  }
  if (numbers.length === wanted) {
    if (month > 0) return namedDate(text, digits, month, today)
    checkYearsPlace(text, digits, order)
    const [y = 0, m = 0, d = 0] = orders[order].map((place) => numbers[place] ?? 0)
    return asDay(text, y, m, d, today)
  }
  const [d, m] = dayAndMonth(numbers, month, order)
  const own = year ?? (above === undefined ? undefined : latestYear(above, m, d))
  const isWithoutYear = numbers.length === wanted - 1 && digits.every(({ length }) => length < 4)
  if (!isWithoutYear || own === undefined) throw wrong(text, whyNot(withoutTime, digits, order))
  return asDay(text, own, m, d)
}

/** Its zone is said: what is without one would be read in the zone of the machine. */
const isInstant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})$/
/** 1973 in milliseconds; in seconds it would be the year 5138. */
const leastMilliseconds = 100_000_000_000

/**
 * The local date of an instant (`2026-11-03T23:30:00Z`, or milliseconds since 1970) in a zone. Throws a RangeError on a time
 * that doesn't say its zone: its day is the one that it prints.
 */
export const localDay = (instant: string | number, zone: string): string => {
  if (typeof instant === "number" && instant < leastMilliseconds) {
    throw wrong(String(instant), "an instant is wanted in milliseconds since 1970")
  }
  const at = new Date(instant)
  if (Number.isNaN(at.getTime()) || (typeof instant === "string" && !isInstant.test(instant))) {
    throw wrong(String(instant), "it is no instant, which ends with Z or its distance from UTC")
  }
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
