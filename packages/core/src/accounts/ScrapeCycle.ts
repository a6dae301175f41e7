/**
 * One cycle of an account: make sure of a session, read, take in, match; close again or stay.
 *
 * The session that a cycle leaves open (a persistent one) is held between cycles; everything it owns closes with its scope.
 */
import type { SessionEvent } from "@counterfoil/domain"
import { Effect, Exit, Ref, Scope } from "effect"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { MovementIntake, type Taken } from "../movements/MovementIntake.ts"
import type { RunnableScript } from "../scripts/ScriptRegistry.ts"
import {
  type BankSession,
  keepBrowserState,
  keepEvidence,
  logIn,
  logOut,
  openSession,
  type SessionContext,
  type SessionRun,
  startRun,
  tryResume
} from "../sessions/BankSession.ts"
import type { Reading } from "../sessions/shadowRead.ts"
import { SessionFailure } from "../sessions/SessionFailure.ts"
import { SessionGate } from "../sessions/SessionGate.ts"
import { SessionRepository } from "../sessions/SessionRepository.ts"
import { untilAnswered } from "../sessions/untilAnswered.ts"
import { Transactor } from "../Transactor.ts"
import type { ActorRepository, StaleActor } from "./ActorRepository.ts"
import { shadowDue, tryInShadow } from "./tryInShadow.ts"

/** A session that is open at the bank. */
export interface HeldSession {
  readonly session: BankSession
  readonly scope: Scope.Closeable
  readonly credentialsVersion: number
}

export interface CycleInput extends SessionContext {
  readonly script: RunnableScript
  /** Whether somebody waits for this cycle. */
  readonly asked: Effect.Effect<boolean>
  /** Runs right before reading; answers the job that the read serves, if any. */
  readonly beforeRead: Effect.Effect<string | null>
  readonly held: Ref.Ref<HeldSession | null>
  /** Accounts for what was read: what waits for it should not wait for what the session is still used for. */
  readonly settle: (taken: Taken) => Effect.Effect<void, StaleActor, ActorRepository>
  /** Moves the session's state machine. */
  readonly move: (event: SessionEvent) => Effect.Effect<void>
}

/** `settled`: what was read is accounted for already. */
export const runCycle = Effect.fn("ScrapeCycle.run")(function* (input: CycleInput) {
  const gate = yield* SessionGate
  const cycle = Effect.scoped(
    Effect.gen(function* () {
      const { run, session } = yield* readySession(input)
      const { reading, taken } = yield* read(input, session, run)
      const candidate = yield* shadowDue(input, input.script)
      const settled = candidate !== null
      if (settled) {
        yield* input.settle(taken)
        yield* tryInShadow(input, session, reading, candidate)
      }
      if (input.settings.sessionType === "persistent") {
        yield* input.move("keep")
        return { taken, settled }
      }
      yield* input.move("close")
      yield* leaveBank(input, session, run, settled)
      yield* endHeld(input, "finished")
      yield* input.move("closed")
      return { taken, settled }
    })
  )
  return yield* gate.atBank(input.state.bankId, yield* turnOf(input))(cycle)
})

/** `visited`: another version was here, and may have left any page behind, or the bank. */
const leaveBank = Effect.fnUntraced(function* (
  input: CycleInput,
  session: BankSession,
  run: SessionRun,
  visited: boolean
) {
  if (run.has("resume")) {
    yield* keepBrowserState(input, session)
    // Only from a page of its own can it log out.
    if (!visited || (yield* tryResume(run))) yield* logOut(run)
    return
  }
  // It can't go on with a session: what is kept must not hold one.
  if (yield* logOut(run)) yield* keepBrowserState(input, session)
})

const turnOf = ({ asked, state }: CycleInput) => Effect.map(asked, (asked) => ({ accountId: state.accountId, asked }))

/** The session that is held and still alive at the bank, or a new one that is logged in. */
const readySession = Effect.fnUntraced(function* (input: CycleInput) {
  const held = yield* Ref.get(input.held)
  if (held === null) return yield* newSession(input)
  yield* input.move("read_again")
  if (held.credentialsVersion !== input.credentials.version) return yield* replaceSession(input, "credentials_changed")
  const run = yield* startRun(input, held.session, input.script, Effect.void).pipe(
    Effect.tapError(() => endHeld(input, "failed"))
  )
  const alive = yield* tryResume(run)
  return alive ? { session: held.session, run } : yield* replaceSession(input, "ended_by_bank")
})

const replaceSession = Effect.fnUntraced(function* (input: CycleInput, reason: string) {
  yield* input.move("close")
  yield* endHeld(input, reason)
  yield* input.move("closed")
  return yield* newSession(input)
})

