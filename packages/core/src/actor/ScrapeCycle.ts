/**
 * One cycle of an account: make sure of a session, read, take in; close again or stay.
 *
 * The session that a cycle leaves open (a persistent one) is held between cycles; everything it owns closes with its scopes.
 */
import { Duration, Effect, Exit, Ref, Scope } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { MovementIntake } from "../movements/MovementIntake.ts"
import {
  accountArgs,
  type BankSession,
  keepBrowserState,
  openSession,
  type SessionRun,
  sharesSession,
  startRun
} from "../sessions/BankSession.ts"
import { logIn } from "../sessions/logIn.ts"
import { tryResume } from "../sessions/tryResume.ts"
import { keepEvidence } from "../sessions/keepEvidence.ts"
import type { Reading } from "../sessions/shadowRead.ts"
import { SessionFailure } from "../sessions/SessionFailure.ts"
import { SessionGate } from "../sessions/SessionGate.ts"
import { SessionRepository } from "../sessions/SessionRepository.ts"
import { untilAnswered } from "../sessions/untilAnswered.ts"
import type { Awake, HeldSession } from "./Awake.ts"
import { mayLogIn, stopIfImpeded, stopUnlessLoginMayBegin } from "./impeded.ts"
import { type Begun, serveWaiting, sessionTypeOf } from "./begin.ts"
import { dropHeld, endHeld, leaveBank, leaveHeld } from "./endSession.ts"
import { leaveUnheld } from "./leaveUnheld.ts"
import { shadowDue, tryInShadow } from "./tryInShadow.ts"
import { writeRead } from "./writeOutcome.ts"

export interface CycleInput extends Begun {
  /** The permit for an open context; whoever holds the session keeps it. */
  readonly permit: Scope.Closeable
}

const statePatience = Duration.seconds(60)
/** Nothing can interrupt it meanwhile. */
const beginningPatience = Duration.seconds(10)

export const runCycle = Effect.fn("ScrapeCycle.run")(function* (awake: Awake, input: CycleInput) {
  const gate = yield* SessionGate
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const { run, session } = yield* readySession(awake, input)
      yield* stopIfImpeded(awake)
      const reading = yield* read(awake, input, session, run)
      // Whoever waits for this read has its answer now, not only when the session ends.
      yield* writeRead(awake, input)
      const candidate = yield* shadowDue(input.context, input.script)
      if (candidate !== null) yield* tryInShadow(input.context, session, reading, candidate)
      const { settings, state } = input.context
      const callsPerson = settings.loginMode === "assisted"
      const sessionType = sessionTypeOf(input)
      const isHandedOn = sharesSession(input.script) && (yield* callMates(awake, sessionType))
      if (
        sessionType === "persistent" &&
        !isHandedOn &&
        !(yield* gate.shouldYield({ callsPerson, userId: state.userId, loginId: state.loginId }))
      ) {
        return yield* Ref.set(awake.phase, "monitoring")
      }
      yield* Ref.set(awake.phase, "closing")
      // Asked after the phase is set: from then on nobody is told that the session is held.
      const mayStayOpen = !(yield* Ref.get(awake.mustLeave))
      if (mayStayOpen && isHandedOn) {
        // Another account of the login goes on with it, or this one comes back and logs out.
        const { handOnTimeout } = yield* AccountPolicy
        yield* keepBrowserState(input.context, session, { isOpen: true, leaveOpenFor: handOnTimeout })
      } else if (mayStayOpen && sessionType === "persistent" && callsPerson && run.has("resume")) {
        // It took a person's code to open, so it isn't logged out: the next activation resumes it.
        yield* keepBrowserState(input.context, session, { isOpen: true })
      } else {
        yield* leaveBank(input.context, session, run, candidate !== null)
      }
      yield* endHeld(awake, "finished")
    })
  )
})

/**
 * Wakes the other accounts of the login that can read in this session next, one after the other, and answers whether there
 * are any: those that are due, and where the session would be closed now, those that are due soon as well. Outside of the hours
 * only those come whose read somebody waits for, and in a pause of the bank nobody: the session would be lost.
 */
const callMates = Effect.fnUntraced(function* (awake: Awake, sessionType: "one-shot" | "persistent") {
  const due = yield* DueAccounts
  const policy = yield* AccountPolicy
  if (!(yield* mayLogIn(awake, true))) return false
  const soonMs = sessionType === "persistent" ? 0 : Duration.toMillis(policy.scrapeInterval) / 2
  const count = yield* due.callMates(awake.accountId, (yield* mayLogIn(awake)) ? soonMs : null)
  return count > 0
})

/** The session that is held and still alive at the bank, or a new one that is logged in. */
const readySession = Effect.fnUntraced(function* (awake: Awake, input: CycleInput) {
  const held = yield* Ref.get(awake.held)
  if (held === null) return yield* newSession(awake, input)
  yield* Ref.set(awake.phase, "reading")
  if (held.context.credentials.version !== input.context.credentials.version) {
    yield* leaveHeld(awake, "credentials_changed", { keepPermit: true })
    return yield* newSession(awake, input)
  }
  const run = yield* startRun(input.context, held.session, input.script, Effect.void).pipe(
    Effect.tapError(() => dropHeld(awake, "failed"))
  )
  const alive = yield* tryResume(run).pipe(Effect.tapErrorTag("SessionFailure", () => dropHeld(awake, "failed")))
  if (alive) return { session: held.session, run }
  // This version can't tell; the one that opened it can say good-bye.
  yield* run.has("resume") ? dropHeld(awake, "ended_by_bank") : leaveHeld(awake, "failed", { keepPermit: true })
  yield* stopUnlessLoginMayBegin(awake, (yield* Ref.get(input.served)).length > 0)
  return yield* newSession(awake, input)
})

