/** A session at the bank that stays open while its script is written: one login, then only reads. */
import { RehearsalBrowser, type RehearsalPage } from "@counterfoil/browser"
import type { BrowserUnavailable, ScriptDoesNotLoad, ScriptRunner } from "@counterfoil/core"
import { localDateAt } from "@counterfoil/domain"
import { Duration, Effect, Option, type Scope } from "effect"
import type { Golden } from "./recording/Recording.ts"
import { goldenOf } from "./replay/golden.ts"
import type { AskCode } from "./run/rehearsalHost.ts"
import { type Proof, proofOf } from "./run/proof.ts"
import { type Credentials, mayBeOpen, rehearse, type RehearsalResult } from "./run/rehearse.ts"

export interface LiveSessionOptions {
  readonly origins: ReadonlyArray<string>
  /** The first day to read. */
  readonly since: string
  /** Which account of the login to read. */
  readonly account?: string | undefined
  readonly credentials: Credentials
  readonly code: AskCode
  readonly tell: (line: string) => void
  /**
   * Told of a logout that failed: the session stays open at the bank, or may, after a login that ended on a page that the script
   * doesn't know. Undefined: it took too long.
   */
  readonly notLeft: (result: RehearsalResult | undefined, after: "read" | "login") => Effect.Effect<void>
}

export interface LiveRun {
  readonly result: RehearsalResult
  readonly golden: Golden
  /** Undefined: nothing was read. */
  readonly proof: Proof | undefined
}

export interface LiveSession {
  /**
   * Reads with this bundle, in an isolate of its own; logs in first unless that has worked before. After a login that the
   * bank refused it is not tried again.
   */
  readonly read: (bundle: string) => Effect.Effect<LiveRun, ScriptDoesNotLoad, ScriptRunner>
  readonly isRefused: () => boolean
}

const patience = Duration.minutes(5)
const leavePatience = Duration.seconds(20)

const refusals = new Set(["invalid_credentials", "account_locked", "action_required"])

export const openLiveSession = Effect.fnUntraced(function* (
  options: LiveSessionOptions
): Effect.fn.Return<LiveSession, BrowserUnavailable, RehearsalBrowser | ScriptRunner | Scope.Scope> {
  const browser = yield* RehearsalBrowser
  const services = yield* Effect.context<ScriptRunner>()
  const { origins } = options
  const page: RehearsalPage = yield* browser.open({ origins, secretOrigins: origins, storageState: Option.none() })
  let isIn = false
  let isRefused = false
  let last: string | undefined

  const leave = (bundle: string) =>
    Effect.scoped(
      rehearse({
        ...options,
        page,
        bundle,
        now: new Date(),
        sleeps: true,
        observes: false,
        patience: leavePatience,
        phases: ["logout"]
      })
    ).pipe(Effect.provideContext(services))

  /** The bank would take a session that stays open for somebody else's. */
  const leaveNow = (bundle: string, after: "read" | "login") =>
    leave(bundle).pipe(
      Effect.timeoutOption(Duration.times(leavePatience, 2)),
      Effect.orElseSucceed(() => Option.none<RehearsalResult>()),
      Effect.flatMap((left) =>
        Option.isSome(left) && left.value.failure === undefined
          ? Effect.void
          : options.notLeft(Option.getOrUndefined(left), after)
      )
    )

  const read = Effect.fnUntraced(function* (bundle: string) {
    const now = new Date()
    last = bundle
    const result = yield* rehearse({
      ...options,
      page,
      bundle,
      now,
      sleeps: true,
      observes: false,
      patience,
      phases: isIn ? ["extract"] : ["login", "extract"]
    })
    isIn = result.failure?.phase !== "login"
    if (!isIn && mayBeOpen(result)) yield* leaveNow(bundle, "login")
    isRefused = result.failure !== undefined && refusals.has(result.failure.kind)
    const today = localDateAt(now.getTime(), result.manifest.zone)
    return { result, golden: goldenOf(result, today), proof: proofOf(result, today) }
  }, Effect.scoped)

  yield* Effect.addFinalizer(() => (isIn && last !== undefined ? leaveNow(last, "read") : Effect.void))
  return { read, isRefused: () => isRefused }
})
