/** How an activation takes an account over, and what it tells of the one before. */
import { DateTime, Effect } from "effect"
import { heldBackMillis, isSuspect } from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { LeftOver } from "../accounts/ActorRows.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { tellOperators } from "../operators/OperatorNotices.ts"
import { Transactor } from "../Transactor.ts"

/** One commit: a crash in between would leave ended sessions that no event tells of. Null: the account is deleted. */
export const takeOver = Effect.fnUntraced(function* (accountId: string) {
  const accountRows = yield* AccountRepository
  const { lostCyclesTolerated } = yield* AccountPolicy
  const transactor = yield* Transactor
  const activation = yield* transactor.transact(
    Effect.tap(accountRows.activateActor(accountId), (activated) =>
      activated === null
        ? Effect.void
        : failpoint("actor.lease-written").pipe(
            Effect.andThen(tellLeftOvers(accountId, activated.left)),
            Effect.andThen(holdBack(accountId, activated.left.lostCycles))
          )
    )
  )
  if (activation !== null && isSuspect(activation.left.lostCycles, lostCyclesTolerated)) {
    yield* tellOperators({
      kind: "account_held_back",
      message: `an account's last ${activation.left.lostCycles} cycles ended with their node: it is tried again later, and alone`,
      about: { account: accountId }
    })
  }
  return activation
})

/** Where nodes died in the same account's cycle more than once, the account may be the cause. */
const holdBack = Effect.fnUntraced(function* (accountId: string, lostCycles: number) {
  const { lostCyclesTolerated } = yield* AccountPolicy
  const wait = heldBackMillis(lostCycles, lostCyclesTolerated)
  if (wait === 0) return
  const accountRows = yield* AccountRepository
  const activity = yield* ActivityLog
  const until = yield* accountRows.holdBack(accountId, wait)
  if (until === null) return
  const at = DateTime.formatIso(until)
  yield* activity.add({
    accountId,
    kind: "session.held_back",
    message: `The service stopped in the middle of this account's last ${lostCycles} sessions: the next one waits until ${at}`,
    data: { until: at, lost: lostCycles }
  })
})

/** An earlier activation ended without saying so (a crash): the stream learns it now. */
const tellLeftOvers = Effect.fnUntraced(function* (accountId: string, left: LeftOver) {
  const events = yield* EventLog
  if (left.assistanceId !== null) {
    const outbox = yield* Outbox
    yield* outbox.cancel({ assistanceId: left.assistanceId })
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
