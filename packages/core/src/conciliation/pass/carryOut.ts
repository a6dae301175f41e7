/** Writes what a pass has decided; in its transaction, in as many statements as there are kinds of rows. */
import type { Steps } from "@counterfoil/domain"
import { Effect } from "effect"
import { cooperatively } from "../../cooperatively.ts"
import { failpoint } from "../../Failpoint.ts"
import { meanwhile } from "../../meanwhile.ts"
import { idInRow } from "../../ids.ts"
import { Outbox, type OutboxEntry } from "../../outbox/Outbox.ts"
import {
  ConciliationRepository,
  type NewAttempt,
  type NewMatch,
  type RequestChange
} from "../ConciliationRepository.ts"
import type { PassResult } from "../Conciliator.ts"
import type { Decided, Outcome } from "./decidePass.ts"
import { explain, type Stamp } from "./explain.ts"
import { orderResult } from "../orderResult.ts"
import type { AccountSettings } from "../../accounts/Account.ts"

/** The requests whose rows are written already. */
export interface Noted {
  readonly attempts: Set<string>
  readonly matches: Set<string>
}

export const nothingNoted = (): Noted => ({ attempts: new Set(), matches: new Set() })

const others = (outcomes: ReadonlyArray<Outcome>, noted: Set<string>): ReadonlyArray<Outcome> => {
  const left: Array<Outcome> = []
  for (const outcome of outcomes) {
    if (noted.has(outcome.request.id)) continue
    noted.add(outcome.request.id)
    left.push(outcome)
  }
  return left
}

const noteAttempts = Effect.fnUntraced(function* ({ outcomes, stamp }: Decided, { attempts }: Noted) {
  const repository = yield* ConciliationRepository
  yield* repository.addAttempts(yield* cooperatively(attemptsOf(others(outcomes, attempts), stamp)))
})

const noteMatches = ({ outcomes }: Decided, { matches }: Noted) =>
  Effect.flatMap(ConciliationRepository, ({ addMatches }) => addMatches(others(outcomes, matches).flatMap(matchesOf)))

/** The attempts and, where they may be written before other requests are locked, the matches. */
export const noteCertain = (certain: Decided, mayLockMore: boolean, noted: Noted) =>
  mayLockMore ? noteAttempts(certain, noted) : Effect.andThen(noteAttempts(certain, noted), noteMatches(certain, noted))

/** While the database writes one kind of rows, the next is made ready. */
export const carryOut = Effect.fnUntraced(function* (
  accountId: string,
  settings: AccountSettings,
  decided: Decided,
  noted: Noted = nothingNoted()
) {
  const outbox = yield* Outbox
  const repository = yield* ConciliationRepository
  const { outcomes } = decided
  const [, changeRequests] = yield* meanwhile(
    noteAttempts(decided, noted),
    Effect.sync(() => repository.changeRequests(changesOf(outcomes)))
  )
  // First: a request that is matched takes down who has paid it.
  yield* noteMatches(decided, noted)
  // A key that is not known yet is asked for after the requests' rows, as every lock is taken in its order.
  const [, putMessages] = yield* meanwhile(changeRequests, outbox.prepareAll(entriesOf(accountId, settings, outcomes)))
  const matched = outcomes.filter(isMatched).length
  if (matched > 0) yield* failpoint("match.written")
  yield* putMessages
  const result: PassResult = {
    attempts: outcomes.length,
    matched,
    ambiguous: outcomes.filter(isAmbiguous).length
  }
  return result
})

function* attemptsOf(outcomes: ReadonlyArray<Outcome>, stamp: Stamp): Steps<ReadonlyArray<NewAttempt>> {
  const attempts: Array<NewAttempt> = []
  for (const { decision, ids, place, request } of outcomes) {
    attempts.push({
      id: idInRow(ids.attempt, place),
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

const isMatched = ({ decision }: Outcome): boolean => decision.result === "matched"
const isAmbiguous = ({ decision }: Outcome): boolean => decision.result === "ambiguous"

const entriesOf = (accountId: string, settings: AccountSettings, outcomes: ReadonlyArray<Outcome>) => {
  const entries: Array<OutboxEntry> = []
  for (const { consequence, request } of outcomes) {
    if (consequence.tell !== null) entries.push(orderResult(accountId, settings, request, consequence.tell))
  }
  return entries
}

const changesOf = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<RequestChange> => outcomes.map(changeOf)

const changeOf = ({ consequence, decision: { code, movementId }, request }: Outcome): RequestChange => ({
  id: request.id,
  // What is open has no match yet.
  paidBy: movementId,
  expired: false,
  attempt: { number: request.attemptsMade + 1, code },
  status: consequence.change.status,
  misses: consequence.change.misses,
  toldCandidates: consequence.change.toldCandidates
})

const matchesOf = ({ decision: { movementId, result }, ids, place, request }: Outcome): ReadonlyArray<NewMatch> =>
  result === "matched" && movementId !== undefined
    ? [{ id: idInRow(ids.match, place), requestId: request.id, movementId }]
    : []
