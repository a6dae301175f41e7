/**
 * When an account is scraped next, and when not at all. Pure: times are epoch milliseconds or durations in milliseconds,
 * chance comes in as `jitter`, −1 to 1.
 */
import { minuteOfDayAt } from "./LocalDate.ts"
import { withJitter } from "./deliverySchedule.ts"
import { isFatal, type FailureKind } from "./failure.ts"

const minute = 60_000
const hour = 60 * minute

const longestBackOffMillis = 6 * hour
/** The owner is logged in: leave them alone for a while. */
const sessionElsewhereMillis = 30 * minute
/** Where the back-off of an assisted login begins whose code never came. */
const assistedBackOffMillis = 10 * minute

export type RunPlan =
  | { readonly _tag: "RunIn"; readonly delayMs: number }
  /** Only a person's restart leads on. */
  | { readonly _tag: "Block" }

export interface Failure {
  readonly kind: FailureKind
  /** 1 for the first failure of a spell. */
  readonly consecutiveFailures: number
  readonly intervalMs: number
  readonly jitter: number
  /** The account's login is assisted. */
  readonly assisted: boolean
}

/** When an account's next run starts after a failure: twice the wait for each further one, up to six hours, ±20 %. */
export const nextRun = (failure: Failure): RunPlan => {
  if (isFatal(failure.kind)) return { _tag: "Block" }
  return { _tag: "RunIn", delayMs: withJitter(backOff(failure), failure.jitter) }
}

const backOff = ({ kind, consecutiveFailures, intervalMs, assisted }: Failure): number => {
  if (kind === "session_elsewhere") return sessionElsewhereMillis
  // Whoever gave wrong codes or refused is not asked again within a minute, and neither is a bank that counts them.
  const isAboutCodes = kind === "otp_rejected" || (assisted && kind === "otp_timeout")
  const first = isAboutCodes ? Math.max(assistedBackOffMillis, intervalMs) : intervalMs
  return Math.min(first * 2 ** (Math.max(1, consecutiveFailures) - 1), longestBackOffMillis)
}

/** The wait after a run that worked. */
export const regularDelay = (intervalMs: number, jitter: number): number => withJitter(intervalMs, jitter)

/** Times of day in the bank's zone, such as 07:00 to 22:00. From later to earlier means over midnight. */
export interface AssistedHours {
  readonly from: string
  readonly to: string
}

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

/** Whether a scheduled assisted login may call a person now. */
export const withinAssistedHours = (at: number, zone: string, hours: AssistedHours): boolean => {
  const [from, to, now] = [minuteOf(hours.from), minuteOf(hours.to), minuteOfDayAt(at, zone)]
  if (from === to) return true
  return from < to ? now >= from && now < to : now >= from || now < to
}

/** When an assisted login may start: `at` itself within the hours, else at their next opening, to the minute. */
export const nextAssistedStart = (at: number, zone: string, hours: AssistedHours): number => {
  if (withinAssistedHours(at, zone, hours)) return at
  const toMinute = Math.ceil(at / minute) * minute
  const wait = (minuteOf(hours.from) - minuteOfDayAt(toMinute, zone) + 1_440) % 1_440
  // The night that the clocks change is an hour shorter or longer: look around for the opening.
  for (let shift = -120; shift <= 120; shift++) {
    const start = toMinute + (wait + shift) * minute
    if (start >= at && withinAssistedHours(start, zone, hours)) return start
  }
  return toMinute + wait * minute
}

/** A login that the bank refused. */
export interface Rejection {
  readonly accountId: string
  readonly userId: string
  readonly at: number
  /** These very credentials had logged in before. */
  readonly hadLoggedIn: boolean
}

const circuitBreaker = { accounts: 3, users: 2, withinMillis: 10 * minute, pauseMillis: 30 * minute } as const

/**
 * Until when one bank's logins pause, if they should: credentials that used to work, of several users, refused at the same
 * time mean that the site or the script changed. `now` is the time of the latest rejection to look at.
 */
export const bankPauseUntil = (rejections: ReadonlyArray<Rejection>, now: number): number | undefined => {
  const recent = rejections.filter(
    ({ at, hadLoggedIn }) => hadLoggedIn && at <= now && at > now - circuitBreaker.withinMillis
  )
  const accounts = new Set(recent.map(({ accountId }) => accountId))
  const users = new Set(recent.map(({ userId }) => userId))
  return accounts.size >= circuitBreaker.accounts && users.size >= circuitBreaker.users
    ? now + circuitBreaker.pauseMillis
    : undefined
}
