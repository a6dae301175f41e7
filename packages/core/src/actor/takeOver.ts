/** How an activation takes an account over, and what it tells of the one before. */
import { Effect } from "effect"
import { ActorRepository, type LeftOver } from "../accounts/ActorRepository.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { Transactor } from "../Transactor.ts"

/** One commit: a crash in between would leave sessions ended that nobody was told of. Null: the account is deleted. */
export const takeOver = Effect.fnUntraced(function* (accountId: string) {
  const actors = yield* ActorRepository
  const transactor = yield* Transactor
  return yield* transactor.transact(
    Effect.tap(actors.activate(accountId), (activation) =>
      activation === null
        ? Effect.void
        : Effect.andThen(failpoint("actor.lease-written"), tellLeftOvers(accountId, activation.left))
    )
  )
})

/** An earlier activation ended without saying so (a crash): the stream learns it now. */
const tellLeftOvers = Effect.fnUntraced(function* (accountId: string, left: LeftOver) {
  const events = yield* EventLog
  if (left.assistanceId !== null) {
    yield* events.append({
      accountId,
      type: "assistance.cancelled",
      data: { id: left.assistanceId, reason: "session_ended" }
    })
  }
  if (left.sessionId !== null) {
    yield* events.append({ accountId, type: "session.stopped", data: { session_id: left.sessionId } })
  }
})
