/**
 * One pass: gather the facts, decide (pure), and commit each decision with its attempt, match and outbox row. A fault of one
 * order leaves that order behind, no other (`walkOrders`). The users share how many passes go on at a time.
 */
import { Effect, Layer } from "effect"
import { Accounts } from "../../accounts/Accounts.ts"
import { AccountRepository } from "../../accounts/AccountRepository.ts"
import { ScriptRegistry } from "../../catalogue/ScriptRegistry.ts"
import type { ActivityLog } from "../../events/ActivityLog.ts"
import { failpoint } from "../../Failpoint.ts"
import { fairSemaphore, priorities, type Priority } from "../../fairSemaphore.ts"
import { timed } from "../../operators/metrics.ts"
import type { Outbox } from "../../outbox/Outbox.ts"
import { Transactor } from "../../Transactor.ts"
import { carryOut, noteCertain, nothingNoted } from "./carryOut.ts"
import type { ConciliationRepository, PassScope } from "../ConciliationRepository.ts"
import { Conciliator, type PassCause, type PassResult } from "../Conciliator.ts"
import { decidePass, type Prepared } from "./decidePass.ts"
import { expireOrders } from "./expireOrders.ts"
import { none, passOneByOne, sumOf } from "./passOneByOne.ts"
import { type OrderWork, walkOrders } from "./walkOrders.ts"

type Needed = ActivityLog | ConciliationRepository | Outbox | Transactor

/** On one node: each holds a connection, and a share of the processor. */
const passesAtOnce = 4

/** All orders of the scope in one commit, and what goes along with the pass. */
const passAll = Effect.fnUntraced(function* (
  ready: Prepared,
  cause: PassCause,
  scope: PassScope,
  along: Effect.Effect<boolean>
) {
  const transactor = yield* Transactor
  const result = yield* transactor.transact(
    Effect.gen(function* () {
      if (!(yield* along)) return none
      const noted = nothingNoted()
      const decided = yield* decidePass(ready, cause, scope, [], (certain, mayLockMore) =>
        noteCertain(certain, mayLockMore, noted)
      )
      if (decided === null) return none
      const written = yield* carryOut(ready.state.accountId, ready.settings, decided, noted)
      yield* failpoint("match.before-commit", written.matched > 0)
      return written
    })
  )
  yield* failpoint("match.committed", result.matched > 0)
  return result
})

export const conciliatorLayer = Layer.effect(
  Conciliator,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const accountRows = yield* AccountRepository
    const scripts = yield* ScriptRegistry
    const services = yield* Effect.context<Needed>()
    const passes = fairSemaphore(passesAtOnce)

    const withPermit = <A, E, R>({ state }: Prepared, effect: Effect.Effect<A, E, R>, priority: Priority) =>
      passes.withPermit({ name: state.accountId, userId: state.userId, priority })(() => effect)

    /** What a pass needs; null when nothing is to be matched. */
    const prepare = Effect.fnUntraced(function* (accountId: string) {
      const state = yield* accountRows.loadActor(accountId)
      if (state?.operationMode !== "reconcile") return null
      const settings = yield* accounts.findSettings(accountId)
      if (settings === null) return null
      const account = state.blockedReason !== null ? "blocked" : state.status
      const ready: Prepared = { state, account, settings, script: yield* scripts.activeVersion(state.bankId) }
      return ready
    })

    const pass = Effect.fn("Conciliator.pass")(function* (
      accountId: string,
      cause: PassCause,
      within: (mayMatch: boolean) => Effect.Effect<boolean> = () => Effect.succeed(true)
    ) {
      const ready = yield* prepare(accountId)
      if (ready === null) return yield* Effect.as(within(true), none)
      const work: OrderWork<PassResult, Needed> = {
        name: "a matching pass",
        all: (scope, along) => passAll(ready, cause, scope, along),
        oneByOne: (scope) => passOneByOne(ready, cause, scope),
        sum: sumOf
      }
      const priority = cause._tag === "Run" ? priorities.asked : priorities.scheduled
      const measured = timed.pass({ bank: ready.state.bank, version: ready.script?.version ?? "none" })
      return yield* measured(
        withPermit(ready, walkOrders(accountId, scopeOf(cause), work, within(ready.account === "active")), priority)
      )
    }, Effect.provideContext(services))

    const expire = Effect.fn("Conciliator.expire")(function* (accountId: string) {
      const ready = yield* prepare(accountId)
      if (ready === null) return 0
      const work = expireOrders(ready)
      return yield* withPermit(ready, walkOrders(accountId, { _tag: "All" }, work), priorities.scheduled)
    }, Effect.provideContext(services))

    return Conciliator.of({ pass, expire })
  })
)

const scopeOf = (cause: PassCause): PassScope => {
  switch (cause._tag) {
    case "Scrape":
      return { _tag: "Scrape", scrapeId: cause.scrapeId }
    case "Appeared":
      return { _tag: "Requests", requestIds: [...cause.requestIds, ...cause.correctedIds] }
    case "Run":
      return { _tag: "Requests", requestIds: [cause.requestId] }
  }
}
