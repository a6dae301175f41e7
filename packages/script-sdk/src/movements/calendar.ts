/** Days of other calendars than the Gregorian, by the tables of the engine's own `Intl`. */

export type Calendar = "gregorian" | "persian" | "buddhist" | "islamic-umalqura" | "islamic-civil" | "roc"

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

/** The Gregorian day of a day in another calendar; undefined where that calendar has no such day. */
export const fromCalendar = (calendar: Calendar, y: number, m: number, d: number): string | undefined => {
  const wanted = rank(y, m, d)
  let [low, high] = [first, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (rankOf(calendar, middle) < wanted) low = middle + 1
    else high = middle
  }
  return rankOf(calendar, low) === wanted ? new Date(low * dayLength).toISOString().slice(0, 10) : undefined
}
