/**
 * A person settles who paid whom, where matching may not or was wrong. Nothing is deleted: a choice is a match with its
 * author, undoing it ends that match and bars the pair.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { currentRuleset, isUuid, reasonSentence, requestMachine, transition } from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Transactor } from "../Transactor.ts"
import { ConciliationRepository, type MovementToSettle, type RequestToSettle } from "./ConciliationRepository.ts"
import { orderResult } from "./orderResult.ts"
import { MovementNotFound } from "../movements/Movement.ts"
import { RequestNotFound } from "./Request.ts"

/** The order or the movement is not in a state for it; `message` says which, and what would help. */
export class CannotSettle extends Schema.TaggedError<CannotSettle>()("CannotSettle", { message: Schema.String }) {}

export interface Settler {
  readonly id: string
  readonly email: string
}

export class Settlement extends Context.Service<
  Settlement,
  {
    /** The movement pays the order: `matched`, told by webhook. Choosing what is matched already changes nothing. */
    readonly resolve: (
      by: Settler,
      requestId: string,
      movementId: string
    ) => Effect.Effect<void, RequestNotFound | MovementNotFound | CannotSettle>
    /** The movement does not pay the order: `pending` again, the pair is barred, nothing is told. */
    readonly unmatch: (by: Settler, requestId: string) => Effect.Effect<void, RequestNotFound | CannotSettle>
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
  const matching = yield* ConciliationRepository
  const outbox = yield* Outbox
  const policy = yield* AccountPolicy

  const transactor = yield* Transactor

  /** Takes the account's turn, so that no pass decides meanwhile, and reads the request under it. */
  const locked = Effect.fnUntraced(function* (userId: string, requestId: string) {
    const found = isUuid(requestId) ? yield* matching.findRequest(userId, requestId) : null
    if (found === null) return yield* new RequestNotFound()
    yield* matching.lockMatching(found.accountId)
    return (yield* matching.lockRequest(found.accountId, requestId)) ?? (yield* new RequestNotFound())
  })

  const note = (request: RequestToSettle, kind: string, what: string, by: Settler, movementId: string) =>
    activity.add({
      accountId: request.accountId,
      kind,
      message: `${by.email} ${what} order ${request.externalId}`,
      data: { request_id: request.id, external_id: request.externalId, movement_id: movementId, user_id: by.id }
    })

  const settle = Effect.fnUntraced(function* (request: RequestToSettle, movementId: string, by: Settler) {
    const account = yield* accounts.find(request.accountId)
    const settings = yield* accounts.findSettings(request.accountId)
    if (account?.operationMode !== "reconcile" || settings === null) {
      return yield* new CannotSettle({ message: "The operation mode is not reconcile, so nothing is matched" })
    }
    const status = Option.getOrUndefined(transition(requestMachine, request.status, "resolve"))
    if (status === undefined) return yield* new CannotSettle({ message: whyNotOpen(request) })
    yield* matching.chooseMatch({ id: yield* uuid, requestId: request.id, movementId, userId: by.id })
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
          candidates: [{ movement_id: movementId, score: null, role: "match", evidence: [] }]
        }
      }
    ])
    yield* matching.changeRequests([
      { id: request.id, status, misses: 0, toldCandidates: null, expired: false, attempt }
    ])
    yield* outbox.put(orderResult(request.accountId, settings, request, "matched"))
    yield* note(request, "request.resolved", "chose the payment of", by, movementId)
  })

  const resolve = Effect.fnUntraced(function* (by: Settler, requestId: string, movementId: string) {
    const request = yield* locked(by.id, requestId)
    if (!isUuid(movementId)) return yield* new MovementNotFound()
    const movement = yield* matching.lockMovement(request.accountId, movementId)
    if (movement === null) return yield* new MovementNotFound()
    if (request.paidBy === movement.id) return
    const problem = whyItCannotPay(movement, request)
    if (problem !== undefined) return yield* new CannotSettle({ message: problem })
    yield* settle(request, movement.id, by)
  })

  const unmatch = Effect.fnUntraced(function* (by: Settler, requestId: string) {
    const request = yield* locked(by.id, requestId)
    const status = Option.getOrUndefined(transition(requestMachine, request.status, "unmatch"))
    if (status === undefined || request.paidBy === null) {
      return yield* new CannotSettle({ message: `The order is ${request.status}: only a matched one can be unmatched` })
    }
    yield* matching.separateMatch({ requestId: request.id, movementId: request.paidBy, userId: by.id })
    yield* matching.changeRequests([
      { id: request.id, status, misses: 0, toldCandidates: null, expired: false, attempt: null }
    ])
    // What has not left yet would say what is no longer true.
    yield* outbox.cancel({ requestId: request.id, event: "matched" })
    yield* note(request, "request.unmatched", "separated the payment from", by, request.paidBy)
  })

  return Settlement.of({
    resolve: Effect.fn("Settlement.resolve")((by, requestId, movementId) =>
      transactor.transact(resolve(by, requestId.toLowerCase(), movementId.toLowerCase()))
    ),
    unmatch: Effect.fn("Settlement.unmatch")((by, requestId) =>
      transactor.transact(unmatch(by, requestId.toLowerCase()))
    )
  })
})

const whyNotOpen = ({ status }: RequestToSettle): string =>
  status === "matched"
    ? "The order is matched with another movement: unmatch it first"
    : `The order is ${status} and can't be matched`

/** The amounts may differ: payers round and banks keep fees, which is why a person is asked. */
const whyItCannotPay = (movement: MovementToSettle, { currency }: RequestToSettle): string | undefined => {
  if (movement.amountMinor <= 0n) return "The movement is not a credit"
  if (movement.currency !== currency) return `The movement is in ${movement.currency}, the order in ${currency}`
  if (!movement.booked) return "The movement is not booked yet"
  if (movement.excluded) return "The movement is excluded: include it first"
  if (movement.removed) return "The bank no longer shows the movement"
  if (movement.reversed) return "The movement was reversed"
  return movement.paysOrder === null
    ? undefined
    : `The movement pays order ${movement.paysOrder}: unmatch that one first`
}
