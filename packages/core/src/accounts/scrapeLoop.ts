/** What the scrape loop of an actor does next, one step at a time: skip, wait, or run a cycle and account for its outcome. */
import { DateTime, Duration, Effect, Random, Ref } from "effect"
import {
  isFatal,
  isLoginFailureKind,
  nextAssistedStart,
  nextRun,
  regularDelay,
  type SessionEvent,
  type SessionState
} from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { countScrape } from "../operators/metrics.ts"
import type { Taken } from "../movements/MovementIntake.ts"
import type { OtpDesk } from "../otp/OtpDesk.ts"
import { type RunnableScript, ScriptRegistry } from "../scripts/ScriptRegistry.ts"
import { ScriptReportRepository } from "../scripts/ScriptReportRepository.ts"
import type { SessionFailure } from "../sessions/SessionFailure.ts"
import { AccountPolicy, type AccountPolicyShape } from "./AccountPolicy.ts"
import { Accounts, type AccountSettings, type BankCredentials } from "./Accounts.ts"
import { ActorRepository, type ActorState } from "./ActorRepository.ts"
import type { Claim } from "./Claim.ts"
import { endHeld, type HeldSession, runCycle } from "./ScrapeCycle.ts"
import { pullBrake } from "./pullBrake.ts"
import { ScrapeJobs } from "./ScrapeJobs.ts"

export interface ScrapeLoopContext {
  readonly accountId: string
  readonly claim: Claim
  readonly desk: OtpDesk
  readonly held: Ref.Ref<HeldSession | null>
  readonly state: Effect.Effect<SessionState>
  /** Moves the session's state machine. */
  readonly move: (event: SessionEvent) => Effect.Effect<void>
  /** Runs after movements were taken in: poll orders, match. */
  readonly onTaken: (taken: Taken) => Effect.Effect<void>
}

interface Ready {
  readonly settings: AccountSettings
  readonly credentials: BankCredentials
  readonly script: RunnableScript
}

/**
 * One step. Answers "gone" (the account is deleted, or another activation took over), "again", after how long to look again,
 * or null: when woken.
 */
export const scrapeStep = Effect.fn("AccountActor.scrapeStep")(function* (context: ScrapeLoopContext) {
  const actors = yield* ActorRepository
  const state = yield* actors.load(context.accountId)
  if (state === null || state.epoch !== context.claim.epoch) {
    yield* endHeld({ state: context, held: context.held }, state === null ? "account_deleted" : "lost")
    return "gone" as const
  }
  const ready = yield* whatIsMissing(state)
  if (typeof ready === "string") return yield* stayIdle(context, state)
  yield* leaveRest(context)
  const wait = yield* waitBefore(context, state, ready)
  if (wait !== null) return wait
  return yield* runOnce(context, state, ready)
})

/** What kept the account from running is over. */
const leaveRest = Effect.fnUntraced(function* (context: ScrapeLoopContext) {
  const state = yield* context.state
  if (state === "paused") yield* context.move("resume")
  if (state === "blocked") yield* context.move("restart")
})

/** Why nothing can run, or everything that a run needs. */
const whatIsMissing = Effect.fnUntraced(function* (state: ActorState) {
  if (state.blockedReason !== null) return `scraping is blocked: ${state.blockedReason}`
  if (state.status === "paused") return "the account is paused"
  const accounts = yield* Accounts
  const settings = yield* accounts.findSettings(state.accountId)
  if (settings === null) return "no settings are saved"
  const credentials = yield* accounts.credentials(state.accountId)
  if (credentials === null) return "no bank credentials are saved"
  const script = yield* (yield* ScriptRegistry).active(state.bankId)
  if (script === null) return "the bank has no active script"
  const ready: Ready = { settings, credentials, script }
  return ready
})

/** Closes what is open, answers a waiting job with the reason, and waits to be woken. */
const stayIdle = Effect.fnUntraced(function* (context: ScrapeLoopContext, state: ActorState) {
  const jobs = yield* ScrapeJobs
  if ((yield* Ref.get(context.held)) !== null) {
    yield* context.move("close")
    yield* endHeld({ state, held: context.held }, "not_runnable")
    yield* context.move("closed")
  }
  yield* takeRest(context, state)
  return (yield* jobs.hasQueued(state.accountId)) ? yield* context.claim.during(skipJob(context)) : null
})

