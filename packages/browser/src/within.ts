/** Waiting with an end: the browser's own waits know timeouts, ours need them too. */
import { PageFault } from "@counterfoil/core"
import { Effect } from "effect"

/** Longest wait that a script can ask for; also what 0 ("no limit", in Playwright's words) comes to. */
const longestMillis = 120_000
const defaultMillis = 10_000

/** The milliseconds that a call may take. */
export const timeoutOf = (call: { readonly timeout?: number }): number =>
  call.timeout === undefined
    ? defaultMillis
    : call.timeout === 0
      ? longestMillis
      : Math.min(call.timeout, longestMillis)

export interface Deadline {
  /** Milliseconds left, at least 1: Playwright takes 0 for "no limit". */
  readonly left: () => number
}

export const makeDeadline = (millis: number): Deadline => {
  const end = performance.now() + millis
  return { left: () => Math.max(1, Math.round(end - performance.now())) }
}

/** Waits for `promise`, or throws `Timeout`; the promise itself goes on and may still reject unheard. */
export const within = <A>(promise: Promise<A>, deadline: Deadline, what: string): Promise<A> =>
  withinOr(promise, deadline, () => `${what} did not come about in time`)

/** The same, with a sentence that is made when the time is over. */
export const withinOr = async <A>(promise: Promise<A>, deadline: Deadline, message: () => string): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const millis = deadline.left()
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PageFault({ code: "Timeout", message: message() }))
    }, millis)
    // A browser that was closed meanwhile may never answer: that holds nobody's process.
    timer.unref()
  })
  promise.catch(() => undefined)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

const closingMillis = 5_000

/** Waits for something to close, whether it works or not, but not for ever. */
export const endWithin = (closing: Promise<unknown>): Effect.Effect<void> =>
  Effect.promise(() => within(closing, makeDeadline(closingMillis), "The end").catch(() => undefined)).pipe(
    Effect.asVoid
  )

const browserMillis = 15_000

/** A browser or a page that answers nothing would keep whoever waits for it, and their turn at the bank, for ever. */
export const ofBrowser = <A>(promise: Promise<A>): Promise<A> =>
  within(promise, makeDeadline(browserMillis), "The browser's answer")
