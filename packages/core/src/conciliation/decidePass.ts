/** What a pass reads, and what it decides of it; in the pass's transaction. */
import { Effect } from "effect"
import {
  deciding,
  type Decision,
  normaliseName,
  type OrderFacts,
  plainPrefixes,
  unbrokenCoverage
} from "@counterfoil/domain"
import { AccountPolicy, type AccountPolicyShape } from "../accounts/AccountPolicy.ts"
import type { ActorState } from "../accounts/ActorRepository.ts"
import { ConciliationRepository, type OpenRequest, type PassScope } from "./ConciliationRepository.ts"
import type { PassCause } from "./Conciliator.ts"
import { type Consequence, consequenceOf } from "./consequence.ts"
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
  request: OpenRequest,
  policy: AccountPolicyShape,
  script: ActiveVersion | null,
  aliasesOf: (name: string) => ReadonlyArray<string>
): OrderFacts =>
  orderFacts(request, {
    expiry: policy.orderExpiry,
    zone: zoneOf(script),
    aliases: aliasesOf(request.name),
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
  if (requests.length === 0) return null
  const aliasesOf = confirmedNames(yield* repository.aliases(accountId))
  const orders = requests.map((request) => factsOf(request, policy, script, aliasesOf))
  const movements = yield* repository.movements(accountId, wantedAmounts(orders))
  const coverage = unbrokenCoverage(yield* repository.coveredDays(accountId))
  const decisions = yield* cooperatively(
    deciding({
      orders,
      movements: movements.map((movement) => ({
        ...movement,
        bankCutsNamesAt: script?.manifest.nameLength,
        namePrefixes: plainPrefixes(script?.manifest.namePrefixes)
      })),
      barredPairs: yield* repository.barredPairs(requests.map(({ id }) => id)),
      coverage,
      account: state.blockedReason !== null ? "blocked" : state.status,
      preset: policy.preset
    })
  )
  const byId = new Map(requests.map((request) => [request.id, request]))
  const outcomes = decisions.flatMap((decision): ReadonlyArray<Outcome> => {
    const request = byId.get(decision.orderId)
    const consequence = request && consequenceOf(request, decision, cause, settings.retryLimit)
    return request && consequence ? [{ request, decision, consequence }] : []
  })
  const decided: Decided = {
    outcomes,
    stamp: { preset: policy.preset, scriptVersion: script?.version ?? null, coverage }
  }
  return decided
})

/** The names that a person confirmed, by the order's name as matching reads it. */
const confirmedNames = (pairs: ReadonlyArray<{ readonly name: string; readonly senderName: string }>) => {
  const byName = new Map<string, ReadonlyArray<string>>()
  for (const { name, senderName } of pairs) {
    const { key } = normaliseName(name)
    byName.set(key, [...(byName.get(key) ?? []), senderName])
  }
  return (name: string) => (byName.size === 0 ? [] : (byName.get(normaliseName(name).key) ?? []))
}
