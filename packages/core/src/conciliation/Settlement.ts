/**
 * A person settles who paid whom, where matching may not or was wrong. Nothing is deleted: a choice is a match with its
 * author, undoing it ends that match and bars the pair.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { currentRuleset, isUuid, reasonSentence, requestMachine, transition } from "@counterfoil/domain"
import type { AccountSettings } from "../accounts/Account.ts"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { logFailure } from "../DatabaseUnavailable.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import { uuid, withIds } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Transactor } from "../Transactor.ts"
import { chosenPairs, type ChosenPair } from "./chosenPairs.ts"
import { ConciliationRepository } from "./ConciliationRepository.ts"
import { type Noted, notedAs } from "./noted.ts"
import type { LeftAs, RequestToSettle } from "./SettlementRows.ts"
import { orderResult } from "./orderResult.ts"
import { MovementNotFound } from "../movements/Movement.ts"
import { InvalidInput } from "../refusals.ts"
import { RequestNotFound } from "./Request.ts"
import { whyNotOpen, whyTheyCannotPay } from "./whyTheyCannotPay.ts"

/** The order or the movement is not in a state for it; `message` says which, and what would help. */
export class CannotSettle extends Schema.TaggedError<CannotSettle>()("CannotSettle", { message: Schema.String }) {}

export interface Settler {
  readonly id: string
  readonly email: string
}

/** One payment for one order; or one for several orders, or several payments for one order. */
export interface Choice {
  readonly movementIds: ReadonlyArray<string>
  /** Orders that the payment pays beside the one that is asked for. */
  readonly furtherRequestIds: ReadonlyArray<string>
}

export class Settlement extends Context.Service<
  Settlement,
  {
    /** The movements pay the orders: `matched`, told by webhook. Choosing what is matched already changes nothing. */
    readonly resolve: (
      by: Settler,
      requestId: string,
      choice: Choice
    ) => Effect.Effect<void, RequestNotFound | MovementNotFound | CannotSettle | InvalidInput>
    /** No movement pays the order: `pending` again, the pairs are barred, nothing is told. */
    readonly unmatch: (by: Settler, requestId: string) => Effect.Effect<void, RequestNotFound | CannotSettle>
    /**
     * What was separated is right as it is: no person is asked for it any more. One that was left waiting is asked for again
     * when it is withdrawn; undefined: an open one waits, a cancelled one is closed.
     */
    readonly leave: (by: Settler, requestId: string, as?: LeftAs) => Effect.Effect<void, RequestNotFound | CannotSettle>
    /** What was left needs its person again, as before; what was not left stays as it is. */
    readonly reopen: (by: Settler, requestId: string) => Effect.Effect<void, RequestNotFound>
    /** What choosing or separating its payments has taught of their payers' names counts no more. */
    readonly forget: (by: Settler, requestId: string) => Effect.Effect<void, RequestNotFound>
  }
