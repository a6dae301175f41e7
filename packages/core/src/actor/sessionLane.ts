/**
 * The session lane of an actor: one action at a time, and one way out. However a cycle ends, `conclude` writes the
 * account's state after it.
 */
import { Cause, Context, Duration, Effect, Exit, Ref, Scope } from "effect"
import { isSuspect } from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { ActorAgenda, StaleActor } from "../accounts/ActorRows.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { isDatabaseUnavailable, onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { fairSemaphore, priorities } from "../fairSemaphore.ts"
import { SessionFailure } from "../sessions/SessionFailure.ts"
import { SessionGate, type SessionTurn } from "../sessions/SessionGate.ts"
import type { LoginSuperseded } from "../sessions/SessionRepository.ts"
import type { Awake } from "./Awake.ts"
import { begin, type Begun, serveWaiting } from "./begin.ts"
import { type Impeded, isImpeded } from "./impeded.ts"
import { endHeld, leaveHeld } from "./endSession.ts"
import { impedimentOf } from "./facts.ts"
import { runCycle } from "./ScrapeCycle.ts"
import { writeFailure, writingPatience } from "./writeOutcome.ts"

/** How an action of the lane ended, for its loop. `fault`: something of ours failed, and it is tried again after a while. */
export type LaneEnd = "done" | "fault" | "lost"

/** The jobs that the cycle was to answer go back into the queue; without jobs there is nothing to write. */
const giveJobsBack = Effect.fnUntraced(function* (awake: Awake, begun: Begun) {
  const due = yield* DueAccounts
  const jobs = yield* Ref.get(begun.served)
  if (jobs.length === 0) return
  yield* onceDatabaseIsBack(awake.fence.during(due.requeueJobs(awake.accountId, jobs)), writingPatience)
})

/** A bug of ours counts as a failure like any other: otherwise the account would log in at its bank again and again without a pause. */
const internal = (sessionOpen: boolean) =>
  new SessionFailure({
    phase: sessionOpen ? "scrape" : "login",
    kind: "script_error",
    message: "An internal error of the service ended it; its log says more"
  })

/**
 * Accounts whose cycles ended with their node are tried one at a time: if the node ends again, this account was the cause.
 */
const SuspectTurn = Context.Reference("@counterfoil/core/actor/SuspectTurn", { defaultValue: () => fairSemaphore(1) })

/** A cycle that meets a fault each time would log in each time; after so many in a row it is a failure like any other. */
const faultsTolerated = 2

/** Nobody would find it again: it would be open at the bank beside the next one. */
const leaveUnlessResumed = Effect.fnUntraced(function* (awake: Awake) {
  const held = yield* Ref.get(awake.held)
  if (held !== null && !held.script.manifest.phases.includes("resume")) yield* leaveHeld(awake, "failed")
})

type CycleError = SessionFailure | StaleActor | LoginSuperseded | Impeded

const conclude = Effect.fnUntraced(function* (awake: Awake, begun: Begun, exit: Exit.Exit<void, CycleError>) {
  if (Exit.isSuccess(exit)) return "done" as const
  const { cause } = exit
  const error = Cause.findErrorOption(cause)
  if (error._tag === "Some" && error.value._tag === "StaleActor") return "lost" as const
  if (error._tag === "Some" && (error.value._tag === "LoginSuperseded" || error.value._tag === "Impeded")) {
    yield* giveJobsBack(awake, begun)
    return "done" as const
  }
  if (error._tag === "Some" && error.value._tag === "SessionFailure") {
    // The request for a code was withdrawn by us: no failure of the login.
    if (error.value.kind === "otp_timeout" && (yield* isImpeded(awake))) {
      yield* giveJobsBack(awake, begun)
      return "done" as const
    }
    yield* writeFailure(awake, begun, error.value)
    return "done" as const
  }
  if (isDatabaseUnavailable(cause) && (awake.session.fault?.count ?? 0) < faultsTolerated) {
    yield* Effect.logWarning(
      "the database was away during a cycle; it begins again, in the session that is open",
      cause
    )
    yield* leaveUnlessResumed(awake)
    yield* giveJobsBack(awake, begun)
    return "fault" as const
  }
  yield* Effect.logError("a cycle died", cause)
  const sessionOpen = (yield* Ref.get(awake.held)) !== null
  yield* endHeld(awake, "failed")
  yield* writeFailure(awake, begun, internal(sessionOpen))
  return "done" as const
})

const cycle = Effect.fnUntraced(function* (awake: Awake, begun: Begun, permit: Scope.Closeable) {
  yield* serveWaiting(awake, begun.served)
  yield* runCycle(awake, { ...begun, permit })
})

