/**
 * One pass: gather the facts, decide (pure), and commit each decision with its attempt, match and outbox row. A fault of one
 * order leaves that order behind, no other. The users share how many passes go on at a time.
 */
import { DateTime, Effect, Layer } from "effect"
import { type DateRange, type OrderFacts, proofThatWeLooked, unbrokenCoverage } from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { ActorRepository } from "../accounts/ActorRepository.ts"
import type { ActivityLog } from "../events/ActivityLog.ts"
import { failpoint } from "../Failpoint.ts"
import { fairSemaphore, priorities, type Priority } from "../fairSemaphore.ts"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { ScriptRegistry } from "../catalogue/ScriptRegistry.ts"
import { Transactor } from "../Transactor.ts"
import { carryOut } from "./carryOut.ts"
import { ConciliationRepository, type OpenRequest, type PassScope } from "./ConciliationRepository.ts"
import { Conciliator, type PassCause, type PassResult } from "./Conciliator.ts"
import { decidePass, factsOf, type Prepared } from "./decidePass.ts"
import { dividing, surviving } from "./dividing.ts"
import { type Stamp, stampJson } from "./explain.ts"
import { expiresAt } from "./orderFacts.ts"
import { orderResult } from "./orderResult.ts"
import { passOneByOne, sumOf } from "./passInParts.ts"

type Needed = ActivityLog | ConciliationRepository | Outbox | Transactor

/** On one node: each holds a connection, and a share of the processor. */
const passesAtOnce = 4

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
    const services = yield* Effect.context<Needed>()
    const passes = fairSemaphore(passesAtOnce)

    const inTurn = <A, E, R>({ state }: Prepared, effect: Effect.Effect<A, E, R>, priority: Priority) =>
      passes.withPermit({ name: state.accountId, userId: state.userId, priority })(() => effect)

    /** What a pass needs; null when nothing is to be matched. */
    const prepare = Effect.fnUntraced(function* (accountId: string) {
      const state = yield* actors.load(accountId)
      if (state?.operationMode !== "reconcile") return null
      const settings = yield* accounts.findSettings(accountId)
      if (settings === null) return null
      const ready: Prepared = { state, settings, script: yield* scripts.activeVersion(state.bankId) }
      return ready
    })

    const together = Effect.fnUntraced(function* (
      ready: Prepared,
      cause: PassCause,
      scope: PassScope,
      within: Effect.Effect<void> = Effect.void
    ) {
      const result = yield* transactor.transact(
        Effect.gen(function* () {
          yield* within
          const decided = yield* decidePass(ready, cause, scope, [])
          if (decided === null) return none
          const written = yield* carryOut(ready.state.accountId, ready.settings, decided)
          yield* failpoint("match.before-commit", written.matched > 0)
          return written
        })
      )
      yield* failpoint("match.committed", result.matched > 0)
      return result
    })

    const inParts = Effect.fnUntraced(function* (ready: Prepared, cause: PassCause) {
      const amounts = yield* repository.oneOfEachAmount(ready.state.accountId, scopeOf(cause))
      const results = yield* dividing(
        amounts,
        (requestIds) => together(ready, cause, { _tag: "Requests", requestIds }),
        (requestId) => passOneByOne(ready, cause, { _tag: "Requests", requestIds: [requestId] })
      )
      return sumOf(results)
    })

    const pass = Effect.fn("Conciliator.pass")(function* (
      accountId: string,
      cause: PassCause,
      within: Effect.Effect<void> = Effect.void
    ) {
      const ready = yield* prepare(accountId)
      if (ready === null) return yield* Effect.as(within, none)
      const whole = surviving(together(ready, cause, scopeOf(cause), within), (why) =>
        Effect.logWarning("a matching pass failed; it is made again, amount by amount", why).pipe(
          Effect.andThen(inParts(ready, cause)),
          Effect.tap(() => within)
        )
      )
      return yield* inTurn(ready, whole, cause._tag === "Run" ? priorities.asked : priorities.scheduled)
    }, Effect.provideContext(services))

    /** An attempt that says so, where the bank could not be read in all of an order's time. */
    const unreadAttempt = (
      request: OpenRequest,
      order: OrderFacts,
      covered: ReadonlyArray<DateRange>,
      stamp: Stamp
    ) => {
      const proof = proofThatWeLooked({ orderDate: order.orderDate, until: order.expiryDate, covered })
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

    const expireTogether = Effect.fnUntraced(function* (
      { script, settings, state }: Prepared,
      scope: PassScope,
      without: ReadonlyArray<string> = []
    ) {
      const now = yield* DateTime.now
      const { accountId } = state
      yield* repository.lockMatching(accountId)
      const stale = (yield* repository.lockRequests(accountId, scope, without)).filter(
        (request) =>
          request.status !== "expired" &&
          request.status !== "processing" &&
          now.epochMilliseconds > expiresAt(request, policy.orderExpiry)
      )
      if (stale.length === 0) return 0
      const covered = yield* repository.coveredDays(accountId)
      const coverage = unbrokenCoverage(covered)
      const stamp: Stamp = { preset: policy.preset, scriptVersion: script?.version ?? null, coverage }
      const unread = yield* Effect.forEach(stale, (request) =>
        unreadAttempt(request, factsOf(request, policy, script, noAliases), covered, stamp)
      )
      yield* repository.addAttempts(unread.flat())
      yield* repository.changeRequests(
        stale.map(({ id, misses, toldCandidates }, index) => ({
          id,
          status: "expired" as const,
          misses,
          toldCandidates,
          expired: true,
          attempt: unread[index]?.[0] ?? null
        }))
      )
      if (settings.notifyOnExpired) {
        yield* outbox.putAll(stale.map((request) => orderResult(accountId, settings, request, "expired")))
      }
      return stale.length
    })

    const expireOneByOne = Effect.fnUntraced(function* (ready: Prepared, scope: PassScope) {
      const { accountId } = ready.state
      const ids = (yield* repository.inBrief(accountId, scope)).map(({ id }) => id)
      const expireAlone = (requestId: string) =>
        transactor.transact(
          expireTogether(
            ready,
            scope,
            ids.filter((id) => id !== requestId)
          )
        )
      const counts = yield* Effect.forEach(ids, (requestId) =>
        surviving(expireAlone(requestId), (why) =>
          Effect.logError("an order could not be expired", why).pipe(
            Effect.annotateLogs({ accountId, requestId }),
            Effect.as(0)
          )
        )
      )
      return total(counts)
    })

    const expireInParts = Effect.fnUntraced(function* (ready: Prepared) {
      const counts = yield* dividing(
        yield* repository.oneOfEachAmount(ready.state.accountId, { _tag: "All" }),
        (requestIds) => transactor.transact(expireTogether(ready, { _tag: "Requests", requestIds })),
        (requestId) => expireOneByOne(ready, { _tag: "Requests", requestIds: [requestId] })
      )
      return total(counts)
    })

    const expire = Effect.fn("Conciliator.expire")(function* (accountId: string) {
      const ready = yield* prepare(accountId)
      if (ready === null) return 0
      const whole = surviving(transactor.transact(expireTogether(ready, { _tag: "All" })), () => expireInParts(ready))
      return yield* inTurn(ready, whole, priorities.scheduled)
    })

    return Conciliator.of({ pass, expire })
  })
)

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

const total = (counts: ReadonlyArray<number>) => counts.reduce((sum, count) => sum + count, 0)

const noAliases = () => []

const none: PassResult = { attempts: 0, matched: 0, ambiguous: 0 }
