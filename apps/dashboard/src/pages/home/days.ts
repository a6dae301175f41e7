/** The days of the charts. */
const span = 30

const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, "0")}-${String(time.getDate()).padStart(2, "0")}`

/** So many days of the reader's calendar, up to so many days after today. */
const daysUntil = (now: Date, ahead: number): ReadonlyArray<string> =>
  Array.from({ length: span }, (_, index) =>
    dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead - span + 1 + index))
  )

/** The last thirty days of the reader's calendar. */
export const readersDays = (now: Date): ReadonlyArray<string> => daysUntil(now, 0)

/** A bank's day is another than the reader's: it may be the one after tomorrow where a bank of Kiribati is read in Samoa. */
const mostAhead = 2

/** What is asked for, so that no bank's newest day is left out. */
export const banksDays = (now: Date) => ({
  from: readersDays(now)[0] ?? "",
  to: daysUntil(now, mostAhead).at(-1) ?? ""
})

/** Thirty days up to the reader's own, or to the newest day of a bank that has come. */
export const daysWith = (now: Date, booked: ReadonlyArray<string>): ReadonlyArray<string> => {
  const ahead = [2, 1].find((days) => booked.includes(daysUntil(now, days).at(-1) ?? ""))
  return daysUntil(now, ahead ?? 0)
}
