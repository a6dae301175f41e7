/** A session at the bank that stays open while its script is written: one login, then only reads. */
import { RehearsalBrowser } from "@counterfoil/browser"
import { type BrowserUnavailable, ScriptDoesNotLoad, type ScriptRunner } from "@counterfoil/core"
import { localDateAt } from "@counterfoil/domain"
import { Duration, Effect, Option, Scope } from "effect"
import type { Golden } from "./recording/Recording.ts"
import { goldenOf } from "./replay/golden.ts"
import { type OpenRehearsal, originsFor } from "./run/openRehearsal.ts"
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
  readonly read: (bundle: string) => Effect.Effect<LiveRun, ScriptDoesNotLoad | BrowserUnavailable, ScriptRunner>
  readonly isRefused: () => boolean
}

interface Opened extends OpenRehearsal {
  readonly key: string
}

const patience = Duration.minutes(5)
const leavePatience = Duration.seconds(20)

const refusals = new Set(["invalid_credentials", "account_locked", "action_required"])

export const openLiveSession = Effect.fnUntraced(function* (
  options: LiveSessionOptions
): Effect.fn.Return<LiveSession, never, RehearsalBrowser | ScriptRunner | Scope.Scope> {
  const browser = yield* RehearsalBrowser
  const services = yield* Effect.context<ScriptRunner>()
  const scope = yield* Effect.scope
  let opened: Opened | undefined
  let isIn = false
  let isRefused = false
  let last: string | undefined

  const leave = (bundle: string, { origins, page }: Opened) =>
    Effect.scoped(
      rehearse({
        ...options,
        origins,
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
  const leaveNow = (bundle: string, at: Opened, after: "read" | "login") =>
    leave(bundle, at).pipe(
      Effect.timeoutOption(Duration.times(leavePatience, 2)),
      Effect.orElseSucceed(() => Option.none<RehearsalResult>()),
      Effect.flatMap((left) =>
        Option.isSome(left) && left.value.failure === undefined
          ? Effect.void
          : options.notLeft(Option.getOrUndefined(left), after)
      )
    )

  /** A page keeps its origins: whoever corrects them in the manifest needs another one, and with it another login. */
  const pageFor = Effect.fnUntraced(function* (bundle: string) {
    const allowed = yield* originsFor(bundle, options.origins)
    const key = JSON.stringify(allowed)
    if (opened?.key === key) return opened
    if (isIn) {
      const message = "the manifest's origins have changed, and the session is open under others: start anew"
      return yield* new ScriptDoesNotLoad({ message })
    }
    const page = yield* browser.open({ ...allowed, storageState: Option.none() }).pipe(Scope.provide(scope))
    const own = { key, origins: allowed.origins, page }
    opened = own
    // Added behind the page: it runs first, while the page is still there.
    yield* Scope.addFinalizer(
      scope,
      Effect.suspend(() => (isIn && last !== undefined && opened === own ? leaveNow(last, own, "read") : Effect.void))
    )
    return own
  })

  const read = Effect.fnUntraced(function* (bundle: string) {
    const at = yield* pageFor(bundle)
    const now = new Date()
    last = bundle
    const result = yield* rehearse({
      ...options,
      origins: at.origins,
      page: at.page,
      bundle,
      now,
      sleeps: true,
      observes: false,
      patience,
      phases: isIn ? ["extract"] : ["login", "extract"]
    })
    isIn = result.failure?.phase !== "login"
    if (!isIn && mayBeOpen(result)) yield* leaveNow(bundle, at, "login")
    isRefused = result.failure !== undefined && refusals.has(result.failure.kind)
    const today = localDateAt(now.getTime(), result.manifest.zone)
    return { result, golden: goldenOf(result, today), proof: proofOf(result, today) }
  }, Effect.scoped)

  return { read, isRefused: () => isRefused }
})
