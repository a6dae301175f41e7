/** Dates as banks print them, as `YYYY-MM-DD`. */

export type DateOrder = "dmy" | "mdy" | "ymd"

export interface DateOptions {
  readonly order: DateOrder
  /** The year of a date that is printed without one. */
  readonly year?: number
}

const orders: Readonly<Record<DateOrder, readonly [number, number, number]>> = {
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
  ymd: [0, 1, 2]
}

const wrong = (text: string, why: string) => new RangeError(`${JSON.stringify(text)} is not a date: ${why}`)

const pad = (value: number, length: number) => String(value).padStart(length, "0")

/** Two-digit years are of this century. Throws a RangeError on what is no day of the calendar. */
export const date = (text: string, { order, year }: DateOptions): string => {
  const parts = text
    .trim()
    .split(/[^\d]+/)
    .filter((part) => part !== "")
    .map(Number)
  const places = orders[order]
  const isShort = parts.length === 2 && year !== undefined
  if (parts.length !== 3 && !isShort) throw wrong(text, `three numbers in the order ${order} are wanted`)
  const whole = !isShort ? parts : order === "ymd" ? [year, ...parts] : [...parts, year]
  const [y = 0, m = 0, d = 0] = places.map((place) => whole[place] ?? 0)
  const fullYear = y < 100 ? 2000 + y : y
  const result = `${pad(fullYear, 4)}-${pad(m, 2)}-${pad(d, 2)}`
  const checked = new Date(`${result}T00:00:00Z`)
  if (Number.isNaN(checked.getTime()) || checked.toISOString().slice(0, 10) !== result) {
    throw wrong(text, `${result} is no day of the calendar`)
  }
  return result
}

/** `2026-11-03` as the bank's own fields want it: `03/11/2026`. */
export const printDate = (day: string, order: DateOrder, separator = "/"): string => {
  const [y = "", m = "", d = ""] = day.split("-")
  const parts = { dmy: [d, m, y], mdy: [m, d, y], ymd: [y, m, d] }
  return parts[order].join(separator)
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
