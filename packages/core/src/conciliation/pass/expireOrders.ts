/** Ends the orders that have waited too long, with an attempt that says so where the bank could not be read in all that time. */
import { Effect, Option } from "effect"
import {
  type DateRange,
  proofThatWeLooked,
  requestMachine,
  taughtByName,
  transition,
  unbrokenCoverage
} from "@counterfoil/domain"
import { AccountPolicy } from "../../accounts/AccountPolicy.ts"
import { uuid } from "../../ids.ts"
import { Outbox } from "../../outbox/Outbox.ts"
import { Transactor } from "../../Transactor.ts"
import { recoverFromDefect } from "./bisectOnDefect.ts"
import { ConciliationRepository, type NewAttempt, type OpenRequest, type PassScope } from "../ConciliationRepository.ts"
import type { Prepared } from "./decidePass.ts"
import { orderOf, readingOf } from "./reading.ts"
import { type Stamp, stampJson } from "./explain.ts"
import { expiresAt } from "../orderFacts.ts"
import { orderResult } from "../orderResult.ts"
import type { OrderWork } from "./walkOrders.ts"

/** Answers how many orders expired. */
export const expireOrders = (prepared: Prepared): OrderWork<number, ConciliationRepository | Outbox | Transactor> => ({
  name: "the expiry of orders",
  all: (scope) => expire(prepared, scope, []),
  oneByOne: (scope) => expireEach(prepared, scope),
  sum
})

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** Expiry looks at an order's dates only: whose payments count for it doesn't matter. */
const noNames = taughtByName([], new Set())

/** One transaction: the orders' status, their attempts and what is told of them change together. */
const expire = (prepared: Prepared, scope: PassScope, without: ReadonlyArray<string>) =>
  Effect.flatMap(Transactor, ({ transact }) => transact(expireStale(prepared, scope, without)))

const expireStale = Effect.fnUntraced(function* (
  { script, settings, state: { accountId } }: Prepared,
  scope: PassScope,
  without: ReadonlyArray<string>
) {
  const outbox = yield* Outbox
  const policy = yield* AccountPolicy
  const repository = yield* ConciliationRepository
  yield* repository.lockMatching(accountId)
  const now = yield* repository.now
  const stale = (yield* repository.lockRequests(accountId, scope, without)).filter(
    (request) =>
      request.status !== "processing" &&
      !request.isBeingSettled &&
      Option.isSome(transition(requestMachine, request.status, "expire")) &&
      now.epochMilliseconds > expiresAt(request, policy.orderExpiry)
  )
  if (stale.length === 0) return 0
  const covered = yield* repository.coveredDays(accountId)
  const coverage = unbrokenCoverage(covered)
  const stamp: Stamp = { preset: policy.preset, scriptVersion: script?.version ?? null, coverage }
  const reading = readingOf(policy, script, noNames)
  const attempts = yield* Effect.forEach(stale, (request) => {
    const { expiryDate, orderDate } = orderOf(request, reading)
    return attemptWithoutReading(request, { orderDate, until: expiryDate, covered }, stamp)
  })
  yield* repository.addAttempts(attempts.filter((attempt) => attempt !== null))
  yield* repository.changeRequests(
    stale.map(({ id, misses, toldCandidates }, index) => ({
      id,
      status: "expired" as const,
      misses,
      toldCandidates,
      expired: true,
      attempt: attempts[index] ?? null
    }))
  )
  if (settings.notifyOnExpired) {
    yield* outbox.putAll(stale.map((request) => orderResult(accountId, settings, request, "expired")))
  }
  return stale.length
})

/** Null: the bank was read in all of the order's time, so that its earlier attempts have said what there is to say. */
const attemptWithoutReading = Effect.fnUntraced(function* (
  request: OpenRequest,
  time: { readonly orderDate: string; readonly until: string; readonly covered: ReadonlyArray<DateRange> },
  stamp: Stamp
) {
  const proof = proofThatWeLooked(time)
  if (proof.looked) return null
  const attempt: NewAttempt = {
    id: yield* uuid,
    requestId: request.id,
    number: request.attemptsMade + 1,
    result: "skipped",
    code: "skipped_incomplete",
    reason: proof.sentence,
    explanation: { ...stampJson(stamp), candidates: [] }
  }
  return attempt
})

/** An order that can't be expired is logged, and stays as it is. */
const expireEach = Effect.fnUntraced(function* (prepared: Prepared, scope: PassScope) {
  const repository = yield* ConciliationRepository
  const { accountId } = prepared.state
  const ids = (yield* repository.inBrief(accountId, scope)).map(({ id }) => id)
  const counts = yield* Effect.forEach(ids, (requestId) => {
    const others = ids.filter((id) => id !== requestId)
    return recoverFromDefect(expire(prepared, scope, others), (why) =>
      Effect.logError("an order could not be expired", why).pipe(
        Effect.annotateLogs({ accountId, requestId }),
        Effect.as(0)
      )
    )
  })
  return sum(counts)
})
