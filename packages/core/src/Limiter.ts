/**
 * Sliding windows in memory: at most so many takes per key within so long. One process counts for itself; the clock is
 * Effect's, so that tests move it. Effect's own RateLimiter has fixed windows or token buckets: it lets twice the limit pass
 * around a window's edge, and takes nothing back.
 */
import { Clock, Data, Duration, Effect } from "effect"

/** No more takes for now. */
export class LimitReached extends Data.TaggedError("LimitReached")<{
  readonly retryAfterSeconds: number
  /** The one of the rules that says no for longest. */
  readonly rule: Rule
}> {}

export interface Rule {
  readonly limit: number
  readonly window: Duration.Duration
}

export interface Limiter {
  /** Counts one, or fails if any rule says no; what is refused isn't counted. */
  readonly take: (key: string) => Effect.Effect<void, LimitReached>
  /** What `take` would say no with, without counting; null: it would pass. */
  readonly wait: (key: string) => Effect.Effect<LimitReached | null>
  /** How many are counted for the key, within the longest window. */
  readonly count: (key: string) => Effect.Effect<number>
  /** Takes the latest one back. */
  readonly giveBack: (key: string) => Effect.Effect<void>
  /** Forgets what was counted for the key. */
  readonly forget: (key: string) => Effect.Effect<void>
}

// Beyond this many keys, those that no window holds any more are swept out; then the oldest.
const KEYS_KEPT = 50_000

export const makeLimiter = (rules: ReadonlyArray<Rule>): Limiter => {
  const longest = Math.max(...rules.map((rule) => Duration.toMillis(rule.window)))
  const taken = new Map<string, Array<number>>()

  /** What was taken later than now was taken by a clock that has been set back since: it counts from now on. */
  const upTo = (now: number, times: Array<number>): Array<number> => {
    for (const [nth, time] of times.entries()) if (time > now) times[nth] = now
    return times
  }

  const recent = (key: string, now: number): Array<number> =>
    upTo(now, taken.get(key) ?? []).filter((time) => time > now - longest)

  const sweep = (now: number): void => {
    for (const [key, times] of taken) {
      if ((times.at(-1) ?? 0) <= now - longest) taken.delete(key)
    }
    for (const key of taken.keys()) {
      if (taken.size <= KEYS_KEPT) return
      taken.delete(key)
    }
  }

  const refusal = (times: ReadonlyArray<number>, now: number): LimitReached | null => {
    const [longestWait] = rules
      .map((rule) => ({ rule, wait: waitOf(rule, times, now) }))
      .sort((a, b) => b.wait - a.wait)
    return longestWait === undefined || longestWait.wait === 0
      ? null
      : new LimitReached({ retryAfterSeconds: Math.ceil(longestWait.wait / 1000), rule: longestWait.rule })
  }

  return {
    wait: (key) => Effect.map(Clock.currentTimeMillis, (now) => refusal(recent(key, now), now)),
    take: (key) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const times = recent(key, now)
        const refused = refusal(times, now)
        if (refused !== null) return refused
        taken.set(key, [...times, now])
        if (taken.size > KEYS_KEPT) sweep(now)
        return Effect.void
      }),
    count: (key) => Effect.map(Clock.currentTimeMillis, (now) => recent(key, now).length),
    giveBack: (key) => Effect.sync(() => void taken.get(key)?.pop()),
    forget: (key) => Effect.sync(() => taken.delete(key))
  }
}

/** Milliseconds until the rule lets one more pass; 0 if it does already. */
const waitOf = ({ limit, window }: Rule, times: ReadonlyArray<number>, now: number): number => {
  const start = now - Duration.toMillis(window)
  const within = times.filter((time) => time > start)
  const freed = within[within.length - limit]
  return freed === undefined ? 0 : Math.max(1, freed - start)
}