/** Opens a session and logs in, unless the stored browser state is still good. */
const newSession = Effect.fnUntraced(function* (input: CycleInput) {
  const repository = yield* SessionRepository
  const gate = yield* SessionGate
  yield* input.move("start")
  yield* Effect.logInfo("opening a session")
  const scope = yield* Scope.make()
  const attemptId = yield* uuid
  const opened = Effect.gen(function* () {
    yield* gate.openContext(yield* turnOf(input))
    const session = yield* openSession(input, input.script)
    // The run belongs to the cycle, not to the session: the next cycle may run another version.
    return session
  }).pipe(Scope.provide(scope))

  const loggedIn = Effect.gen(function* () {
    const session = yield* opened
    // Once the bank asks for a code it has accepted the credentials: what happens after can't spend them.
    const run = yield* startRun(input, session, input.script, repository.finishLogin(attemptId, "code_asked"))
    const resumed = yield* tryResume(run)
    if (!resumed) {
      const login = logIn(input, session, run, attemptId).pipe(
        Effect.tapErrorTag("SessionFailure", (failure) => keepEvidence(input, session, failure)),
        // With the login: a session that is open at the bank must be found again by the next start.
        Effect.andThen(run.has("resume") ? keepBrowserState(input, session) : Effect.void)
      )
      yield* untilAnswered(login, run, input.deadlines.answer)
      yield* failpoint("login.state-kept")
    }
    yield* beginHeld(input, session, scope)
    yield* input.move("open")
    return { session, run }
  })
  return yield* loggedIn.pipe(
    Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Scope.close(scope, exit))),
    Effect.ensuring(input.desk.close)
  )
})

const beginHeld = Effect.fnUntraced(function* (input: CycleInput, session: BankSession, scope: Scope.Closeable) {
  const { accountId } = input.state
  const events = yield* EventLog
  const repository = yield* SessionRepository
  const begin = input.claim.during(
    Effect.gen(function* () {
      yield* repository.begin({
        id: session.id,
        accountId,
        epoch: input.claim.epoch,
        scriptId: input.script.id,
        sessionType: input.settings.sessionType
      })
      yield* events.append({ accountId, type: "session.started", data: { session_id: session.id } })
    })
  )
  // Held before the commit tells of it: whoever hears that the session has started finds it running.
  yield* Ref.set(input.held, { session, scope, credentialsVersion: input.credentials.version })
  yield* begin.pipe(Effect.onError(() => Ref.set(input.held, null)))
  yield* failpoint("session.started")
  yield* Effect.annotateLogs(Effect.logInfo("session started"), { sessionId: session.id })
}, Effect.uninterruptible)

/** Closes the held session, if any: its browser context first, then what the world is told. */
export const endHeld = Effect.fnUntraced(function* (
  input: { readonly state: { readonly accountId: string }; readonly held: Ref.Ref<HeldSession | null> },
  reason: string
) {
  const held = yield* Ref.getAndSet(input.held, null)
  if (held === null) return
  const { accountId } = input.state
  const events = yield* EventLog
  const repository = yield* SessionRepository
  const transactor = yield* Transactor
  yield* Scope.close(held.scope, Exit.void)
  yield* failpoint("session.closed")
  yield* Effect.annotateLogs(Effect.logInfo("session ended"), { accountId, sessionId: held.session.id, reason })
  yield* transactor.transact(
    Effect.gen(function* () {
      const wasOpen = yield* repository.end(held.session.id, reason)
      if (wasOpen) yield* events.append({ accountId, type: "session.stopped", data: { session_id: held.session.id } })
    })
  )
}, Effect.uninterruptible)

/** Reads the account's movements and takes them in; answers what was read too. Evidence is kept of a read that fails. */
const read = Effect.fnUntraced(function* (input: CycleInput, session: BankSession, run: SessionRun) {
  const intake = yield* MovementIntake
  const { accountId, name } = input.state
  const jobId = yield* input.beforeRead
  const since = yield* intake.readBackTo(accountId, input.script.manifest.zone)
  const reading = Effect.gen(function* () {
    const statement = yield* run.invoke("extract", { since, account: { name } })
    const taken = yield* intake
      .take({
        accountId,
        epoch: input.claim.epoch,
        sessionId: session.id,
        scriptId: input.script.id,
        jobId,
        manifest: input.script.manifest,
        since,
        statement
      })
      .pipe(
        Effect.catchTag(
          "StatementRefused",
          (refused) => new SessionFailure({ phase: "scrape", kind: refused.kind, message: refused.message })
        )
      )
    const reading: Reading = { script: input.script, since, statement }
    return { reading, taken }
  })
  return yield* reading.pipe(
    Effect.tapErrorTag("SessionFailure", (failure) => keepEvidence(input, session, failure)),
    Effect.tapError(() => endHeld(input, "failed"))
  )
})
