/** One pass: gather the facts, decide (pure), and commit each decision with its attempt, match and outbox row. */
import { DateTime, Duration, Effect, Layer } from "effect"
import {
  addDays,
  type Coverage,
  currentRuleset,
  decide,
  type Decision,
  normaliseName,
  orderTimes,
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
import { ScriptRegistry } from "../scripts/ScriptRegistry.ts"
import { Transactor } from "../Transactor.ts"
import { ConciliationRepository, type OpenRequest } from "./ConciliationRepository.ts"
import { Conciliator, type PassCause, type PassResult } from "./Conciliator.ts"
import { orderResult } from "./orderResult.ts"
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
    const expiryMillis = Duration.toMillis(policy.orderExpiry)

    /** When an order becomes stale. */
    const expiresAt = (request: OpenRequest) =>
      (request.orderedAt ?? request.firstSeenAt).epochMilliseconds + expiryMillis

    const facts = (
      request: OpenRequest,
      zone: string,
      aliasesOf: (name: string) => ReadonlyArray<string>
    ): OrderFacts => ({
      id: request.id,
      amountMinor: request.amountMinor,
      currency: request.currency,
      name: request.name,
      reference: request.reference ?? undefined,
      taxId: request.taxId ?? undefined,
      payerAccount: request.payerAccount ?? undefined,
      aliases: aliasesOf(request.name),
      ...orderTimes({
        createdAt: request.orderedAt?.epochMilliseconds,
        firstSeenAt: request.firstSeenAt.epochMilliseconds,
        previousPollAt: request.absentAt?.epochMilliseconds,
        expiresAt: expiresAt(request),
        zone
      }),
      state: request.status === "expired" ? "expired" : "open"
    })

    const tell = (...result: Parameters<typeof orderResult>) => outbox.put(orderResult(...result))

    /** Writes what a decision means for a request; in the transaction of the pass. */
    const carryOut = Effect.fnUntraced(function* (
      accountId: string,
      settings: AccountSettings,
      request: OpenRequest,
      decision: Decision,
      consequence: Consequence,
      stamp: Stamp
    ) {
      yield* repository.addAttempts([
        {
          id: yield* uuid,
          requestId: request.id,
          number: request.attemptsMade + 1,
          result: decision.result,
          code: decision.code,
          reason: decision.reason,
          explanation: explain(decision, stamp)
        }
      ])
      yield* repository.change([{ id: request.id, expired: false, ...consequence.change }])
      if (decision.result === "matched" && decision.movementId !== undefined) {
        yield* repository.addMatch({ id: yield* uuid, requestId: request.id, movementId: decision.movementId })
        yield* failpoint("match.written")
      }
      if (consequence.tell !== null) yield* tell(accountId, settings, request, consequence.tell)
    })

    const runPass = Effect.fnUntraced(function* (
      state: ActorState,
      settings: AccountSettings,
      cause: PassCause,
      zone: string,
      scriptVersion: string | null
    ) {
      const { accountId } = state
      yield* repository.takeTurn(accountId)
      const requests = yield* repository.lock(accountId)
      if (requests.length === 0) return { attempts: 0, matched: 0, ambiguous: 0 }
      const aliasesOf = confirmedNames(yield* repository.aliases(accountId))
      const orders = requests.map((request) => facts(request, zone, aliasesOf))
      const oldest = orders.map(({ orderDate }) => orderDate).reduce((a, b) => (a <= b ? a : b))
      const movements = yield* repository.movements(
        accountId,
        [...new Set(requests.map(({ amountMinor }) => amountMinor))],
        addDays(oldest, -2)
      )
      const coverage = unbrokenCoverage(yield* repository.coverages(accountId))
      const decisions = decide({
        orders,
        movements,
        barredPairs: yield* repository.barredPairs(accountId),
        coverage,
        account: state.blockedReason !== null ? "blocked" : state.status,
        preset: policy.preset
      })
      const stamp: Stamp = { preset: policy.preset, scriptVersion, coverage }
      const byId = new Map(requests.map((request) => [request.id, request]))
      const result = { attempts: 0, matched: 0, ambiguous: 0 }
      for (const decision of decisions) {
        const request = byId.get(decision.orderId)
        if (request === undefined) continue
        const consequence = consequenceOf(request, decision, cause, settings.retryLimit)
        if (consequence === null) continue
        yield* carryOut(accountId, settings, request, decision, consequence, stamp)
        result.attempts += 1
        if (decision.result === "matched") result.matched += 1
        if (decision.result === "ambiguous") result.ambiguous += 1
      }
      yield* failpoint("match.before-commit", result.matched > 0)
      return result
    })

    /** What a pass needs; null when nothing is to be matched. */
    const prepare = Effect.fnUntraced(function* (accountId: string) {
      const state = yield* actors.load(accountId)
      const settings = yield* accounts.findSettings(accountId)
      if (state === null || settings === null || state.operationMode !== "reconcile") return null
      const script = yield* scripts.active(state.bankId)
      return { state, settings, zone: script?.manifest.zone ?? "UTC", scriptVersion: script?.version ?? null }
    })

    const pass = Effect.fn("Conciliator.pass")(function* (accountId: string, cause: PassCause) {
      const ready = yield* prepare(accountId)
      if (ready === null) return none
      const result = yield* transactor.transact(
        runPass(ready.state, ready.settings, cause, ready.zone, ready.scriptVersion)
      )
      yield* failpoint("match.committed", result.matched > 0)
      return result
    })

    const expireOne = Effect.fnUntraced(function* (
      accountId: string,
      settings: AccountSettings,
      request: OpenRequest,
      order: OrderFacts,
      coverages: ReadonlyArray<Coverage>,
      stamp: Stamp
    ) {
      const proof = proofThatWeLooked({ orderDate: order.orderDate, until: order.expiryDate, coverages })
      if (!proof.looked) {
        yield* repository.addAttempts([
          {
            id: yield* uuid,
            requestId: request.id,
            number: request.attemptsMade + 1,
            result: "skipped",
            code: "skipped_incomplete",
            reason: proof.sentence,
            explanation: { ...stampJson(stamp), candidates: [] }
          }
        ])
      }
      yield* repository.change([
        {
          id: request.id,
          status: "expired",
          misses: request.misses,
          toldCandidates: request.toldCandidates,
          expired: true
        }
      ])
      if (settings.notifyOnExpired) yield* tell(accountId, settings, request, "expired")
    })

    const expire = Effect.fn("Conciliator.expire")(function* (accountId: string) {
      const ready = yield* prepare(accountId)
      if (ready === null) return 0
      const now = yield* DateTime.now
      return yield* transactor.transact(
        Effect.gen(function* () {
          yield* repository.takeTurn(accountId)
          const stale = (yield* repository.lock(accountId)).filter(
            (request) =>
              request.status !== "expired" &&
              request.status !== "processing" &&
              now.epochMilliseconds > expiresAt(request)
          )
          if (stale.length === 0) return 0
          const coverages = yield* repository.coverages(accountId)
          const stamp: Stamp = {
            preset: policy.preset,
            scriptVersion: ready.scriptVersion,
            coverage: unbrokenCoverage(coverages)
          }
          for (const request of stale) {
            yield* expireOne(
              accountId,
              ready.settings,
              request,
              facts(request, ready.zone, noAliases),
              coverages,
              stamp
            )
          }
          return stale.length
        })
      )
    })

    return Conciliator.of({ pass, expire })
  })
)

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

/** What each attempt is stamped with, so that it can be explained later. */
interface Stamp {
  readonly preset: string
  readonly scriptVersion: string | null
  readonly coverage: Coverage | null
}

const stampJson = ({ coverage, preset, scriptVersion }: Stamp) => ({
  ruleset: currentRuleset.version,
  preset,
  script_version: scriptVersion,
  coverage: coverage === null ? null : { ...coverage }
})

const explain = (decision: Decision, stamp: Stamp) => ({
  code: decision.code,
  reason: decision.reason,
  ...stampJson(stamp),
  candidates: decision.candidates.map((candidate) => ({
    movement_id: candidate.movementId,
    score: candidate.score,
    role: candidate.role,
    evidence: candidate.evidence.map((term) => ({ ...term }))
  }))
})
