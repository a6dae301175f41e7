/** The circuit breaker of a whole bank. */
import { bankPauseUntil } from "@counterfoil/domain"
import { DateTime, Effect } from "effect"
import { tellOperators } from "../operators/OperatorNotices.ts"
import { SessionRepository } from "../sessions/SessionRepository.ts"
import type { ActorState } from "../accounts/ActorRows.ts"

/** Known-good credentials of several users refused at one bank: most likely its site or our script changed. */
export const pauseBankIfRefusing = Effect.fnUntraced(function* (state: Pick<ActorState, "bank" | "bankId">) {
  const sessions = yield* SessionRepository
  const rejections = yield* sessions.rejections(state.bankId)
  // By the database's clock, which wrote them: to one that is behind it the refusal of just now is still to come.
  const until = bankPauseUntil(rejections, Math.max(...rejections.map(({ at }) => at)))
  if (until === undefined) return
  yield* sessions.pauseBank(state.bankId, DateTime.makeUnsafe(until))
  yield* tellOperators({
    kind: "bank_paused",
    message: `a bank refuses credentials that used to work: its logins pause until ${new Date(until).toISOString()}`,
    about: { bank: state.bank }
  })
})
