/** Plays a recording to a script: a real isolate and a real browser, behind a proxy that has no way out. */
import type { RehearsalBrowser } from "@counterfoil/browser"
import type { BrowserUnavailable, DeclaredRequest, ScriptDoesNotLoad, ScriptRunner } from "@counterfoil/core"
import { localDateAt } from "@counterfoil/domain"
import { Deferred, Duration, Effect, Option, Redacted } from "effect"
import type { Golden, Recording } from "../recording/Recording.ts"
import { openRehearsal } from "../run/openRehearsal.ts"
import { type Proof, proofOf } from "../run/proof.ts"
import { rehearse, type RehearsalResult } from "../run/rehearse.ts"
import { goldenOf } from "./golden.ts"
import { makeMatcher } from "./matchRequest.ts"
import { openReplayProxy, type ReplayReport } from "./ReplayProxy.ts"

export interface Replay {
  /** Undefined: the replay ended as soon as the page asked for something that was not recorded. */
  readonly result: RehearsalResult | undefined
  readonly golden: Golden
  /** Undefined: nothing was read. */
  readonly proof: Proof | undefined
  readonly traffic: ReplayReport
  /** How many of the recorded exchanges were used. */
  readonly used: number
}

export interface ReplayOptions {
  /** To learn what changes by itself: a request that fits none exactly takes the next answer of its kind. */
  readonly learning?: boolean
  /** Describes the elements that the script uses. */
  readonly observes?: boolean
  /** How far from the recording's the clock stands, in milliseconds. (Default: 0) */
  readonly clockShift?: number
  /** What the page may send besides what the manifest declares. */
  readonly alsoAllowed?: ReadonlyArray<DeclaredRequest>
  readonly tell?: (line: string) => void
}

const patience = Duration.seconds(60)

/** Gives the recorded codes in their order; the last one again when there is none left. */
const codesOf = (recorded: ReadonlyArray<string>) => {
  let given = 0
  return () =>
    Effect.sync(() => {
      const code = recorded[Math.min(given, recorded.length - 1)] ?? "000000"
      given += 1
      return Redacted.make(code)
    })
}

export const replayRecording = (
  bundle: string,
  recording: Recording,
  options: ReplayOptions = {}
): Effect.Effect<Replay, ScriptDoesNotLoad | BrowserUnavailable, RehearsalBrowser | ScriptRunner> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { answers, exchanges, head } = recording
      const matcher = makeMatcher({
        exchanges,
        volatile: new Set(head.volatile),
        learning: options.learning ?? false
      })
      const clock = Date.parse(head.clock) + (options.clockShift ?? 0)
      const lost = yield* Deferred.make<void>()
      const proxy = yield* openReplayProxy({
        matcher,
        recordedAt: Date.parse(head.clock),
        onUnmatched: () => Deferred.doneUnsafe(lost, Effect.void)
      })
      const { origins, page } = yield* openRehearsal(bundle, {
        origins: head.origins,
        storageState: Option.none(),
        proxy: proxy.server,
        clock
      })
      const story = rehearse({
        page,
        bundle,
        origins,
        now: new Date(clock),
        since: head.since,
        account: head.account,
        credentials: { username: Redacted.make(answers.username), password: Redacted.make(answers.password) },
        code: codesOf(answers.codes),
        sleeps: false,
        observes: options.observes ?? false,
        patience,
        alsoAllowed: options.alsoAllowed,
        tell: options.tell ?? (() => undefined)
      })
      // What comes after a request without an answer is of no interest, and would only be waited for in vain.
      const result = yield* Effect.raceFirst(story, Effect.as(Deferred.await(lost), undefined))
      const today = localDateAt(Date.parse(head.clock), result?.manifest.zone ?? "UTC")
      const golden = result === undefined ? { outcome: "request_unmatched" } : goldenOf(result, today)
      const proof = result === undefined ? undefined : proofOf(result, today)
      return { result, golden, proof, traffic: proxy.report(), used: matcher.used() }
    })
  ).pipe(Effect.withSpan("replayRecording"))
