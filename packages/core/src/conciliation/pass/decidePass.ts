/** What a pass reads, and what it decides of it; in the pass's transaction. */
import { Clock, Effect } from "effect"
import {
  currentRuleset,
  type Decision,
  type OrderFacts,
  sharedAccounts,
  taughtByName,
  toleratedFee,
  unbrokenCoverage
} from "@counterfoil/domain"
import { AccountPolicy } from "../../accounts/AccountPolicy.ts"
import type { ActorState } from "../../accounts/ActorRows.ts"
import { ConciliationRepository, type OpenRequest, type PassScope } from "../ConciliationRepository.ts"
import type { PassCause } from "../Conciliator.ts"
import { type Consequence, consequenceOf } from "./consequence.ts"
import { recoverFromDefect } from "./bisectOnDefect.ts"
import { decideInSlices, nothingBeside } from "./decideInSlices.ts"
import {
  decideOtherAmounts,
  isCertain,
  mayTouchOthers,
  noneSeen,
  type OwnAmounts,
  type Payers,
  readSeen,
  type Seen
} from "./decideOtherAmounts.ts"
import type { Stamp } from "./explain.ts"
import { readingOf } from "./reading.ts"
import { type IdRow, idsByPlace } from "../../ids.ts"
import { meanwhile } from "../../meanwhile.ts"
import type { ActiveVersion } from "../../scripts/Script.ts"
import type { AccountSettings } from "../../accounts/Account.ts"

export interface Prepared {
  readonly state: ActorState
  /** Unless it is active nothing is matched. */
  readonly account: "active" | "paused" | "blocked"
  readonly settings: AccountSettings
  readonly script: ActiveVersion | null
}

/** A decision and what it means for its request. */
export interface Outcome {
  readonly request: OpenRequest
  readonly decision: Decision
  readonly consequence: Consequence
  /** Rows' ids sort in the order of their requests, whenever they are written: each is made for this place, once. */
  readonly place: number
  readonly ids: { readonly attempt: IdRow; readonly match: IdRow }
}

export interface Decided {
  /** In the order of the requests; those that were decided on because of their payers come last. */
  readonly outcomes: ReadonlyArray<Outcome>
  readonly stamp: Stamp
}

/**
 * Writes what is certain of some requests while others are still being decided. Movements are locked after all requests of the
 * pass: matches have to wait for as long as other requests may have to be locked.
 */
export type Note = (certain: Decided, mayLockMore: boolean) => Effect.Effect<void, never, ConciliationRepository>

const noteNothing: Note = () => Effect.void

/** Null: no request is in the scope. Those of `without` don't take part. */
export const decidePass = Effect.fnUntraced(function* (
  { account, script, settings, state }: Prepared,
  cause: PassCause,
  scope: PassScope,
  without: ReadonlyArray<string>,
  note: Note = noteNothing
) {
  const policy = yield* AccountPolicy
  const repository = yield* ConciliationRepository
  const { accountId } = state
  yield* repository.lockMatching(accountId)
  const [requests, [taughtOf, covered]] = yield* meanwhile(
    repository.lockRequests(accountId, scope, without),
    Effect.all([readTaught(accountId), repository.coveredDays(accountId)])
  )
  if (requests.length === 0 && cause._tag !== "Scrape") return null
  const coverage = unbrokenCoverage(covered)
  const rules = {
    preset: policy.preset,
    knownUntil: (yield* Clock.currentTimeMillis) - currentRuleset.knownBeforeMillis,
    tolerated: (order: OrderFacts) => toleratedFee(settings.feeTolerance, order)
  }
  const reading = readingOf(policy, script, taughtOf)
  const stamp: Stamp = { preset: policy.preset, scriptVersion: script?.version ?? null, coverage }
  const sliced = { accountId, coverage, account, preset: policy.preset, reading } as const
  const ofScope = scopeOf(requests, cause, settings.retryLimit)

  const payers: Payers = {
    accountId,
    cause,
    rules,
    reading,
    decideFurther: Effect.fnUntraced(function* (requestIds) {
      const further = yield* repository.lockRequests(accountId, { _tag: "Requests", requestIds }, without)
      const { decisions } = yield* decideInSlices({ ...sliced, ...nothingBeside, requests: further })
      return { requests: further, decisions }
    })
  }
  const { decisions, first: seen } = yield* decideInSlices({
    ...sliced,
    requests,
    first: account === "active" ? readSeen(payers) : Effect.succeed(noneSeen),
    note: (decided, seen) =>
      note(
        { outcomes: certainOf(outcomesOf(decided, ofScope), cause, seen), stamp },
        mayTouchOthers(requests, cause, seen)
      )
  })
  const own: OwnAmounts = { requests, decisions }
  // This reads orders of all amounts: if one of them can't be read, the decisions by own amounts stand all the same.
  const all =
    account !== "active"
      ? own
      : yield* recoverFromDefect(decideOtherAmounts(payers, own, seen), (why) =>
          Effect.as(Effect.logWarning("what payers paid of other amounts could not be looked at", why), own)
        )
  if (all.requests.length === 0) return null
  const further = scopeOf(all.requests.slice(requests.length), cause, settings.retryLimit)
  const decided: Decided = {
    outcomes: [...outcomesOf(all.decisions, ofScope), ...outcomesOf(all.decisions, further)],
    stamp
  }
  return decided
})

/** Requests that are decided on together, and the ids of their rows. */
interface Scope {
  readonly requests: ReadonlyArray<OpenRequest>
  readonly places: ReadonlyMap<string, number>
  readonly cause: PassCause
  readonly retryLimit: number
  readonly ids: Outcome["ids"]
}

const scopeOf = (requests: ReadonlyArray<OpenRequest>, cause: PassCause, retryLimit: number): Scope => {
  const places = new Map<string, number>()
  for (const { id } of requests) places.set(id, places.size)
  const ids = { attempt: idsByPlace(requests.length), match: idsByPlace(requests.length) }
  return { requests, places, cause, retryLimit, ids }
}

/** What the decisions on these requests mean; those on other requests mean nothing here. */
const outcomesOf = (
  decisions: ReadonlyArray<Decision>,
  { cause, ids, places, requests, retryLimit }: Scope
): ReadonlyArray<Outcome> => {
  const outcomes: Array<Outcome> = []
  for (const decision of decisions) {
    const place = places.get(decision.orderId) ?? -1
    const request = requests[place]
    const consequence = request && consequenceOf(request, decision, cause, retryLimit)
    if (request && consequence) outcomes.push({ request, decision, consequence, place, ids })
  }
  return outcomes
}

const certainOf = (outcomes: ReadonlyArray<Outcome>, cause: PassCause, seen: Seen): ReadonlyArray<Outcome> => {
  const certain: Array<Outcome> = []
  for (const outcome of outcomes) if (isCertain(outcome, cause, seen)) certain.push(outcome)
  return certain
}

/** What people have said of this account's payers, by the orders' names. */
const readTaught = Effect.fnUntraced(function* (accountId: string) {
  const repository = yield* ConciliationRepository
  const said = yield* repository.taughtOfPayers(accountId)
  const accounts = new Set(said.flatMap(({ account }) => account ?? []))
  return taughtByName(said, sharedAccounts(yield* repository.payersOfAccounts(accountId, [...accounts])))
})
