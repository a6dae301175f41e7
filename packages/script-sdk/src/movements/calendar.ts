/** Days of other calendars than the Gregorian, by the tables of the engine's own `Intl`. */

/** `japanese`: years of Reiwa, and of Heisei where 平成 or H says so. */
export type Calendar = "gregorian" | "persian" | "buddhist" | "islamic-umalqura" | "islamic-civil" | "roc" | "japanese"

/** Letters of an era beside a date, in lower case: its year is none of the Gregorian calendar. */
export const namesEra = /令和|平成|昭和|民國|民国|พ\.?ศ|(?<![\p{L}\d])[rhs]\d{1,2}[./-]\d{1,2}[./-]\d{1,2}(?!\d)/u

/** Digits of other scripts as ASCII, and marks of writing direction left out. */
export const plainDigits = (text: string): string =>
  text
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)))

/** Unicode keeps the ten digits of a script together, zero first. */
const valueOf = (code: number): number => {
  if (code < 128) return code - 48
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

const dayLength = 86_400_000
/** From 1900 to 2200. */
const first = -25_567
const last = 84_006

const formats = new Map<Calendar, Intl.DateTimeFormat>()

const formatOf = (calendar: Calendar): Intl.DateTimeFormat => {
  const known = formats.get(calendar)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    timeZone: "UTC",
    year: "numeric",
    month: "numeric",
    day: "numeric"
  })
  formats.set(calendar, made)
  return made
}

/** One number that grows with the day: year, month and day of the calendar behind each other. */
const rank = (y: number, m: number, d: number): number => y * 10_000 + m * 100 + d

const rankOf = (calendar: Calendar, day: number): number => {
  const parts = new Map<string, string>(
    formatOf(calendar)
      .formatToParts(day * dayLength)
      .map(({ type, value }) => [type, value])
  )
  const number = (type: string) => Number.parseInt(parts.get(type) ?? "", 10)
  const year = parts.has("relatedYear") ? number("relatedYear") : number("year")
  return rank(year, number("month"), number("day"))
}

/** The century of years that are printed with two digits. Those of `roc` have as many as there are. */
const centuries: Readonly<Partial<Record<Calendar, number>>> = {
  buddhist: 2500,
  persian: 1400,
  "islamic-umalqura": 1400,
  "islamic-civil": 1400
}

/** The year before the first of the era that the text names, for years of up to two digits; undefined for eras long gone. */
const eraOf = (text: string): number | undefined => {
  if (/昭和|大正|(?<![\p{L}\d])[st]\s?\d/u.test(text)) return undefined
  return /平成|(?<![\p{L}\d])h\s?\d/u.test(text) ? 1988 : 2018
}

const gregorian = (y: number, m: number, d: number): string | undefined => {
  const day = new Date(Date.UTC(y, m - 1, d))
  return day.getUTCMonth() === m - 1 && day.getUTCDate() === d ? day.toISOString().slice(0, 10) : undefined
}

/** The Gregorian day of a day in another calendar; undefined where that calendar has no such day. `text`: all that is printed, in lower case. */
export const fromCalendar = (calendar: Calendar, y: number, m: number, d: number, text = ""): string | undefined => {
  if (calendar === "japanese") {
    const era = eraOf(text)
    return era === undefined || y >= 100 ? undefined : gregorian(y + era, m, d)
  }
  const wanted = rank(y < 100 ? y + (centuries[calendar] ?? 0) : y, m, d)
  let [low, high] = [first, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (rankOf(calendar, middle) < wanted) low = middle + 1
    else high = middle
  }
  return rankOf(calendar, low) === wanted ? new Date(low * dayLength).toISOString().slice(0, 10) : undefined
}
