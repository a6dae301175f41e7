/** From what stands in the address to what is asked, and what of it holds. */
import { oneOf } from "../../ui/oneOf.ts"

export const filterNames = ["q", "account", "direction", "pays", "sent", "held", "from", "to"] as const
export type FilterName = (typeof filterNames)[number]
export type MovementFilter = { readonly [Name in FilterName]?: string | undefined }

/** Not before any bank: who types 2026 has typed the years 2, 20 and 202 on the way. */
export const isDay = (text: string): boolean =>
  /^(?:19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** What stands in an address may be anything: what is no day is no filter. */
export const withDays = ({ from, to, ...others }: MovementFilter): MovementFilter => ({
  ...others,
  ...(from !== undefined && isDay(from) ? { from } : {}),
  ...(to !== undefined && isDay(to) ? { to } : {})
})

/** A day of the reader's, as the moment at which it begins. */
const startOf = (day: string | undefined, plus: number): string | undefined => {
  if (day === undefined) return undefined
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + plus)
  return start.toISOString()
}

export const askedFor = ({ account, direction, from, held, pays, q, sent, to }: MovementFilter) => ({
  account_id: account,
  direction: oneOf(["in", "out"], direction),
  pays: oneOf(["yes", "no"], pays),
  sent: oneOf(["yes", "no"], sent),
  held: oneOf(["yes"], held),
  q,
  // The days of the list are the bank's, which begin and end up to a day before or after the reader's.
  from: startOf(from, -1),
  to: startOf(to, 2)
})

/** Of what is answered, what is of the days that were asked for, as the list names them. */
export const isOfDays =
  ({ from, to }: MovementFilter) =>
  ({ booked_date: day }: { readonly booked_date: string }): boolean =>
    (from === undefined || day >= from) && (to === undefined || day <= to)

/** Nothing lies between reversed days, so nothing is asked for. */
export const isReversed = ({ from, to }: MovementFilter): boolean => from !== undefined && to !== undefined && from > to
