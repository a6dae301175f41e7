/**
 * A bank's local dates (`2026-11-20`) and what they mean as instants. Instants are epoch milliseconds, UTC; zones are
 * IANA names.
 */
import { DateTime, Option, Schema } from "effect"
import { remembered } from "./collections.ts"

const dayMillis = 86_400_000
const hourMillis = 3_600_000

/** Days or hours that are remembered: more than a month's. */
const most = 5_000

/** Of what looks like a day: the twenty thousand rows of a list are of a few hundred days. */
const dayIfAny = remembered(most, (text: string): number | "none" => {
  const millis = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(millis) || new Date(millis).toISOString().slice(0, 10) !== text ? "none" : millis / dayMillis
})

const calendarDay = (text: string): number | undefined => {
  // Before anything is remembered: a text may be long.
  // The calendar has no year 0, and no database takes it.
  const day = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? dayIfAny(text) : "none"
  return day === "none" ? undefined : day
}

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export const isLocalDate = (text: string): boolean => calendarDay(text) !== undefined

export const LocalDate = Schema.String.check(
  Schema.makeFilter((text: string) => isLocalDate(text) || "a calendar date such as 2026-11-20")
)

/** A time of day as banks print it, `HH:MM` or `HH:MM:SS`. */
export const LocalTime = Schema.String.check(Schema.isPattern(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/))

const dayNumber = remembered(most, (date: string): number => {
  const day = calendarDay(date)
  if (day === undefined) throw new RangeError(`${JSON.stringify(date)} is not a calendar date`)
  return day
})

const dateOfDay = remembered(most, (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10))

export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days)

/** Days from one date to the other; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** Weekdays after `from` up to and with `to`; negative if `to` is earlier. Bank holidays are not known. */
export const businessDaysBetween = (from: string, to: string): number => {
  const [first, last, sign] = from <= to ? [from, to, 1] : [to, from, -1]
  const start = dayNumber(first)
  const length = daysBetween(first, last)
  let count = 5 * Math.floor(length / 7)
  // 1970-01-01, day 0, was a Thursday: days 2 and 3 of each week of seven from there are a weekend.
  for (let day = start + 7 * Math.floor(length / 7) + 1; day <= start + length; day++) {
    const weekday = ((day % 7) + 7) % 7
    if (weekday !== 2 && weekday !== 3) count++
  }
  return count === 0 ? 0 : sign * count
}

export const earlierDate = (a: string, b: string): string => (a <= b ? a : b)
export const laterDate = (a: string, b: string): string => (a >= b ? a : b)

/** Whether the runtime knows the zone. */
export const isTimeZone = (zone: string): boolean => Option.isSome(DateTime.zoneMakeNamed(zone))

/** An unknown zone counts as UTC: what was stored once must not stop its account. */
const namedZone = (zone: string): DateTime.TimeZone =>
  Option.getOrElse(DateTime.zoneMakeNamed(zone), () => DateTime.zoneMakeNamedUnsafe("UTC"))

const zoned = (millis: number, zone: string): DateTime.Zoned =>
  DateTime.makeZonedUnsafe(millis, { timeZone: namedZone(zone) })

/** The local date at an instant. */
export const localDateAt = (millis: number, zone: string): string => {
  const { dateAtHour } = zoneOf(zone)
  const hour = Math.floor(millis / hourMillis)
  const date = dateAtHour(hour)
  // Where both ends of an hour have one date, all of it has: no zone turns its clock back over midnight any more.
  return date === dateAtHour(hour + 1) ? date : DateTime.formatIsoDate(zoned(millis, zone))
}

/** To ask for the parts of an instant in a zone is a hundred times as slow as to remember them. */
const zoneOf = remembered(100, (zone: string) => ({
  dateAtHour: remembered(most, (hour: number) => DateTime.formatIsoDate(zoned(hour * hourMillis, zone))),
  midnightOf: remembered(most, (date: string) => instantOfWall(Date.parse(`${date}T00:00Z`), zone))
}))

/** Minutes since local midnight by the clock on the wall. */
export const minuteOfDayAt = (millis: number, zone: string): number => {
  const { hour, minute } = DateTime.toParts(zoned(millis, zone))
  return hour * 60 + minute
}

/** The time by the clock on the wall, `HH:MM`, with seconds where there are any. */
export const timeOfDayAt = (millis: number, zone: string): string => {
  const { hour, minute, second } = DateTime.toParts(zoned(millis, zone))
  const parts = second === 0 ? [hour, minute] : [hour, minute, second]
  return parts.map((part) => String(part).padStart(2, "0")).join(":")
}

/**
 * The instant of a local date and time, midnight where no time is given. A time that the zone skips moves forward by the
 * gap; one that happens twice is the first.
 */
export const instantOf = (date: string, time: string | undefined, zone: string): number => {
  const wall = Date.parse(`${date}T${time ?? "00:00"}Z`)
  if (!isLocalDate(date) || Number.isNaN(wall)) throw new RangeError(`${date} ${time ?? ""} is not a local time`)
  const midnight = zoneOf(zone).midnightOf(date)
  if (time === undefined) return midnight
  // A day of 24 hours has one offset: no zone goes back and forth within one.
  const next = addDays(date, 1)
  const isWhole = isLocalDate(next) && zoneOf(zone).midnightOf(next) - midnight === dayMillis
  return isWhole ? midnight + (wall - Date.parse(`${date}T00:00Z`)) : instantOfWall(wall, zone)
}

const instantOfWall = (wall: number, zone: string): number =>
  DateTime.toEpochMillis(
    DateTime.makeZonedUnsafe(wall, {
      timeZone: namedZone(zone),
      adjustForTimeZone: true,
      disambiguation: "compatible"
    })
  )
