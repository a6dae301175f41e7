/** When a pending-orders endpoint that fails is asked again. */

const minute = 60_000

/** A failing endpoint is asked at least this often. */
const longestPollWaitMillis = 30 * minute

export interface PollFailure {
  /** Failed polls in a row, 1 or more. */
  readonly failures: number
  /** Between polls that succeed. */
  readonly intervalMs: number
  /** The endpoint's Retry-After, of a 429 or 503 only. */
  readonly retryAfterMs?: number | undefined
}

/** Doubles from the interval up to half an hour; a longer Retry-After is honoured up to there too. */
export const pollWaitMillis = ({ failures, intervalMs, retryAfterMs }: PollFailure): number => {
  const longest = Math.max(intervalMs, longestPollWaitMillis)
  const planned = intervalMs * 2 ** (Math.max(1, failures) - 1)
  return Math.min(Math.max(planned, retryAfterMs ?? 0), longest)
}
