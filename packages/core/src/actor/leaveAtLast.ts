/**
 * A session that is open at the bank and that nobody goes on with is found again and logged out, so that no owner is kept out of
 * their own bank by it: one that this account left for others of its login who did not come in time (paused, deleted, blocked,
 * their node gone), or one that outlived its browser (asleep, a restart, a crash) when the account was paused, blocked or deleted.
 */
import { DateTime, Duration, Effect } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { ActorAgenda } from "../accounts/ActorRows.ts"
import { ScriptRegistry } from "../catalogue/ScriptRegistry.ts"
import type { WithoutPermit } from "../fairSemaphore.ts"
import { keepBrowserState, openSession, type SessionContext, startRun } from "../sessions/BankSession.ts"
import { logOutOrTell } from "../sessions/logOut.ts"
import { SessionGate } from "../sessions/SessionGate.ts"
import { SessionRepository } from "../sessions/SessionRepository.ts"
import { tryResume } from "../sessions/tryResume.ts"
import type { Awake } from "./Awake.ts"
import { deadlinesOf } from "./begin.ts"
import { lacksConsent } from "./facts.ts"

/** A node that dies while it logs out is followed by another that tries again after this long. */
const betweenTries = Duration.minutes(5)

/** Null: nothing is to be left any more, or nothing that may run could leave it. */
const beginLeaving = Effect.fnUntraced(function* (awake: Awake, loginId: string, withoutPermit: WithoutPermit) {
  const { accountId, broker, fence } = awake
  const accountRows = yield* AccountRepository
  const accounts = yield* Accounts
  const policy = yield* AccountPolicy
  const scripts = yield* ScriptRegistry
  const repository = yield* SessionRepository
  const read = Effect.gen(function* () {
    const state = yield* accountRows.agenda(accountId, Duration.toMillis(policy.ordersInterval))
    if (state?.leaveAt == null || DateTime.isGreaterThan(state.leaveAt, state.now)) return null
    const settings = yield* accounts.findSettings(accountId)
    const credentials = yield* accounts.credentials(accountId)
    const script = yield* scripts.active(state.bankId)
    // A version that became active since the agenda was read is another than the one whose terms were compared.
    const isAgreed = script?.id === state.scriptId && !lacksConsent(state)
    const canLeave = settings !== null && credentials !== null && script !== null && isAgreed
    if (!canLeave || state.loginId !== loginId) return yield* Effect.as(repository.left(accountId), null)
    yield* repository.leaveIn(accountId, Duration.toMillis(betweenTries))
    return { state, settings, credentials, script }
  })
  const ready = yield* fence.during(read)
  if (ready === null) return null
  const { script, ...rest } = ready
  const context: SessionContext = { ...rest, fence, broker, withoutPermit, deadlines: deadlinesOf(policy) }
  return { context, script }
})

const findAndLeave = Effect.fnUntraced(function* (awake: Awake, loginId: string, withoutPermit: WithoutPermit) {
  const repository = yield* SessionRepository
  const ready = yield* beginLeaving(awake, loginId, withoutPermit)
  if (ready === null) return
  const { context, script } = ready
  const leave = Effect.scoped(
    Effect.gen(function* () {
      const session = yield* openSession(context, script)
      const run = yield* startRun(context, session, script, Effect.void)
      if (!(yield* tryResume(run))) return false
      const isOut = yield* logOutOrTell(context, run)
      yield* keepBrowserState(context, session, { isOpen: !isOut })
      return isOut
    })
  )
  const isOut = yield* leave.pipe(
    Effect.timeoutOrElse({
      duration: Duration.times(context.deadlines.logout, 3),
      orElse: () => Effect.succeed(false)
    }),
    Effect.catchTag("SessionFailure", (failure) =>
      Effect.as(Effect.logInfo("a session that was open at the bank could not be logged out", failure), false)
    )
  )
  yield* awake.fence.during(repository.left(awake.accountId))
  if (isOut) yield* Effect.logInfo("a session that nobody went on with was logged out")
})

export const leaveAtLast = Effect.fn("AccountActor.leaveAtLast", { root: true })(function* (
  awake: Awake,
  agenda: ActorAgenda
) {
  const gate = yield* SessionGate
  const { accountId } = awake
  const { bankId, loginId, userId } = agenda
  const turn = { accountId, userId, loginId, asked: false }
  yield* gate.atLogin(turn)
  yield* gate.openContext(turn)
  yield* gate.atBank(bankId, turn)((withoutPermit) => findAndLeave(awake, loginId, withoutPermit))
  return "done" as const
}, Effect.scoped)
