/** Writes what a pass has decided; in its transaction, in as many statements as there are kinds of rows. */
import { Effect } from "effect"
import { failpoint } from "../Failpoint.ts"
import { withIds } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { ConciliationRepository } from "./ConciliationRepository.ts"
import type { PassResult } from "./Conciliator.ts"
import type { Decided, Outcome } from "./decidePass.ts"
import { explain } from "./explain.ts"
import { orderResult } from "./orderResult.ts"
import type { AccountSettings } from "../accounts/Account.ts"

export const carryOut = Effect.fnUntraced(function* (
  accountId: string,
  settings: AccountSettings,
  { outcomes, stamp }: Decided
) {
  const outbox = yield* Outbox
  const repository = yield* ConciliationRepository
  const attempts = yield* withIds(outcomes, ({ decision, request }, id) => ({
    id,
    requestId: request.id,
    number: request.attemptsMade + 1,
    result: decision.result,
    code: decision.code,
    reason: decision.reason,
    explanation: explain(decision, stamp)
  }))
  const matches = yield* withIds(matchesOf(outcomes), (match, id) => ({ id, ...match }))
  yield* repository.addAttempts(attempts)
  // First: a request that is matched takes down who has paid it.
  yield* repository.addMatches(matches)
  yield* repository.changeRequests(
    outcomes.map(({ consequence, decision: { code }, request }) => ({
      id: request.id,
      expired: false,
      attempt: { number: request.attemptsMade + 1, code },
      ...consequence.change
    }))
  )
  if (matches.length > 0) yield* failpoint("match.written")
  yield* outbox.putAll(
    outcomes.flatMap(({ consequence: { tell }, request }) =>
      tell === null ? [] : [orderResult(accountId, settings, request, tell)]
    )
  )
  const result: PassResult = {
    attempts: attempts.length,
    matched: matches.length,
    ambiguous: outcomes.filter(({ decision }) => decision.result === "ambiguous").length
  }
  return result
})

const matchesOf = (outcomes: ReadonlyArray<Outcome>) =>
  outcomes.flatMap(({ decision: { movementId, result }, request }) =>
    result === "matched" && movementId !== undefined ? [{ requestId: request.id, movementId }] : []
  )
