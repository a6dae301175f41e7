/** Dates, money and ages in the reader's own way. */
export interface Formats {
  readonly money: (amount: string | number, currency: string) => string
  /** A round sum at an axis, short: "€200,000", "€2M". */
  readonly roundMoney: (amount: number, currency: string) => string
  readonly number: (value: number) => string
  readonly percent: (share: number) => string
  readonly day: (time: string | number) => string
  readonly shortDay: (date: string) => string
  readonly moment: (time: string | number) => string
  readonly clock: (time: string | number) => string
  /** "3 minutes ago", "in 20 seconds". */
  readonly ago: (time: string | number, now: number) => string
  /** The words in which a locale lists several things. */
  readonly list: (parts: ReadonlyArray<string>) => string
}

const steps: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
]

/** Between the days on which they are, in the reader's zone: what was yesterday was so whether 2 or 40 hours have passed. */
const daysBetween = (time: number, now: number): number => {
  const [day, today] = [time, now].map((each) => new Date(each).setHours(0, 0, 0, 0))
  // A day has 23 or 25 hours where clocks are changed.
  return Math.round(((day ?? 0) - (today ?? 0)) / 86_400_000)
}

const once = <A, B>(make: (key: A) => B) => {
  const made = new Map<A, B>()
  return (key: A): B => {
    const found = made.get(key) ?? make(key)
    made.set(key, found)
    return found
  }
}

/** Texts in Spanish have no point in 1250,00; in columns, and at Spanish banks, it is 1.250,00. */
const asBanks = { style: "currency", useGrouping: "always" } as const

export const formatsFor = (locale: string): Formats => {
  const currencies = once((currency: string) => {
    const usual = new Intl.NumberFormat(locale, { ...asBanks, currency })
    const withDecimals = once(
      (places: number) => new Intl.NumberFormat(locale, { ...asBanks, currency, minimumFractionDigits: places })
    )
    const most = usual.resolvedOptions().maximumFractionDigits ?? 0
    return (amount: number | `${number}`) => {
      // Locales write some currencies (HUF, COP, IQD) without decimals that ISO 4217 and banks have: they would be rounded away.
      const places = typeof amount === "number" ? 0 : placesOf(amount)
      return places > most ? withDecimals(Math.max(fewest, places)).format(amount) : usual.format(amount)
    }
  })
  const rounds = once((currency: string) => {
    const whole = new Intl.NumberFormat(locale, { ...asBanks, currency, maximumFractionDigits: 0 })
    const short = new Intl.NumberFormat(locale, { style: "currency", currency, notation: "compact" })
    return (amount: number) => (amount < 1_000_000 ? whole : short).format(amount)
  })
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 })
  const days = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" })
  // A day without a time is the bank's or the reader's own: it is the same day wherever it is read.
  const plainDays = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC"
  })
  const shortDays = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" })
  const moments = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit"
  })
  const clocks = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" })
  const ages = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  const lists = new Intl.ListFormat(locale, { type: "conjunction" })
  return {
    // A decimal text goes to Intl as it is: money is never made a float.
    money: (amount, currency) => currencies(currency)(typeof amount === "number" ? amount : decimal(amount)),
    // Of less than one there are cents.
    roundMoney: (amount, currency) =>
      Number.isInteger(amount) ? rounds(currency)(amount) : currencies(currency)(amount),
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
    day: (time) => (isPlainDay(time) ? plainDays : days).format(new Date(time)),
    shortDay: (date) => shortDays.format(new Date(date)),
    moment: (time) => moments.format(new Date(time)),
    clock: (time) => clocks.format(new Date(time)),
    ago: (time, now) => {
      const then = new Date(time).getTime()
      const seconds = Math.round((then - now) / 1000)
      const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1]
      return ages.format(unit === "day" ? daysBetween(then, now) : Math.trunc(seconds / size), unit)
    },
    list: (parts) => lists.format(parts)
  }
}

const isPlainDay = (time: string | number): boolean => typeof time === "string" && /^\d{4}-\d\d-\d\d$/.test(time)

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)
const decimal = (text: string): `${number}` => (isDecimal(text) ? text : "0")

/** Of an amount with any. */
const fewest = 2

/** How many decimals it has, zeros at the end aside. */
const placesOf = (text: string): number => (text.split(".")[1] ?? "").replace(/0+$/, "").length
