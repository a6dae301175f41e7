/** Writes what a pass has decided; in its transaction, in as many statements as there are kinds of rows. */
import type { Steps } from "@counterfoil/domain"
import { Effect } from "effect"
import { cooperatively } from "../cooperatively.ts"
import { failpoint } from "../Failpoint.ts"
import { withIds } from "../ids.ts"
import { meanwhile } from "../meanwhile.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { ConciliationRepository, type NewAttempt } from "./ConciliationRepository.ts"
import type { PassResult } from "./Conciliator.ts"
import type { Decided, Outcome } from "./decidePass.ts"
import { explain, type Stamp } from "./explain.ts"
import { orderResult } from "./orderResult.ts"
import type { AccountSettings } from "../accounts/Account.ts"

/** Writes the attempts; of requests in `noted` they are written already, and then of all. */
export const noteAttempts = Effect.fnUntraced(function* ({ outcomes, stamp }: Decided, noted: Set<string>) {
  const repository = yield* ConciliationRepository
  const others = outcomes.filter(({ request }) => !noted.has(request.id))
  for (const { request } of others) noted.add(request.id)
  yield* repository.addAttempts(yield* cooperatively(attemptsOf(others, stamp)))
})

/** While the database writes one kind of rows, the next is made ready. */
export const carryOut = Effect.fnUntraced(function* (
  accountId: string,
  settings: AccountSettings,
  decided: Decided,
  noted: Set<string> = new Set()
) {
  const outbox = yield* Outbox
  const repository = yield* ConciliationRepository
  const { outcomes } = decided
  const [, { addMatches, changeRequests, matched }] = yield* meanwhile(
    noteAttempts(decided, noted),
    Effect.map(
      withIds(matchesOf(outcomes), (match, id) => ({ id, ...match })),
      (matches) => ({
        matched: matches.length,
        addMatches: repository.addMatches(matches),
        changeRequests: repository.changeRequests(changesOf(outcomes))
      })
    )
  )
  // First: a request that is matched takes down who has paid it.
  yield* addMatches
  // A key that is not known yet is asked for after the requests' rows, as every lock is taken in its order.
  const [, putMessages] = yield* meanwhile(
    changeRequests,
    outbox.prepareAll(
      outcomes.flatMap(({ consequence: { tell }, request }) =>
        tell === null ? [] : [orderResult(accountId, settings, request, tell)]
      )
    )
  )
  if (matched > 0) yield* failpoint("match.written")
  yield* putMessages
  const result: PassResult = {
    attempts: outcomes.length,
    matched,
    ambiguous: outcomes.filter(({ decision }) => decision.result === "ambiguous").length
  }
  return result
})

function* attemptsOf(outcomes: ReadonlyArray<Outcome>, stamp: Stamp): Steps<ReadonlyArray<NewAttempt>> {
  const attempts: Array<NewAttempt> = []
  for (const { attemptId, decision, request } of outcomes) {
    attempts.push({
      id: attemptId,
      requestId: request.id,
      number: request.attemptsMade + 1,
      result: decision.result,
      code: decision.code,
      reason: decision.reason,
      explanation: explain(decision, stamp)
    })
    yield
  }
  return attempts
}

const changesOf = (outcomes: ReadonlyArray<Outcome>) =>
  outcomes.map(({ consequence, decision: { code, movementId }, request }) => ({
    id: request.id,
    // What is open has no match yet.
    ...(movementId === undefined ? {} : { paidBy: movementId }),
    expired: false,
    attempt: { number: request.attemptsMade + 1, code },
    ...consequence.change
  }))

const matchesOf = (outcomes: ReadonlyArray<Outcome>) =>
  outcomes.flatMap(({ decision: { movementId, result }, request }) =>
    result === "matched" && movementId !== undefined ? [{ requestId: request.id, movementId }] : []
  )
