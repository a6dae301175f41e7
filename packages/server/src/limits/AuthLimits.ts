/**
 * Against guessing: requests per address, failures per e-mail and address together, and per e-mail alone only a growing
 * delay, so that a stranger can't lock an owner out.
 */
import { emailKeyOf, type LimitReached, makeLimiter } from "@counterfoil/core"
import { hash } from "node:crypto"
import { Context, Duration, Effect, Layer } from "effect"

export interface AuthLimitOptions {
  /** To `/auth/*`, per address. */
  readonly requestsPerMinute: number
  /** Per e-mail and address together. */
  readonly failuresPerQuarterHour: number
}

export class AuthLimits extends Context.Service<
  AuthLimits,
  {
    /** Counts one request to `/auth/*`. */
    readonly admit: (address: string) => Effect.Effect<void, LimitReached>
    /** The same for a log-in: whoever has to wait for another try because of failures is told of that wait, if it is longer. */
    readonly admitLogIn: (who: {
      readonly email: string
      readonly address: string
    }) => Effect.Effect<void, LimitReached>
    /** Counts one change of a password: each takes as much of the processor as a log-in. */
    readonly admitChange: (userId: string) => Effect.Effect<void, LimitReached>
    /**
     * Runs a check of a password. It counts as a failure from its start, so that many at once don't all pass; success
     * forgets all failures, an error that isn't one by `counts` takes only itself back.
     */
    readonly guard: (who: {
      readonly email: string
      readonly address: string
    }) => <A, E, R>(
      check: Effect.Effect<A, E, R>,
      counts: (error: E) => boolean
    ) => Effect.Effect<A, E | LimitReached, R>
  }
>()("@counterfoil/server/limits/AuthLimits") {
  static readonly layer = (options: AuthLimitOptions) => Layer.sync(AuthLimits, () => make(options))
}

const quarterHour = Duration.minutes(15)

const make = (options: AuthLimitOptions): AuthLimits["Service"] => {
  const requests = makeLimiter([{ limit: options.requestsPerMinute, window: Duration.minutes(1) }])
  const changes = makeLimiter([{ limit: options.requestsPerMinute, window: Duration.minutes(1) }])
  const failures = makeLimiter([{ limit: options.failuresPerQuarterHour, window: quarterHour }])
  const failuresOfEmail = makeLimiter([{ limit: Number.MAX_SAFE_INTEGER, window: quarterHour }])

  const pairOf = (who: { readonly email: string; readonly address: string }) =>
    `${ownerOf(who.email)} ${network(who.address)}`

  return {
    admit: (address) => requests.take(network(address)),
    admitLogIn: (who) =>
      Effect.catch(requests.take(network(who.address)), (soon) =>
        Effect.flatMap(failures.wait(pairOf(who)), (later) =>
          Effect.fail(later !== null && later.retryAfterSeconds > soon.retryAfterSeconds ? later : soon)
        )
      ),
    admitChange: (userId) => changes.take(userId),
    guard:
      ({ address, email }) =>
      (check, counts) =>
        Effect.gen(function* () {
          const owner = ownerOf(email)
          const pair = pairOf({ email, address })
          yield* failures.take(pair)
          yield* Effect.sleep(delayAfter(yield* failuresOfEmail.count(owner)))
          const forget = Effect.andThen(failures.forget(pair), failuresOfEmail.forget(owner))
          return yield* check.pipe(
            Effect.tap(() => forget),
            Effect.tapError((error) =>
              counts(error) ? Effect.ignore(failuresOfEmail.take(owner)) : failures.giveBack(pair)
            )
          )
        })
  }
}

/** What is longer is nobody's e-mail (RFC 5321), and would be kept for a quarter of an hour and more. */
const longestEmail = 320

const ownerOf = (email: string): string => {
  const key = emailKeyOf(email)
  return key.length <= longestEmail ? key : hash("sha256", key)
}

/** Nothing for the first failures of an e-mail, then 250 ms doubling up to 5 s. */
export const delayAfter = (failures: number): Duration.Duration =>
  Duration.millis(failures < 3 ? 0 : Math.min(5_000, 250 * 2 ** (failures - 3)))

/** An IPv6 caller has a whole /64 to call from: that is what counts as one address. */
export const network = (address: string): string => {
  if (!address.includes(":")) return address
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? 0 : tail.split(":").length
  const filled =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after)).fill("0")]
  return `${filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
