/** Writes what a pass has decided; in its transaction, in as many statements as there are kinds of rows. */
import { Effect } from "effect"
import { failpoint } from "../Failpoint.ts"
import { withIds } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { ConciliationRepository, type NewAttempt, type RequestChange } from "./ConciliationRepository.ts"
import type { PassResult } from "./Conciliator.ts"
import type { Decided, Outcome } from "./decidePass.ts"
import { explain, type Stamp } from "./explain.ts"
import { orderResult } from "./orderResult.ts"
import type { AccountSettings } from "../accounts/Account.ts"

export const carryOut = Effect.fnUntraced(function* (
  accountId: string,
  settings: AccountSettings,
  { outcomes, stamp }: Decided
) {
  const outbox = yield* Outbox
  const repository = yield* ConciliationRepository
  const matches = matchesOf(outcomes)
  // One connection writes one after the other. The database begins with what takes it longest, and meanwhile the rest is made
  // ready: ids, explanations, sealed bodies.
  const [, , , tellAll] = yield* Effect.all(
    [
      repository.changeRequests(outcomes.map(changeOf)),
      Effect.flatMap(
        withIds(outcomes, (outcome, id) => attemptOf(outcome, id, stamp)),
        repository.addAttempts
      ),
      Effect.flatMap(
        withIds(matches, (match, id) => ({ id, ...match })),
        repository.addMatches
      ),
      outbox.prepare(
        outcomes.flatMap(({ consequence: { tell }, request }) =>
          tell === null ? [] : [orderResult(accountId, settings, request, tell)]
        )
      )
    ],
    { concurrency: "unbounded" }
  )
  if (matches.length > 0) yield* failpoint("match.written")
  yield* tellAll
  const result: PassResult = {
    attempts: outcomes.length,
    matched: matches.length,
    ambiguous: outcomes.filter(({ decision }) => decision.result === "ambiguous").length
  }
  return result
})

const changeOf = ({ consequence, decision: { code }, request }: Outcome): RequestChange => ({
  id: request.id,
  expired: false,
  attempt: { number: request.attemptsMade + 1, code },
  ...consequence.change
})

const attemptOf = ({ decision, request }: Outcome, id: string, stamp: Stamp): NewAttempt => ({
  id,
  requestId: request.id,
  number: request.attemptsMade + 1,
  result: decision.result,
  code: decision.code,
  reason: decision.reason,
  explanation: explain(decision, stamp)
})

const matchesOf = (outcomes: ReadonlyArray<Outcome>) =>
  outcomes.flatMap(({ decision: { movementId, result }, request }) =>
    result === "matched" && movementId !== undefined ? [{ requestId: request.id, movementId }] : []
  )
