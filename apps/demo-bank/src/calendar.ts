/** A calendar day of the bank's zone, `yyyy-mm-dd`. */
export type LocalDate = string

/** The bank's own zone; every date that it prints is of this zone. */
const zone = "Europe/Madrid"

const parts = new Intl.DateTimeFormat("sv-SE", {
  timeZone: zone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23"
})

export const localDateOf = (instant: Date): LocalDate => parts.format(instant).slice(0, 10)

/** `HH:MM` in the bank's zone. */
export const localTimeOf = (instant: Date): string => parts.format(instant).slice(11, 16)

export const addDays = (date: LocalDate, days: number): LocalDate => {
  const noon = new Date(`${date}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() + days)
  return noon.toISOString().slice(0, 10)
}

export const isLocalDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const noon = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text)
}

export const isLocalTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** `31/12/2025` */
export const printDate = (date: LocalDate): string => date.split("-").toReversed().join("/")

/** Reads `31/12/2025` or `2025-12-31`. */
export const parseDate = (text: string): LocalDate | undefined => {
  const trimmed = text.trim()
  const printed = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(trimmed)
  const date = printed === null ? trimmed : `${printed[3]}-${printed[2]}-${printed[1]}`
  return isLocalDate(date) ? date : undefined
}
