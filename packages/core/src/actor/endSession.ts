/** How a session ends: at the bank (log out), in the browser (close the context), and in the events that tell of it. */
import { Duration, Effect, Exit, Ref, Scope } from "effect"
import { onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import {
  type BankSession,
  keepBrowserState,
  type SessionContext,
  type SessionRun,
  startRun
} from "../sessions/BankSession.ts"
import { logOut, logOutOrTell } from "../sessions/logOut.ts"
import { tryResume } from "../sessions/tryResume.ts"
import { SessionRepository } from "../sessions/SessionRepository.ts"
import { Transactor } from "../Transactor.ts"
import { type Awake, closeHeld, type HeldSession } from "./Awake.ts"

/** How long the telling of a session's end waits for a database that is away. After that, the next activation tells it. */
const tellingPatience = Duration.seconds(5)

/** A session whose end fails for want of a database stays open at the bank until the next read. */
const leavingPatience = Duration.seconds(60)

/** `visited`: another version was tried in the session, and may have gone to any page, or logged out. */
export const leaveBank = Effect.fnUntraced(function* (
  context: SessionContext,
  session: BankSession,
  run: SessionRun,
  visited: boolean
) {
  const written = <A, E, R>(write: Effect.Effect<A, E, R>) => onceDatabaseIsBack(write, leavingPatience)
  if (run.has("resume")) {
    yield* written(keepBrowserState(context, session, { isOpen: true }))
    // The script can log out only from a page that it knows.
    const isIn = !visited || (yield* tryResume(run).pipe(Effect.orElseSucceed(() => false)))
    if (isIn && !(yield* logOutOrTell(context, run))) return
    const repository = yield* SessionRepository
    return yield* written(context.fence.during(repository.left(context.state.accountId)))
  }
  // The script can't resume a session, so the state that is kept must not hold an open one.
  if (yield* logOutOrTell(context, run)) yield* written(keepBrowserState(context, session, { isOpen: false }))
})

const tellEnd = Effect.fnUntraced(function* (accountId: string, sessionId: string, reason: string) {
  const events = yield* EventLog
  const repository = yield* SessionRepository
  const transactor = yield* Transactor
  yield* Effect.annotateLogs(Effect.logInfo("session ended"), { accountId, sessionId, reason })
  const told = transactor.transact(
    Effect.gen(function* () {
      const wasOpen = yield* repository.end(sessionId, reason)
      if (wasOpen) yield* events.append({ accountId, type: "session.stopped", data: { session_id: sessionId } })
    })
  )
  yield* onceDatabaseIsBack(told, tellingPatience).pipe(
    Effect.timeoutOption(Duration.times(tellingPatience, 2)),
    Effect.catchCause((cause) =>
      Effect.logError("the end of a session could not be told; the next start tells it", cause)
    )
  )
})

/** Closes the held session, if there is one: first its browser context, then the events. */
const end = Effect.fnUntraced(function* (
  awake: Awake,
  reason: string,
  close: (held: HeldSession) => Effect.Effect<void>
) {
  const held = yield* Ref.getAndSet(awake.held, null)
  if (held === null) return
  yield* close(held)
  yield* failpoint("session.closed")
  yield* Ref.set(awake.told, held.session.id)
  // Set before the commit that tells of it: whoever hears of the end looks at once, and hears nothing more.
  yield* Ref.set(awake.phase, "idle")
  yield* tellEnd(awake.accountId, held.session.id, reason)
}, Effect.uninterruptible)

/** A node that stops has little time. */
const keepingPatience = Duration.seconds(3)

/**
 * The session goes on at the bank, and the next activation finds it by what its browser holds now: banks change their cookies
 * while a session lasts.
 */
export const keepHeld = Effect.fnUntraced(function* (awake: Awake) {
  const held = yield* Ref.get(awake.held)
  if (held === null || !held.script.manifest.phases.includes("resume")) return
  yield* keepBrowserState(held.context, held.session, { isOpen: true }).pipe(
    Effect.timeoutOption(keepingPatience),
    Effect.catchCause(() => Effect.void)
  )
})

/** Page and permit. */
export const endHeld = (awake: Awake, reason: string) => end(awake, reason, closeHeld)

/** The page alone: the permit is still the cycle's. */
export const dropHeld = (awake: Awake, reason: string) => end(awake, reason, ({ page }) => Scope.close(page, Exit.void))

/**
 * Logs out at the bank, within the time for it, and closes the session. `keepPermit`: another session follows at once.
 * `deleted`: nothing more may be written for the account.
 */
export const leaveHeld = Effect.fn("AccountActor.leaveHeld")(function* (
  awake: Awake,
  reason: string,
  { deleted = false, keepPermit = false } = {}
) {
  const held = yield* Ref.get(awake.held)
  if (held === null) return
  yield* Ref.set(awake.phase, "closing")
  const { context, script, session } = held
  const leave = Effect.scoped(
    Effect.flatMap(startRun(context, session, script, Effect.void), (run) =>
      deleted ? Effect.asVoid(logOut(run)) : leaveBank(context, session, run, false)
    )
  )
  yield* leave.pipe(
    Effect.timeoutOption(Duration.times(context.deadlines.logout, 2)),
    Effect.catchCause((cause) => Effect.logInfo("the session could not be left at the bank", cause)),
    Effect.annotateLogs({ accountId: awake.accountId, sessionId: session.id })
  )
  yield* keepPermit ? dropHeld(awake, reason) : endHeld(awake, reason)
})
