/** Polling: ask (with paging), read, and bring the conciliation requests in step in one transaction. */
import { Duration, Effect, Layer, Result, Schema } from "effect"
import { decodePollAnswer, type OrderFault, type PollAnswer, type PolledOrder, reviewPoll } from "@counterfoil/domain"
import { Accounts, type AccountSettings } from "../accounts/Accounts.ts"
import { authorization } from "../delivery/authorization.ts"
import { OutboundHttp } from "../delivery/OutboundHttp.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { Transactor } from "../Transactor.ts"
import { OrderPoller, type PollResult } from "./OrderPoller.ts"
import { type ListedRequest, OrderRepository } from "./OrderRepository.ts"

const deadline = Duration.seconds(15)
const maxBytes = 10 * 1024 * 1024
const maxPages = 100

/** The endpoint gave no usable answer; `message` says what was wrong and what would be right. */
class PollFailed extends Schema.TaggedError<PollFailed>()("PollFailed", { message: Schema.String }) {}

interface Listing {
  readonly orders: ReadonlyArray<PolledOrder>
  readonly faults: ReadonlyArray<OrderFault>
}

const nothing: PollResult = { ok: true, appeared: [] }

export const orderPollerLayer = Layer.effect(
  OrderPoller,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const activity = yield* ActivityLog
    const http = yield* OutboundHttp
    const repository = yield* OrderRepository
    const transactor = yield* Transactor

    const fetchPage = Effect.fnUntraced(function* (settings: AccountSettings, url: string) {
      const post = settings.pollingMethod === "POST"
      const response = yield* http
        .send({
          method: settings.pollingMethod,
          url,
          headers: { accept: "application/json", ...(post ? { "content-type": "application/json" } : {}) },
          authorization: authorization(settings.authType, settings.authToken),
          body: post ? new TextEncoder().encode(JSON.stringify(settings.pollingBody ?? {})) : null,
          deadline,
          maxBytes,
          overflow: "fail"
        })
        .pipe(Effect.mapError((fault) => new PollFailed({ message: fault.message })))
      if (response.status !== 200) {
        return yield* new PollFailed({ message: `the endpoint answered ${response.status}; 200 was expected` })
      }
      const body = yield* Effect.try({
        try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(response.body)),
        catch: () => new PollFailed({ message: "the answer is not JSON" })
      })
      const answer = decodePollAnswer(body)
      return Result.isFailure(answer) ? yield* new PollFailed({ message: answer.failure.message }) : answer.success
    })

    const fetchAll = Effect.fnUntraced(function* (settings: AccountSettings, endpoint: string) {
      const orders: Array<PolledOrder> = []
      const faults: Array<OrderFault> = []
      const seen = new Set<string>()
      let url: string | undefined = endpoint
      while (url !== undefined) {
        if (seen.has(url) || seen.size >= maxPages) {
          return yield* new PollFailed({ message: `"next" does not come to an end after ${seen.size} pages` })
        }
        seen.add(url)
        const page: PollAnswer = yield* fetchPage(settings, url)
        orders.push(...page.orders)
        faults.push(...page.faults)
        url = page.next === undefined ? undefined : yield* sameOrigin(page.next, url)
      }
      return { orders: lastOfEach(orders), faults }
    })

    const reconcile = Effect.fnUntraced(function* (accountId: string, userId: string, listing: Listing) {
      // The mode may have changed while the endpoint was asked: what that has ended must not come back.
      if (!(yield* repository.holdReconciling(accountId))) return []
      const before = yield* repository.pollState(accountId)
      const listed = new Set([
        ...listing.orders.map(({ externalId }) => externalId),
        ...listing.faults.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
      ])
      const known = yield* repository.lock(accountId, [...listed])
      const byExternalId = new Map(known.map((request) => [request.externalId, request]))
      const fresh = yield* Effect.forEach(
        listing.orders.filter(({ externalId }) => !byExternalId.has(externalId)),
        (order) => Effect.map(uuid, (id) => ({ id, order }))
      )
      yield* repository.create(accountId, userId, before.lastSuccessAt, fresh)
      const paired = listing.orders.flatMap((order) => {
        const request = byExternalId.get(order.externalId)
        return request === undefined ? [] : [{ request, order }]
      })
      yield* repository.change(
        paired
          .filter(({ order, request }) => isOpen(request) && differs(request, order))
          .map(({ order, request }) => ({
            id: request.id,
            order
          }))
      )
      const back = paired.filter(({ request }) => request.status === "cancelled").map(({ request }) => request.id)
      yield* repository.reopen(back)
      const open = known.filter(isOpen)
      const review = reviewPoll({
        open: open.map(({ externalId, missedPolls }) => ({ externalId, missedPolls })),
        listed,
        previousWasEmpty: before.wasEmpty ?? undefined,
        answerIsEmpty: listed.size === 0 && listing.faults.length === 0
      })
      const withdrawn = new Set(review.withdrawn)
      yield* repository.cancel(open.filter(({ externalId }) => withdrawn.has(externalId)).map(({ id }) => id))
      yield* repository.setMissed(
        open.flatMap(({ externalId, id }) => {
          const missedPolls = review.missedPolls.get(externalId)
          return missedPolls === undefined ? [] : [{ id, missedPolls }]
        })
      )
      yield* repository.saveSuccess(accountId, listed.size === 0)
      return [...fresh.map(({ id }) => id), ...back]
    })

    const report = (accountId: string, faults: ReadonlyArray<OrderFault>) =>
      Effect.forEach(
        faults.slice(0, 20),
        (fault) =>
          activity.add({
            accountId,
            kind: "orders.item_skipped",
            message: fault.message,
            data: { index: fault.index, external_id: fault.externalId ?? null }
          }),
        { discard: true }
      )

    const poll = Effect.fn("OrderPoller.poll")(function* (accountId: string) {
      const account = yield* accounts.find(accountId)
      if (account?.operationMode !== "reconcile") return nothing
      const settings = yield* accounts.findSettings(accountId)
      const endpoint = settings?.pendingOrdersEndpoint ?? null
      if (settings === null || endpoint === null) return nothing
      const fetched = yield* fetchAll(settings, endpoint).pipe(Effect.result)
      if (Result.isFailure(fetched)) {
        const { failures } = yield* repository.pollState(accountId)
        yield* repository.saveFailure(accountId)
        // Told once per spell, not at every poll.
        if (failures === 0) {
          yield* activity.add({
            accountId,
            kind: "orders.poll_failed",
            message: `The pending orders could not be read: ${fetched.failure.message}`
          })
        }
        return { ok: false, appeared: [] }
      }
      const appeared = yield* transactor.transact(
        reconcile(accountId, account.userId, fetched.success).pipe(
          Effect.tap(() => report(accountId, fetched.success.faults)),
          Effect.tap((ids) => failpoint("orders.before-commit", ids.length > 0))
        )
      )
      yield* failpoint("orders.committed", appeared.length > 0)
      return { ok: true, appeared }
    })

    return OrderPoller.of({ poll })
  })
)

const openStatuses: ReadonlySet<string> = new Set(["pending", "processing", "ambiguous", "not_found", "failed"])
const isOpen = (request: ListedRequest) => openStatuses.has(request.status)

const differs = ({ order: known }: ListedRequest, order: PolledOrder): boolean =>
  known.amountMinor !== order.amountMinor ||
  known.currency !== order.currency ||
  known.name !== order.name ||
  known.createdAt !== order.createdAt ||
  known.reference !== order.reference ||
  known.taxId !== order.taxId ||
  known.payerAccount !== order.payerAccount

/** An order that is listed twice counts as it was listed last. */
const lastOfEach = (orders: ReadonlyArray<PolledOrder>): ReadonlyArray<PolledOrder> => [
  ...new Map(orders.map((order) => [order.externalId, order])).values()
]

const sameOrigin = (next: string, from: string): Effect.Effect<string, PollFailed> => {
  const base = new URL(from)
  const url = URL.parse(next, base.href)
  return url !== null && url.origin === base.origin
    ? Effect.succeed(url.href)
    : new PollFailed({ message: `"next" must be an address of ${base.origin}` })
}
