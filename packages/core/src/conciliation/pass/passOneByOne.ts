/**
 * The last resort of a matching pass (`walkOrders`): the orders of one amount that can't be decided on or carried out together
 * are taken one by one, and the attempt of the one that is at fault is an `error`.
 */
import { type Cause, Effect } from "effect"
import { reasonSentence } from "@counterfoil/domain"
import { AccountPolicy } from "../../accounts/AccountPolicy.ts"
import { ActivityLog } from "../../events/ActivityLog.ts"
import { uuid } from "../../ids.ts"
import { Transactor } from "../../Transactor.ts"
import { carryOut } from "./carryOut.ts"
import { ConciliationRepository, type PassScope, type RequestInBrief } from "../ConciliationRepository.ts"
import type { PassCause, PassResult } from "../Conciliator.ts"
import { afterError, wouldAttempt } from "./consequence.ts"
import { type Decided, decidePass, type Prepared } from "./decidePass.ts"
import { recoverFromDefect } from "./bisectOnDefect.ts"
import { stampJson } from "./explain.ts"

export const none: PassResult = { attempts: 0, matched: 0, ambiguous: 0 }

export const sumOf = (results: ReadonlyArray<PassResult>): PassResult =>
  results.reduce(
    (sum, { ambiguous, attempts, matched }) => ({
      attempts: sum.attempts + attempts,
      matched: sum.matched + matched,
      ambiguous: sum.ambiguous + ambiguous
    }),
    none
  )

/** The attempt of a request could not be carried out: it is written down, and after `retry_limit` of them in a row it has failed. */
const noteError = Effect.fnUntraced(function* (
  { script, settings, state }: Prepared,
  request: RequestInBrief,
  cause: Cause.Cause<never>
) {
  const activity = yield* ActivityLog
  const policy = yield* AccountPolicy
  const repository = yield* ConciliationRepository
  const after = afterError(request, settings.retryLimit)
  yield* Effect.logError("an attempt could not be carried out", cause).pipe(
    Effect.annotateLogs({ accountId: state.accountId, requestId: request.id, errors: after.errors })
  )
  const attempt = { number: request.lastAttempt + 1, code: "error_attempt" }
  yield* repository.addAttempts([
    {
      id: yield* uuid,
      requestId: request.id,
      ...attempt,
      result: "error",
      reason: reasonSentence("error_attempt"),
      explanation: {
        ...stampJson({ preset: policy.preset, scriptVersion: script?.version ?? null, coverage: null }),
        candidates: []
      }
    }
  ])
  yield* repository.changeAfterError({ id: request.id, attempt, ...after })
  if (after.status === "failed" && request.status !== "failed") {
    yield* activity.add({
      accountId: state.accountId,
      kind: "request.failed",
      message: `Order ${request.externalId} could not be looked at, ${after.errors} times in a row: a fault of this service, which its log tells. Run it again when that is mended`,
      data: { request_id: request.id, external_id: request.externalId, times: after.errors }
    })
  }
  return { ...none, attempts: 1 }
})

/** One amount in one transaction; each of its orders that dies rolls back to its own savepoint. */
export const passOneByOne = Effect.fnUntraced(function* (prepared: Prepared, cause: PassCause, scope: PassScope) {
  const repository = yield* ConciliationRepository
  const transactor = yield* Transactor
  const { accountId } = prepared.state
  const decideWithout = (without: ReadonlyArray<string>) =>
    transactor.transact(decidePass(prepared, cause, scope, without))

  const note = (request: RequestInBrief, why: Cause.Cause<never>) =>
    recoverFromDefect(transactor.transact(noteError(prepared, request, why)), (worse) =>
      Effect.as(Effect.logError("that an attempt failed could not be written down", worse), none)
    )

  /** Ids of the requests whose decision fails even alone; all ids, if only several together make it fail. */
  const undecidable = Effect.fnUntraced(function* (requests: ReadonlyArray<RequestInBrief>, whole: Cause.Cause<never>) {
    const ids = requests.map(({ id }) => id)
    const alone = yield* Effect.forEach(requests, (request) =>
      recoverFromDefect(Effect.as(decideWithout(ids.filter((id) => id !== request.id)), []), (why) =>
        Effect.succeed([{ request, why }])
      )
    )
    const found = alone.flat()
    return found.length === 0 ? requests.map((request) => ({ request, why: whole })) : found
  })

  /** What can be decided, and who is left out of it. */
  const decideOnSome = Effect.fnUntraced(function* (requests: ReadonlyArray<RequestInBrief>, why: Cause.Cause<never>) {
    const atFault = yield* undecidable(requests, why)
    return yield* recoverFromDefect(
      Effect.map(decideWithout(atFault.map(({ request }) => request.id)), (decided) => ({ decided, atFault })),
      (worse) => Effect.succeed({ decided: null, atFault: requests.map((request) => ({ request, why: worse })) })
    )
  })

  const carryOutEach = ({ outcomes, stamp }: Decided, requests: ReadonlyArray<RequestInBrief>) =>
    Effect.forEach(outcomes, (outcome) =>
      recoverFromDefect(
        transactor.transact(carryOut(accountId, prepared.settings, { outcomes: [outcome], stamp })),
        (why) =>
          Effect.map(
            Effect.forEach(
              requests.filter(({ id }) => id === outcome.request.id),
              (request) => note(request, why)
            ),
            sumOf
          )
      )
    )

  return yield* transactor.transact(
    Effect.gen(function* () {
      yield* repository.lockMatching(accountId)
      const requests = yield* repository.inBrief(accountId, scope)
      const { atFault, decided } = yield* recoverFromDefect(
        Effect.map(decideWithout([]), (decided) => ({ decided, atFault: [] })),
        (why) => decideOnSome(requests, why)
      )
      const noted = yield* Effect.forEach(
        atFault.filter(({ request }) => wouldAttempt(request, cause)),
        ({ request, why }) => note(request, why)
      )
      const carried = decided === null ? [] : yield* carryOutEach(decided, requests)
      return sumOf([...noted, ...carried])
    })
  )
})
