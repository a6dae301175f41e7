/**
 * A login that the bank may have taken and whose session nobody will hold: its account was deleted meanwhile, its actor stopped, or
 * another took its place. What a later activation would find again by its browser state stays; anything else is logged out, for
 * a bank that lets its customer in once at a time would keep its own customer out.
 */
import { Cause, Duration, Effect, Exit, Fiber } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { StaleActor } from "../accounts/ActorRows.ts"
import type { SessionContext, SessionRun } from "../sessions/BankSession.ts"
import { logOut } from "../sessions/logOut.ts"
import type { SessionFailure } from "../sessions/SessionFailure.ts"
import type { LoginSuperseded } from "../sessions/SessionRepository.ts"

/** Whether it ended by the bank's word, or before it was asked. */
const isConcluded = (cause: Cause.Cause<SessionFailure | StaleActor | LoginSuperseded>): boolean => {
  const error = Cause.findErrorOption(cause)
  return error._tag === "Some" && error.value._tag !== "StaleActor"
}

const isDeleted = Effect.fnUntraced(function* (accountId: string) {
  const accountRows = yield* AccountRepository
  const { ordersInterval } = yield* AccountPolicy
  const agenda = accountRows.agenda(accountId, Duration.toMillis(ordersInterval))
  return yield* Effect.catchCause(
    Effect.map(agenda, (row) => row === null),
    () => Effect.succeed(false)
  )
})

export const leaveUnheld = Effect.fnUntraced(function* (
  { deadlines, state }: SessionContext,
  run: SessionRun,
  exit: Exit.Exit<unknown, SessionFailure | StaleActor | LoginSuperseded>
) {
  if (Exit.isSuccess(exit) || isConcluded(exit.cause) || !(yield* run.passwordTyped)) return
  const leave = Effect.gen(function* () {
    if (run.has("resume") && !(yield* isDeleted(state.accountId))) return
    if (yield* logOut(run)) yield* Effect.logInfo("a login that nobody goes on with was logged out")
  })
  // In a fiber of its own: this one may be being interrupted, so its waiting could not be bounded by a timeout.
  const bounded = Effect.interruptible(Effect.timeoutOption(leave, Duration.min(deadlines.logout, deadlines.answer)))
  yield* Effect.flatMap(Effect.forkDetach(bounded), Fiber.await)
})