/** A blocked account that is paused too shows as blocked. */
const takeRest = Effect.fnUntraced(function* (context: ScrapeLoopContext, state: ActorState) {
  const now = yield* context.state
  const wanted = state.blockedReason !== null ? "blocked" : state.status === "paused" ? "paused" : now
  if (now === wanted) return
  yield* context.move(wanted === "blocked" ? "block" : "pause")
})

/**
 * Answers the job that waits with the reason why nothing runs, as it holds under the account's lock: a person may have lifted
 * it in the very commit that asked for the scrape.
 */
const skipJob = Effect.fnUntraced(function* ({ accountId }: ScrapeLoopContext) {
  const actors = yield* ActorRepository
  const jobs = yield* ScrapeJobs
  const activity = yield* ActivityLog
  const state = yield* actors.load(accountId)
  const reason = state === null ? "the account is deleted" : yield* whatIsMissing(state)
  if (typeof reason !== "string") return "again" as const
  const job = yield* jobs.take(accountId)
  if (job === null) return null
  yield* jobs.finish(job.id, "skipped", reason)
  yield* activity.add({
    accountId,
    kind: "scrape.skipped",
    message: `A scrape was asked for and skipped: ${reason}`,
    data: { job_id: job.id, reason }
  })
  return null
})

/**
 * How long until the next cycle is due; null when it is due now. A job that somebody asked for is always due, but for a bank
 * whose logins pause.
 */
const waitBefore = Effect.fnUntraced(function* (context: ScrapeLoopContext, state: ActorState, ready: Ready) {
  const policy = yield* AccountPolicy
  const jobs = yield* ScrapeJobs
  const now = yield* DateTime.now
  const until = (at: DateTime.Utc | null) => (at === null ? 0 : at.epochMilliseconds - now.epochMilliseconds)
  const needsLogin = (yield* Ref.get(context.held)) === null
  const paused = needsLogin ? until(state.bankPausedUntil) : 0
  if (paused > 0) return Duration.millis(paused)
  if (yield* jobs.hasQueued(state.accountId)) return null
  const due = until(state.nextRunAt)
  if (due > 0) return Duration.millis(due)
  if (!needsLogin || ready.settings.loginMode !== "assisted") return null
  const opening = nextAssistedStart(now.epochMilliseconds, ready.script.manifest.zone, policy.assistedHours)
  return opening > now.epochMilliseconds ? Duration.millis(opening - now.epochMilliseconds) : null
})

/**
 * Runs a cycle. It serves the job that waits now, and any that is asked for until it begins to read: what is read after a
 * request answers it.
 */
const runOnce = Effect.fnUntraced(function* (context: ScrapeLoopContext, state: ActorState, ready: Ready) {
  const policy = yield* AccountPolicy
  const reports = yield* ScriptReportRepository
  const jobs = yield* ScrapeJobs
  const served = yield* Ref.make<ReadonlyArray<string>>([])
  const adopt = Effect.flatMap(jobs.take(state.accountId), (job) =>
    job === null
      ? Effect.void
      : Effect.andThen(
          Ref.update(served, (ids) => [...ids, job.id]),
          failpoint("job.taken")
        )
  )
  const finish = (status: "done" | "failed", reason: string | null) =>
    Effect.flatMap(
      Ref.get(served),
      Effect.forEach((id) => jobs.finish(id, status, reason), { discard: true })
    )
  yield* adopt
  const startedAt = yield* DateTime.now
  const note = (outcome: string) =>
    Effect.flatMap(uuid, (id) =>
      reports.addRun({ id, scriptId: ready.script.id, accountId: state.accountId, startedAt, outcome })
    )
  const settle = (taken: Taken) =>
    succeeded(context, ready).pipe(
      Effect.andThen(note("read")),
      Effect.andThen(context.onTaken(taken)),
      Effect.andThen(finish("done", null)),
      Effect.andThen(countScrape({ outcome: "complete" }))
    )
  const cycle = runCycle({
    ...ready,
    state,
    claim: context.claim,
    desk: context.desk,
    held: context.held,
    settle,
    asked: Effect.map(Ref.get(served), (ids) => ids.length > 0),
    deadlines: {
      login: Duration.sum(policy.loginTimeout, policy.otpTimeout),
      read: policy.readTimeout,
      logout: policy.logoutTimeout,
      answer: policy.shutdownGrace
    },
    move: context.move,
    beforeRead: Effect.andThen(
      adopt,
      Effect.map(Ref.get(served), (ids) => ids[0] ?? null)
    )
  })
  return yield* cycle.pipe(
    Effect.flatMap(({ settled, taken }) => Effect.as(settled ? Effect.void : settle(taken), "again" as const)),
    Effect.catchTag("SessionFailure", (failure) =>
      failed(context, state, ready, failure).pipe(
        Effect.andThen(note(failure.kind)),
        // Whoever asked during the failed cycle has the same answer.
        Effect.andThen(adopt),
        Effect.andThen(finish("failed", `${failure.kind}: ${failure.message}`)),
        Effect.andThen(countScrape({ outcome: failure.kind })),
        // Last: whoever sees the account at rest and asks then has a cycle of their own.
        Effect.andThen(leaveCycle(context, failure)),
        Effect.as("again" as const)
      )
    ),
    Effect.catchTag("StaleActor", () => Effect.as(endHeld({ state, held: context.held }, "lost"), "gone" as const))
  )
})