>()("@counterfoil/core/conciliation/Settlement") {
  static readonly layer = Layer.effect(
    Settlement,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const accounts = yield* Accounts
  const activity = yield* ActivityLog
  const events = yield* EventLog
  const due = yield* DueAccounts
  const matching = yield* ConciliationRepository
  const outbox = yield* Outbox
  const policy = yield* AccountPolicy

  const transactor = yield* Transactor

  /** Takes the account's turn, so that no pass decides meanwhile, and reads the requests under it: the one asked for first. */
  const locked = Effect.fnUntraced(function* (userId: string, requestId: string, further: ReadonlyArray<string> = []) {
    const found = isUuid(requestId) ? yield* matching.findRequest(userId, requestId) : null
    if (found === null || !further.every(isUuid)) return yield* new RequestNotFound()
    yield* matching.lockMatching(found.accountId)
    const ids = [...new Set([requestId, ...further])]
    return yield* inOrderOf(ids, yield* matching.lockToSettle(found.accountId, ids), () => new RequestNotFound())
  })

  const lockedMovements = Effect.fnUntraced(function* (accountId: string, movementIds: ReadonlyArray<string>) {
    if (!movementIds.every(isUuid)) return yield* new MovementNotFound()
    const ids = [...new Set(movementIds)]
    return yield* inOrderOf(ids, yield* matching.lockMovements(accountId, ids), () => new MovementNotFound())
  })

  const note = (
    { accountId, externalId, id }: RequestToSettle,
    what: Noted,
    by: Settler,
    movementIds: ReadonlyArray<string>
  ) =>
    activity.add({
      accountId,
      ...notedAs(what, `${by.email} ${what.words} order ${externalId}`, {
        request_id: id,
        external_id: externalId,
        movement_id: movementIds[0] ?? null,
        movement_ids: movementIds,
        user_id: by.id,
        by: by.email
      })
    })

  /** Its status stays, of which the database tells by itself. */
  const tell = (type: "orders.left" | "orders.reopened", { accountId, externalId, id }: RequestToSettle) =>
    events.append({ accountId, type, data: { count: 1, orders: [{ id, external_id: externalId }] } })

  /** An order that waited is matched by these movements. */
  const settle = Effect.fnUntraced(function* (
    request: RequestToSettle,
    settings: AccountSettings,
    movementIds: ReadonlyArray<string>
  ) {
    const status = Option.getOrUndefined(transition(requestMachine, request.status, "resolve"))
    if (status === undefined) return yield* new CannotSettle({ message: whyNotOpen(request) })
    const attempt = { number: request.attemptsMade + 1, code: "matched_by_person" }
    yield* matching.addAttempts([
      {
        id: yield* uuid,
        requestId: request.id,
        ...attempt,
        result: "matched",
        reason: reasonSentence("matched_by_person"),
        explanation: {
          ruleset: currentRuleset.version,
          preset: policy.preset,
          script_version: null,
          coverage: null,
          candidates: movementIds.map((id) => ({ movement_id: id, score: null, role: "match", evidence: [] }))
        }
      }
    ])
    yield* matching.changeRequests([
      { id: request.id, status, misses: 0, toldCandidates: null, expired: false, attempt }
    ])
    yield* outbox.put(orderResult(request.accountId, settings, request, "matched"))
  })

  const resolve = Effect.fnUntraced(function* (by: Settler, requestId: string, choice: Choice) {
    const requests = yield* locked(by.id, requestId, choice.furtherRequestIds)
    const [{ accountId }] = requests
    const movements = yield* lockedMovements(accountId, choice.movementIds)
    const pairs = chosenPairs(requests, movements)
    if (pairs === undefined) return yield* new InvalidInput({ message: severalAtBothEnds })
    if (pairs.length === 0) return
    const problem = whyTheyCannotPay(movements, requests)
    if (problem !== undefined) return yield* new CannotSettle({ message: problem })
    const account = yield* accounts.find(accountId)
    const settings = yield* accounts.findSettings(accountId)
    if (account?.operationMode !== "reconcile" || settings === null) {
      return yield* new CannotSettle({ message: "The operation mode is not reconcile, so nothing is matched" })
    }
    yield* matching.chooseMatches(by.id, yield* withIds(pairs, (pair, id) => ({ id, ...pair })))
    // Orders that could have had them, or what these orders could have had, may be clear now; where scrapes come, these tell. It is
    // found at the next poll: waking the account would wait for whoever changes its user's mode.
    yield* due.matchFiles(accountId)
    for (const request of requests) {
      const fresh = pairs.filter((pair) => pair.requestId === request.id).map(({ movementId }) => movementId)
      // A further payment of an order that is matched: it has been told.
      if (request.paidBy.length === 0) yield* settle(request, settings, fresh)
      const chosen = { kind: "request.resolved", words: whatWasChosen(pairs, fresh), orders: requests.length } as const
      if (fresh.length > 0) yield* note(request, chosen, by, fresh)
    }
  })

  const unmatch = Effect.fnUntraced(function* (by: Settler, requestId: string) {
    const [request] = yield* locked(by.id, requestId)
    const status = Option.getOrUndefined(transition(requestMachine, request.status, "unmatch"))
    if (status === undefined || request.paidBy.length === 0) {
      return yield* new CannotSettle({ message: `The order is ${request.status}: only a matched one can be unmatched` })
    }
    yield* matching.separateMatches(request.id, by.id)
    yield* matching.changeRequests([
      { id: request.id, status, misses: 0, toldCandidates: null, expired: false, attempt: null }
    ])
    yield* due.matchFreed(request.accountId, request.paidBy)
    yield* due.lookLater(request.accountId, request.id)
    // A webhook of this match that hasn't left yet would be untrue by now.
    yield* outbox.cancel({ requestId: request.id, event: "matched" })
    yield* note(request, { kind: "request.unmatched", words: "undid the match of" }, by, request.paidBy)
    return request.accountId
  })

  /** So that the account knows when it is to look at what was freed. After the commit: before, it might wait for who changes the mode. */
  const tellActor = (accountId: string) =>
    Effect.catchCause(due.wake([accountId]), (cause) =>
      logFailure("an account could not be told of a match that was undone", cause)
    )

  const leave = Effect.fnUntraced(function* (by: Settler, requestId: string, wanted: LeftAs | undefined) {
    const [request] = yield* locked(by.id, requestId)
    const isCancelled = request.status === "cancelled"
    if (isCancelled && wanted === "waiting") return yield* new CannotSettle({ message: cannotWait })
    // A matched one waits for nothing: what pays it was booked back, and the person leaves it matched.
    const as = wanted ?? (isCancelled || request.status === "matched" ? "closed" : "waiting")
    if (!(yield* matching.leaveSeparated(request.id, as))) return
    // What was booked back before it was told is told now: the person says that the order is paid all the same.
    if (request.status === "matched") {
      yield* outbox.replay({ requestId: request.id, isHeldBack: true, byItself: true })
    }
    yield* note(request, { kind: "request.left", words: whatWasLeft[as], as }, by, [])
    yield* tell("orders.left", request)
  })

  const reopen = Effect.fnUntraced(function* (by: Settler, requestId: string) {
    const [request] = yield* locked(by.id, requestId)
    if (!(yield* matching.reopenLeft(request.id))) return
    yield* note(request, { kind: "request.reopened", words: "took up again" }, by, [])
    yield* tell("orders.reopened", request)
  })

  const forget = Effect.fnUntraced(function* (by: Settler, requestId: string) {
    const [request] = yield* locked(by.id, requestId)
    if (!(yield* matching.forgetTaught(request.id))) return
    yield* note(
      request,
      { kind: "payer.forgotten", words: "removed what was learned of the payer's name from" },
      by,
      []
    )
  })

  return Settlement.of({
    resolve: Effect.fn("Settlement.resolve")((by, requestId, { furtherRequestIds, movementIds }) =>
      transactor.transact(
        resolve(by, requestId.toLowerCase(), {
          movementIds: movementIds.map((id) => id.toLowerCase()),
          furtherRequestIds: furtherRequestIds.map((id) => id.toLowerCase())
        })
      )
    ),
    unmatch: Effect.fn("Settlement.unmatch")((by, requestId) =>
      Effect.flatMap(transactor.transact(unmatch(by, requestId.toLowerCase())), tellActor)
    ),
    leave: Effect.fn("Settlement.leave")((by, requestId, as) =>
      transactor.transact(leave(by, requestId.toLowerCase(), as))
    ),
    reopen: Effect.fn("Settlement.reopen")((by, requestId) => transactor.transact(reopen(by, requestId.toLowerCase()))),
    forget: Effect.fn("Settlement.forget")((by, requestId) => transactor.transact(forget(by, requestId.toLowerCase())))
  })
})

/** The rows in the order in which they were asked for; fails if one isn't there. */
const inOrderOf = <Row extends { readonly id: string }, E>(
  ids: ReadonlyArray<string>,
  rows: ReadonlyArray<Row>,
  missing: () => E
): Effect.Effect<readonly [Row, ...Array<Row>], E> => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const [first, ...others] = ids.flatMap((id) => byId.get(id) ?? [])
  return first === undefined || others.length + 1 < ids.length
    ? Effect.fail(missing())
    : Effect.succeed([first, ...others])
}

const severalAtBothEnds = "One movement can pay several requests, or several movements one request: not several of both"

const cannotWait = "The order is cancelled: it can't wait for a payment before your system lists it again"

const whatWasLeft: Readonly<Record<LeftAs, string>> = { waiting: "let wait", closed: "closed" }

const whatWasChosen = (pairs: ReadonlyArray<ChosenPair>, fresh: ReadonlyArray<string>): string => {
  if (fresh.length > 1) return `chose ${fresh.length} payments of`
  return pairs.length > 1 ? `chose a payment of ${pairs.length} orders, and of these` : "chose the payment of"
}
