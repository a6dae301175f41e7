/** Pauses in asking an owner. All times are epoch milliseconds. */

/** Until when an owner isn't asked by the schedule, whatever the hours. */
export interface AskPause {
  readonly until: number
  /** Because they said so, or because they were asked as often in a day as they allow. */
  readonly because: "snoozed" | "asked_enough"
}

/** The later of the two pauses that there may be; null: none is of now. */
export const askPauseOf = (
  now: number,
  until: { readonly snoozed: number | null; readonly askedEnough: number | null }
): AskPause | null => {
  const [snoozed, askedEnough] = [until.snoozed ?? 0, until.askedEnough ?? 0]
  const last = Math.max(snoozed, askedEnough)
  if (last <= now) return null
  return { until: last, because: snoozed >= askedEnough ? "snoozed" : "asked_enough" }
}