/** The scope that holds the login and context of the open session, or a new one that holds nothing yet. */
const permitFor = Effect.fnUntraced(function* (awake: Awake, loginId: string) {
  const held = yield* Ref.get(awake.held)
  if (held !== null && held.context.state.loginId === loginId) return { permit: held.permit, isEmpty: false }
  // The account has another login now: the open session is of the former one.
  yield* leaveHeld(awake, "credentials_changed")
  return { permit: yield* Scope.make(), isEmpty: true }
})

/** A cycle whose end isn't written in this time counts as one that ended with its node. */
const endingPatience = Duration.seconds(2)

const endCycle = Effect.fnUntraced(function* (awake: Awake, begun: Begun) {
  if (yield* Ref.get(begun.ended)) return
  const accountRows = yield* AccountRepository
  yield* awake.fence.during(accountRows.endCycle(awake.accountId)).pipe(
    Effect.timeoutOption(endingPatience),
    Effect.catchCause(() => Effect.void)
  )
})

/** Reads once, if that is still wanted when its turn has come. */
export const scrape = (awake: Awake, agenda: ActorAgenda) =>
  Effect.gen(function* () {
    const turn = yield* SuspectTurn
    const { lostCyclesTolerated } = yield* AccountPolicy
    const reading = scrapeInTurn(awake, agenda)
    if (!isSuspect(agenda.lostCycles, lostCyclesTolerated)) return yield* reading
    const { accountId } = awake
    return yield* turn.withPermit({ name: accountId, userId: agenda.userId, priority: priorities.scheduled })(
      () => reading
    )
  })

/** A trace of its own: the actor's attendance may last for days. */
const scrapeInTurn = Effect.fn("AccountActor.scrape", { root: true })(function* (awake: Awake, agenda: ActorAgenda) {
  yield* Effect.annotateCurrentSpan({
    "counterfoil.account": awake.accountId,
    "counterfoil.asked": agenda.jobQueued
  })
  const gate = yield* SessionGate
  const { loginId, userId } = agenda
  /** Reads `asked` anew for each queue: somebody may ask for the scrape while it waits in the one before. */
  const inTurn = <A, E, R>(wait: (turn: SessionTurn) => Effect.Effect<A, E, R>) =>
    Effect.suspend(() => wait({ accountId: awake.accountId, userId, loginId, asked: awake.session.asked }))
  const { isEmpty, permit } = yield* permitFor(awake, loginId)
  const contextOpens = isEmpty
    ? Scope.provide(Effect.andThen(inTurn(gate.atLogin), inTurn(gate.openContext)), permit)
    : Effect.void
  const cycleAtBank = inTurn((turn) =>
    gate.atBank(
      agenda.bankId,
      turn
    )((withoutPermit) =>
      Effect.gen(function* () {
        const begun = yield* begin(awake, loginId, withoutPermit)
        if (begun === null) return "done" as const
        const whole = Effect.flatMap(Effect.exit(cycle(awake, begun, permit)), (exit) => conclude(awake, begun, exit))
        return yield* Effect.ensuring(whole, endCycle(awake, begun))
      })
    )
  )
  // From here on whatever is taken is given back, however it ends: the permit's scope was empty until now.
  return yield* Effect.andThen(contextOpens, cycleAtBank).pipe(
    Effect.ensuring(
      Effect.flatMap(Ref.get(awake.held), (held) =>
        held?.permit === permit
          ? Effect.void
          : Effect.andThen(Scope.close(permit, Exit.void), Ref.set(awake.phase, "idle"))
      )
    )
  )
})

/** What may not stay open is left and closed. */
export const closeSession = (awake: Awake) => Effect.as(leaveHeld(awake, "not_runnable"), "done" as const)

const deleted = { code: "deleted", sentence: "the account is deleted" } as const

/**
 * Answers the job that waits with the reason why nothing runs, as it holds under the account's lock: a person may have lifted
 * it in the very commit that asked for the scrape.
 */
export const skipJob = Effect.fn("AccountActor.skipJob")(function* (awake: Awake) {
  const { accountId } = awake
  const accountRows = yield* AccountRepository
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const policy = yield* AccountPolicy
  const skip = Effect.gen(function* () {
    const agenda = yield* accountRows.agenda(accountId, Duration.toMillis(policy.ordersInterval))
    const impediment = agenda === null ? deleted : impedimentOf(agenda)
    const reason = impediment?.sentence ?? null
    const job = reason === null ? null : yield* due.takeJob(accountId)
    if (job === null || impediment === null || reason === null) return
    yield* due.finishJob(job.id, "skipped", reason)
    yield* activity.add({
      accountId,
      kind: "scrape.skipped",
      message: `A scrape was asked for and skipped: ${reason}`,
      data: { job_id: job.id, reason, because: impediment.code }
    })
  })
  yield* awake.fence.during(skip)
  return "done" as const
})
