/** The local date of an instant, `YYYY-MM-DD`. */
export const localDate = (instant: Date, zone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    instant
  )
