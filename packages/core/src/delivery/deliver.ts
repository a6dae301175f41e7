/** One attempt, which is on record already: read where it goes, send it, and commit what it meant. */
import { Clock, Effect, Option, Random, type Redacted } from "effect"
import { failpoint } from "../Failpoint.ts"
import { countDelivery, observeDelivery } from "../operators/metrics.ts"
import { tellOperators } from "../operators/OperatorNotices.ts"
import type { DeliveryOptions } from "./DeliveryOptions.ts"
import type { BegunAttempt, ClaimedDelivery } from "../outbox/DeliveryRows.ts"
import { OutboxRepository } from "../outbox/OutboxRepository.ts"
import { openBody } from "../outbox/sealedBody.ts"
import { Vault } from "../security/Vault.ts"
import { spanned } from "../tracing.ts"
import { OutboundHttp } from "../outbound/OutboundHttp.ts"
import type { Receiver } from "./receiver.ts"
import { makeReceivers } from "./receivers.ts"
import { type Verdict, verdictOfFault, verdictOfResponse } from "./verdict.ts"
import { webhookRequest } from "./webhookRequest.ts"

export const makeDeliver = Effect.fnUntraced(function* (options: DeliveryOptions) {
  const receiverFor = yield* makeReceivers
  const http = yield* OutboundHttp
  const repository = yield* OutboxRepository
  const vault = yield* Vault

  const send = Effect.fnUntraced(
    function* (delivery: ClaimedDelivery, receiver: Receiver, secrets: ReadonlyArray<Redacted.Redacted<string>>) {
      const body = yield* Effect.orDie(openBody(vault, delivery))
      const request = webhookRequest({ ...delivery, body }, receiver, secrets, yield* Clock.currentTimeMillis, options)
      const response = yield* http.send(request)
      return verdictOfResponse(response, { ...request, secrets }, yield* Clock.currentTimeMillis)
    },
    Effect.catch((fault) => Effect.succeed(verdictOfFault(fault)))
  )

  /** Somebody has to look at the receiver before anything more goes there. */
  const tell = ({ delivery }: BegunAttempt, kind: "webhook_exhausted" | "endpoint_disabled", message: string) =>
    tellOperators({ kind, message, about: { account: delivery.accountId, lane: delivery.lane } })

  /** Milliseconds to the next attempt; none when this was the last. */
  const waitAfter = Effect.fnUntraced(function* (delivery: ClaimedDelivery, retryAfterMs: number | undefined) {
    const jitter = (yield* Random.next) * 2 - 1
    // An early attempt doesn't use up the schedule: the next one comes after the shortest wait, or when the receiver asks
    // for it.
    const failed = { attempts: delivery.early ? 1 : delivery.scheduledAttempt, jitter, retryAfterMs }
    return delivery.lane === "result"
      ? options.resultDelay(failed)
      : options.notificationDelay({ ...failed, elapsedMs: delivery.sinceFirstMs })
  })

  const settle = Effect.fnUntraced(function* (attempt: BegunAttempt, verdict: Verdict) {
    const { delivery } = attempt
    if (verdict.kind === "delivered") {
      return yield* repository.settleDelivered(attempt, verdict.end, {
        perEndpoint: options.perEndpoint,
        pullSpacing: options.probeInterval
      })
    }
    if (verdict.kind === "gone" && delivery.lane === "result") {
      yield* repository.settleGone(attempt, verdict.end)
      return yield* tell(attempt, "endpoint_disabled", "a webhook endpoint is disabled: it answered 410")
    }
    // A notification is about now: one that its receiver wants no more of ends, the next one asks again.
    const wait = verdict.kind === "gone" ? Option.none() : yield* waitAfter(delivery, verdict.retryAfterMs)
    yield* repository.settleFailed(attempt, verdict.end, Option.getOrNull(wait))
    if (Option.isNone(wait))
      yield* tell(attempt, "webhook_exhausted", "a webhook is exhausted: its last attempt failed")
  })

  /**
   * The record of an interrupted attempt stays open; when its lease ends, another worker takes the message. `answered` is run
   * when nothing is under way to the receiver any more.
   */
  const attempted = Effect.fnUntraced(function* (delivery: ClaimedDelivery, answered: Effect.Effect<void>) {
    const { accountId, attempt: number, event, messageId } = delivery
    yield* Effect.annotateCurrentSpan({
      "counterfoil.account": accountId,
      "counterfoil.event": event,
      "counterfoil.message": messageId,
      "counterfoil.attempt": number
    })
    yield* failpoint("delivery.claimed")
    const found = yield* receiverFor(delivery)
    // Lost since it was claimed: after the lease it is held or cancelled.
    if (found === null) return
    const { receiver, secrets } = found
    const attempt: BegunAttempt = { delivery, address: receiver.address }
    if (receiver.address !== delivery.address) yield* repository.readdress(attempt)
    yield* failpoint("delivery.begun")
    if (!(yield* repository.mayLeave(delivery))) return
    const began = yield* Clock.currentTimeMillis
    const verdict = yield* send(delivery, receiver, secrets)
    yield* observeDelivery(delivery, verdict.end.outcome, (yield* Clock.currentTimeMillis) - began)
    yield* answered
    yield* failpoint("delivery.answered")
    yield* Effect.uninterruptible(settle(attempt, verdict))
    yield* countDelivery({ lane: delivery.lane, outcome: verdict.end.outcome })
    yield* failpoint("delivery.settled")
  })

  return (delivery: ClaimedDelivery, answered: Effect.Effect<void>) =>
    spanned("DeliveryWorker.deliver")(attempted(delivery, answered))
})
