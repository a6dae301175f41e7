/** When an outgoing webhook is tried again. Delays are milliseconds, counted from the end of the previous attempt. */
import { Option } from "effect"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Waits after the first, second … failed attempt of a result webhook: ten attempts over about 75 hours. */
export const resultSchedule: ReadonlyArray<number> = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour
]

/** Waits of a notification, which is about now: after these, every minute until an hour has passed. */
const notificationSchedule: ReadonlyArray<number> = [2, 5, 15, 30, 60].map((seconds) => seconds * second)
const notificationLife = hour

/** How far `jitter` (−1 to 1) moves a delay either way. */
const jitterShare = 0.2

export const withJitter = (delayMs: number, jitter: number): number => Math.round(delayMs * (1 + jitterShare * jitter))

export interface FailedDelivery {
  /** Attempts made so far, 1 or more. */
  readonly attempts: number
  /** Random, −1 to 1; given, so that this stays pure. */
  readonly jitter: number
  /** The receiver's Retry-After, of a 429 or 503 only. */
  readonly retryAfterMs?: number | undefined
}

/** The wait before the next attempt of a result webhook; none when it is exhausted. */
export const nextResultDelay = (failed: FailedDelivery): Option.Option<number> =>
  Option.map(Option.fromUndefinedOr(resultSchedule[failed.attempts - 1]), (base) => delay(base, failed))

/** The wait before the next attempt of a notification, `elapsedMs` after the first one; none when it is exhausted. */
export const nextNotificationDelay = (
  failed: FailedDelivery & { readonly elapsedMs: number }
): Option.Option<number> => {
  const next = delay(notificationSchedule[failed.attempts - 1] ?? minute, failed)
  return failed.elapsedMs + next > notificationLife ? Option.none() : Option.some(next)
}

const delay = (base: number, failed: FailedDelivery): number => {
  const planned = withJitter(base, failed.jitter)
  return failed.retryAfterMs === undefined ? planned : Math.max(planned, capRetryAfter(failed.retryAfterMs, base))
}

/** A receiver may ask for up to twice the planned wait, and for an hour in any case. */
export const capRetryAfter = (retryAfterMs: number, baseMs: number): number =>
  Math.min(Math.max(retryAfterMs, 0), Math.max(2 * baseMs, hour))

/** Milliseconds that a Retry-After header asks for: seconds or an HTTP date. None if it can't be read. */
export const parseRetryAfter = (header: string, nowMs: number): Option.Option<number> => {
  const text = header.trim()
  if (/^\d+$/.test(text)) return Option.some(Number(text) * second)
  const date = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? Option.none() : Option.some(Math.max(0, date - nowMs))
}

export type DeliveryVerdict = "delivered" | "gone" | "retry"

/** What a status means: 2xx is success, 410 disables the endpoint, all else (redirects too) is tried again. */
export const verdictOfStatus = (status: number): DeliveryVerdict =>
  status >= 200 && status < 300 ? "delivered" : status === 410 ? "gone" : "retry"

/** Whether the receiver's Retry-After counts. */
export const honoursRetryAfter = (status: number): boolean => status === 429 || status === 503
