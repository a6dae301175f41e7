/** What a pass reads, and what it decides of it; in the pass's transaction. */
import { Clock, Effect } from "effect"
import {
  currentRuleset,
  deciding,
  type Decision,
  type MovementFacts,
  type OrderFacts,
  plainPrefixes,
  sharedAccounts,
  type Taught,
  taughtByName,
  toleratedFee,
  unbrokenCoverage
} from "@counterfoil/domain"
import { AccountPolicy, type AccountPolicyShape } from "../accounts/AccountPolicy.ts"
import type { ActorState } from "../accounts/ActorRows.ts"
import {
  ConciliationRepository,
  type OpenOrder,
  type OpenRequest,
  type PassScope,
  type StoredFacts
} from "./ConciliationRepository.ts"
import type { PassCause } from "./Conciliator.ts"
import { type Consequence, consequenceOf } from "./consequence.ts"
import { recoverFromDefect } from "./bisectOnDefect.ts"
import { decideOtherAmounts, type OwnAmounts, type Payers } from "./decideOtherAmounts.ts"
import type { Stamp } from "./explain.ts"
import { orderFacts } from "./orderFacts.ts"
import { cooperatively } from "../cooperatively.ts"
import { wantedAmounts } from "./wantedAmounts.ts"
import type { ActiveVersion } from "../scripts/Script.ts"
import type { AccountSettings } from "../accounts/Account.ts"

export interface Prepared {
  readonly state: ActorState
  readonly settings: AccountSettings
  readonly script: ActiveVersion | null
}

/** A decision and what it means for its request. */
export interface Outcome {
  readonly request: OpenRequest
  readonly decision: Decision
  readonly consequence: Consequence
}

export interface Decided {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly stamp: Stamp
}

const zoneOf = (script: ActiveVersion | null): string => script?.manifest.zone ?? "UTC"

export const factsOf = (
  request: OpenOrder,
  policy: AccountPolicyShape,
  script: ActiveVersion | null,
  taughtOf: (name: string) => Taught
): OrderFacts =>
  orderFacts(request, {
    expiry: policy.orderExpiry,
    zone: zoneOf(script),
    taught: taughtOf(request.name),
    state: request.status === "expired" ? "expired" : "open"
  })

/** Null: no request is in the scope. Those of `without` don't take part. */
export const decidePass = Effect.fnUntraced(function* (
  { script, settings, state }: Prepared,
  cause: PassCause,
  scope: PassScope,
  without: ReadonlyArray<string>
) {
  const policy = yield* AccountPolicy
  const repository = yield* ConciliationRepository
  const { accountId } = state
  yield* repository.lockMatching(accountId)
  const requests = yield* repository.lockRequests(accountId, scope, without)
  if (requests.length === 0 && cause._tag !== "Scrape") return null
  const taughtOf = yield* readTaught(accountId)
  const coverage = unbrokenCoverage(yield* repository.coveredDays(accountId))
  const account = state.blockedReason !== null ? "blocked" : state.status
  const rules = {
    preset: policy.preset,
    knownUntil: (yield* Clock.currentTimeMillis) - currentRuleset.knownBeforeMillis,
    tolerated: (order: OrderFacts) => toleratedFee(settings.feeTolerance, order)
  }
  const orderOf = (order: OpenOrder) => factsOf(order, policy, script, taughtOf)
  const printing = {
    bankCutsNamesAt: script?.manifest.nameLength,
    namePrefixes: plainPrefixes(script?.manifest.namePrefixes)
  }
  const movementOf = (movement: StoredFacts): MovementFacts => ({ ...movement, ...printing })

  /** Decides by the orders' own amounts. Orders of one amount compete for the same payments, so they are decided together. */
  const decideOwn = Effect.fnUntraced(function* (together: ReadonlyArray<OpenRequest>) {
    const orders = together.map(orderOf)
    const movements = yield* repository.movements(accountId, wantedAmounts(orders))
    const barredPairs = yield* repository.barredPairs(together.map(({ id }) => id))
    const decisions = yield* cooperatively(
      deciding({ orders, movements: movements.map(movementOf), barredPairs, coverage, account, preset: policy.preset })
    )
    const own: OwnAmounts = { requests: together, decisions }
    return own
  })

  const payers: Payers = {
    accountId,
    cause,
    rules,
    orderFacts: orderOf,
    movementFacts: movementOf,
    decideFurther: (requestIds) =>
      Effect.flatMap(repository.lockRequests(accountId, { _tag: "Requests", requestIds }, without), decideOwn)
  }
  const own = requests.length === 0 ? { requests, decisions: [] } : yield* decideOwn(requests)
  // This reads orders of all amounts: if one of them can't be read, the decisions by own amounts stand all the same.
  const all =
    account !== "active"
      ? own
      : yield* recoverFromDefect(decideOtherAmounts(payers, own), (why) =>
          Effect.as(Effect.logWarning("what payers paid of other amounts could not be looked at", why), own)
        )
  if (all.requests.length === 0) return null
  const decided: Decided = {
    outcomes: outcomesOf(all, cause, settings.retryLimit),
    stamp: { preset: policy.preset, scriptVersion: script?.version ?? null, coverage }
  }
  return decided
})

const outcomesOf = (
  { decisions, requests }: OwnAmounts,
  cause: PassCause,
  retryLimit: number
): ReadonlyArray<Outcome> => {
  const byId = new Map(requests.map((request) => [request.id, request]))
  return decisions.flatMap((decision) => {
    const request = byId.get(decision.orderId)
    const consequence = request && consequenceOf(request, decision, cause, retryLimit)
    return request && consequence ? [{ request, decision, consequence }] : []
  })
}

/** What persons have said of this account's payers, by the orders' names. */
const readTaught = Effect.fnUntraced(function* (accountId: string) {
  const repository = yield* ConciliationRepository
  const said = yield* repository.taughtOfPayers(accountId)
  const accounts = new Set(said.flatMap(({ account }) => account ?? []))
  return taughtByName(said, sharedAccounts(yield* repository.payersOfAccounts(accountId, [...accounts])))
})
