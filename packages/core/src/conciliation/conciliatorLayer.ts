/** One pass: gather the facts, decide (pure), and commit each decision with its attempt, match and outbox row. */
import { DateTime, Effect, Layer } from "effect"
import {
  type Coverage,
  deciding,
  type Decision,
  normaliseName,
  type OrderFacts,
  proofThatWeLooked,
  unbrokenCoverage
} from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { Accounts, type AccountSettings } from "../accounts/Accounts.ts"
import { ActorRepository, type ActorState } from "../accounts/ActorRepository.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { type RunnableScript, ScriptRegistry } from "../scripts/ScriptRegistry.ts"
import { Transactor } from "../Transactor.ts"
import { ConciliationRepository, type OpenRequest, type PassScope } from "./ConciliationRepository.ts"
import { Conciliator, type PassCause, type PassResult } from "./Conciliator.ts"
import { explain, type Stamp, stampJson } from "./explain.ts"
import { expiresAt, orderFacts } from "./orderFacts.ts"
import { orderResult } from "./orderResult.ts"
import { unhurried } from "./unhurried.ts"
import { wantedAmounts } from "./wantedAmounts.ts"
import { consequenceOf, type Consequence } from "./consequence.ts"

export const conciliatorLayer = Layer.effect(
  Conciliator,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const actors = yield* ActorRepository
    const outbox = yield* Outbox
    const policy = yield* AccountPolicy
    const repository = yield* ConciliationRepository
    const scripts = yield* ScriptRegistry
    const transactor = yield* Transactor

    const facts = (
      request: OpenRequest,
      zone: string,
      aliasesOf: (name: string) => ReadonlyArray<string>
    ): OrderFacts =>
      orderFacts(request, {
        expiry: policy.orderExpiry,
        zone,
        aliases: aliasesOf(request.name),
        state: request.status === "expired" ? "expired" : "open"
      })

    /** Writes what the pass has decided; in its transaction, in as many statements as there are kinds of rows. */
    const carryOut = Effect.fnUntraced(function* (
      accountId: string,
      settings: AccountSettings,
      outcomes: ReadonlyArray<Outcome>,
      stamp: Stamp
    ) {
      const attempts = yield* Effect.forEach(outcomes, ({ decision, request }) =>
        Effect.map(uuid, (id) => ({
          id,
          requestId: request.id,
          number: request.attemptsMade + 1,
          result: decision.result,
          code: decision.code,
          reason: decision.reason,
          explanation: explain(decision, stamp)
        }))
      )
      const matches = yield* Effect.forEach(matchesOf(outcomes), (match) =>
        Effect.map(uuid, (id) => ({ id, ...match }))
      )
      yield* repository.addAttempts(attempts)
      yield* repository.change(
        outcomes.map(({ consequence, request }) => ({ id: request.id, expired: false, ...consequence.change }))
      )
      yield* repository.addMatches(matches)
      if (matches.length > 0) yield* failpoint("match.written")
      yield* outbox.putAll(
        outcomes.flatMap(({ consequence: { tell }, request }) =>
          tell === null ? [] : [orderResult(accountId, settings, request, tell)]
        )
      )
      return {
        attempts: attempts.length,
        matched: matches.length,
        ambiguous: outcomes.filter(({ decision }) => decision.result === "ambiguous").length
      }
    })

    const runPass = Effect.fnUntraced(function* ({ script, settings, state }: Prepared, cause: PassCause) {
      const { accountId } = state
      yield* repository.takeTurn(accountId)
      const requests = yield* repository.lock(accountId, scopeOf(cause))
      if (requests.length === 0) return none
      const aliasesOf = confirmedNames(yield* repository.aliases(accountId))
      const orders = requests.map((request) => facts(request, zoneOf(script), aliasesOf))
      const movements = yield* repository.movements(accountId, wantedAmounts(orders))
      const coverage = unbrokenCoverage(yield* repository.coverages(accountId))
      const decisions = yield* unhurried(
        deciding({
          orders,
          movements: movements.map((movement) => ({
            ...movement,
            bankCutsNamesAt: script?.manifest.nameLength,
            namePrefixes: script?.manifest.namePrefixes
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
      const stamp: Stamp = { preset: policy.preset, scriptVersion: script?.version ?? null, coverage }
      const result = yield* carryOut(accountId, settings, outcomes, stamp)
      yield* failpoint("match.before-commit", result.matched > 0)
      return result
    })

    /** What a pass needs; null when nothing is to be matched. */
    const prepare = Effect.fnUntraced(function* (accountId: string) {
      const state = yield* actors.load(accountId)
      if (state?.operationMode !== "reconcile") return null
      const settings = yield* accounts.findSettings(accountId)
      if (settings === null) return null
      return { state, settings, script: yield* scripts.active(state.bankId) }
    })

    const pass = Effect.fn("Conciliator.pass")(function* (accountId: string, cause: PassCause) {
      const ready = yield* prepare(accountId)
      if (ready === null) return none
      const result = yield* transactor.transact(runPass(ready, cause))
      yield* failpoint("match.committed", result.matched > 0)
      return result
    })

    /** An attempt that says so, where the bank could not be read in all of an order's time. */
    const unreadAttempt = (
      request: OpenRequest,
      order: OrderFacts,
      coverages: ReadonlyArray<Coverage>,
      stamp: Stamp
    ) => {
      const proof = proofThatWeLooked({ orderDate: order.orderDate, until: order.expiryDate, coverages })
      if (proof.looked) return Effect.succeed([])
      return Effect.map(uuid, (id) => [
        {
          id,
          requestId: request.id,
          number: request.attemptsMade + 1,
          result: "skipped" as const,
          code: "skipped_incomplete",
          reason: proof.sentence,
          explanation: { ...stampJson(stamp), candidates: [] }
        }
      ])
    }

    const expire = Effect.fn("Conciliator.expire")(function* (accountId: string) {
      const ready = yield* prepare(accountId)
      if (ready === null) return 0
      const now = yield* DateTime.now
      return yield* transactor.transact(
        Effect.gen(function* () {
          yield* repository.takeTurn(accountId)
          const stale = (yield* repository.lock(accountId, { _tag: "All" })).filter(
            (request) =>
              request.status !== "expired" &&
              request.status !== "processing" &&
              now.epochMilliseconds > expiresAt(request, policy.orderExpiry)
          )
          if (stale.length === 0) return 0
          const { script, settings } = ready
          const coverages = yield* repository.coverages(accountId)
          const coverage = unbrokenCoverage(coverages)
          const stamp: Stamp = { preset: policy.preset, scriptVersion: script?.version ?? null, coverage }
          const attempts = yield* Effect.forEach(stale, (request) =>
            unreadAttempt(request, facts(request, zoneOf(script), noAliases), coverages, stamp)
          )
          yield* repository.addAttempts(attempts.flat())
          yield* repository.change(
            stale.map(({ id, misses, toldCandidates }) => ({
              id,
              status: "expired" as const,
              misses,
              toldCandidates,
              expired: true
            }))
          )
          if (settings.notifyOnExpired) {
            yield* outbox.putAll(stale.map((request) => orderResult(accountId, settings, request, "expired")))
          }
          return stale.length
        })
      )
    })

    return Conciliator.of({ pass, expire })
  })
)

interface Prepared {
  readonly state: ActorState
  readonly settings: AccountSettings
  readonly script: RunnableScript | null
}

/** A decision and what it means for its request. */
interface Outcome {
  readonly request: OpenRequest
  readonly decision: Decision
  readonly consequence: Consequence
}

const matchesOf = (outcomes: ReadonlyArray<Outcome>) =>
  outcomes.flatMap(({ decision: { movementId, result }, request }) =>
    result === "matched" && movementId !== undefined ? [{ requestId: request.id, movementId }] : []
  )

const zoneOf = (script: RunnableScript | null): string => script?.manifest.zone ?? "UTC"

const scopeOf = (cause: PassCause): PassScope => {
  switch (cause._tag) {
    case "Scrape":
      return { _tag: "Scrape", scrapeId: cause.scrapeId }
    case "Appeared":
      return { _tag: "Requests", requestIds: cause.requestIds }
    case "Run":
      return { _tag: "Requests", requestIds: [cause.requestId] }
  }
}

const noAliases = () => []

/** The names that a person confirmed, by the order's name as matching reads it. */
const confirmedNames = (pairs: ReadonlyArray<{ readonly name: string; readonly senderName: string }>) => {
  const byName = new Map<string, ReadonlyArray<string>>()
  for (const { name, senderName } of pairs) {
    const { key } = normaliseName(name)
    byName.set(key, [...(byName.get(key) ?? []), senderName])
  }
  return (name: string) => (byName.size === 0 ? [] : (byName.get(normaliseName(name).key) ?? []))
}

const none: PassResult = { attempts: 0, matched: 0, ambiguous: 0 }