const interval = (policy: AccountPolicyShape, ready: Ready) =>
  ready.settings.sessionType === "persistent" ? policy.monitorInterval : policy.scrapeInterval

const succeeded = Effect.fnUntraced(function* (context: ScrapeLoopContext, ready: Ready) {
  const policy = yield* AccountPolicy
  const actors = yield* ActorRepository
  const jitter = ready.settings.sessionType === "persistent" ? 0 : yield* Random.nextBetween(-1, 1)
  const wait = regularDelay(Duration.toMillis(interval(policy, ready)), jitter)
  const now = yield* DateTime.now
  const next = { at: DateTime.addDuration(now, Duration.millis(wait)), failureKind: null, failureCount: 0 }
  yield* context.claim.during(actors.schedule(context.accountId, next))
})

/** Fatal kinds block at once; all others retry later and are notified once per spell. */
const failed = Effect.fnUntraced(function* (
  context: ScrapeLoopContext,
  state: ActorState,
  ready: Ready,
  failure: SessionFailure
) {
  const policy = yield* AccountPolicy
  const actors = yield* ActorRepository
  const events = yield* EventLog
  const activity = yield* ActivityLog
  const { accountId } = context
  const failureCount = state.failureCount + 1
  const now = yield* DateTime.now
  const plan = nextRun({
    kind: failure.kind,
    consecutiveFailures: failureCount,
    intervalMs: Duration.toMillis(interval(policy, ready)),
    jitter: yield* Random.nextBetween(-1, 1),
    assisted: ready.settings.loginMode === "assisted"
  })
  const blocked = plan._tag === "Block"
  const kind = failure.phase === "login" && isLoginFailureKind(failure.kind) ? "login.failed" : "scrape.failed"
  yield* context.claim.during(
    Effect.gen(function* () {
      if (blocked) yield* actors.block(accountId, `${failure.kind}: ${failure.message}`)
      yield* actors.schedule(accountId, {
        at: blocked ? null : DateTime.addDuration(now, Duration.millis(plan.delayMs)),
        failureKind: failure.kind,
        failureCount
      })
      yield* events.append({
        accountId,
        type: kind,
        data: { kind: failure.kind, message: failure.message, blocked },
        notify: blocked || state.failureKind !== failure.kind
      })
      const message = `The ${failure.phase} failed (${failure.kind}): ${failure.message}`
      yield* activity.add({ accountId, kind, message, data: { kind: failure.kind, blocked } })
    })
  )
  if (failure.kind === "invalid_credentials") yield* pullBrake(state)
  yield* Effect.logWarning("session failed").pipe(
    Effect.annotateLogs({ phase: failure.phase, kind: failure.kind, message: failure.message, blocked })
  )
})

const leaveCycle = Effect.fnUntraced(function* ({ move }: ScrapeLoopContext, { kind }: SessionFailure) {
  yield* move("close")
  yield* move(isFatal(kind) ? "block" : "closed")
})