/** Opens a session and logs in, unless the stored browser state is still good. */
const newSession = Effect.fnUntraced(function* (awake: Awake, input: CycleInput) {
  const repository = yield* SessionRepository
  const { context, script } = input
  yield* Ref.set(awake.phase, "opening")
  yield* Effect.logInfo("opening a session")
  const page = yield* Scope.make()
  const begunRun = yield* Ref.make<SessionRun | null>(null)
  const attemptId = yield* uuid
  const codeAsked = onceDatabaseIsBack(
    context.fence.during(repository.finishLogin(attemptId, "code_asked")),
    statePatience
  ).pipe(Effect.ignore)

  const loggedIn = Effect.gen(function* () {
    const session = yield* Scope.provide(openSession(context, script), page)
    // A bank that asks for a code has accepted the credentials: whatever happens after doesn't count against them.
    // The run belongs to the cycle, not to the session: the next cycle may run another version.
    const run = yield* startRun(context, session, script, codeAsked)
    yield* Ref.set(begunRun, run)
    const resumed = yield* tryResume(run)
    if (!resumed) {
      const login = logIn(context, session, run, attemptId).pipe(
        // With the login: a session that is open at the bank must be found again by the next start.
        Effect.andThen(
          run.has("resume")
            ? onceDatabaseIsBack(keepBrowserState(context, session, { isOpen: true }), statePatience)
            : Effect.void
        )
      )
      yield* untilAnswered(login, run, context.deadlines.answer)
      yield* failpoint("login.state-kept")
    }
    yield* beginHeld(awake, { session, page, permit: input.permit, context, script })
    return { session, run }
  })
  return yield* loggedIn.pipe(
    Effect.onExit((exit) =>
      Exit.isSuccess(exit)
        ? Effect.void
        : Ref.get(begunRun).pipe(
            Effect.flatMap((run) => (run === null ? Effect.void : leaveUnheld(context, run, exit))),
            Effect.ensuring(Scope.close(page, exit))
          )
    ),
    Effect.ensuring(awake.broker.close)
  )
})

const beginHeld = Effect.fnUntraced(function* (awake: Awake, held: HeldSession) {
  const { accountId, fence } = awake
  const { script, session } = held
  const events = yield* EventLog
  const repository = yield* SessionRepository
  const stopped = (id: string) => events.append({ accountId, type: "session.stopped", data: { session_id: id } })
  const begin = fence.during(
    Effect.gen(function* () {
      const { isNew, left } = yield* repository.begin({
        id: session.id,
        accountId,
        epoch: fence.epoch,
        scriptId: script.id,
        sessionType: sessionTypeOf(held)
      })
      yield* Effect.forEach(left, stopped, { discard: true })
      if (isNew) yield* events.append({ accountId, type: "session.started", data: { session_id: session.id } })
    })
  )
  yield* Ref.set(awake.mustLeave, false)
  // Set before the commit that tells of it, so that whoever hears that the session has started finds it running.
  yield* Ref.set(awake.held, held)
  yield* Ref.set(awake.phase, "reading")
  yield* onceDatabaseIsBack(begin, beginningPatience).pipe(Effect.onError(() => Ref.set(awake.held, null)))
  yield* failpoint("session.started")
  yield* Effect.annotateLogs(Effect.logInfo("session started"), { sessionId: session.id })
}, Effect.uninterruptible)

/** Reads the account's movements and takes them in; answers what was read. Evidence is kept of a read that fails. */
const read = Effect.fnUntraced(function* (awake: Awake, input: CycleInput, session: BankSession, run: SessionRun) {
  const intake = yield* MovementIntake
  const { context, script } = input
  const { fence } = awake
  const { accountId } = context.state
  // Whatever was asked for until now, this read answers.
  yield* serveWaiting(awake, input.served)
  const [jobId = null] = yield* Ref.get(input.served)
  const since = yield* fence.during(intake.readBackTo(accountId, script.manifest.zone))
  const reading = Effect.gen(function* () {
    const statement = yield* run.invoke("extract", { since, account: accountArgs(context) })
    yield* intake
      .take({
        accountId,
        epoch: fence.epoch,
        sessionId: session.id,
        scriptId: script.id,
        jobId,
        manifest: script.manifest,
        since,
        statement
      })
      .pipe(
        Effect.catchTag(
          "StatementRefused",
          (refused) => new SessionFailure({ phase: "scrape", kind: refused.kind, message: refused.message })
        )
      )
    const reading: Reading = { script, since, statement }
    return reading
  })
  return yield* reading.pipe(
    Effect.tapErrorTag("SessionFailure", (failure) => keepEvidence(context, session, failure)),
    Effect.tapError((failure) =>
      Effect.flatMap(Ref.get(awake.mustLeave), (mustLeave) =>
        failure._tag === "SessionFailure" && isOpenAtBank(failure) && (mustLeave || !run.has("resume"))
          ? leaveHeld(awake, "failed", { keepPermit: true })
          : dropHeld(awake, "failed")
      )
    )
  )
})

/** The bank, or the browser, has ended the session, or is out of reach. */
const endedBy: ReadonlySet<string> = new Set([
  "bank_unavailable",
  "session_elsewhere",
  "automation_blocked",
  "browser_crashed"
])

/**
 * Where nobody would find the session again it is logged out: a bank that lets its customer in once at a time would refuse the
 * next login, and the customer's own.
 */
const isOpenAtBank = ({ kind, mayBeOpen }: SessionFailure): boolean => mayBeOpen === true || !endedBy.has(kind)
