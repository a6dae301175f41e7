/** Sends one signed test webhook to where an account's results go, exactly as those are sent, and answers what came of it. */
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import { messageId } from "../outbox/messageId.ts"
import { defaultDeliveryOptions } from "./DeliveryOptions.ts"
import { NoEndpoint } from "./Endpoints.ts"
import { type OutboundFault, OutboundHttp } from "../outbound/OutboundHttp.ts"
import { receiverOf } from "./receiver.ts"
import { type Verdict, verdictOfFault, verdictOfResponse } from "./verdict.ts"
import { webhookRequest } from "./webhookRequest.ts"
import type { Account } from "../accounts/Account.ts"

export interface WebhookTest {
  /** `delivered`, `gone`, `redirected`, `rejected`, or the fault's kind: as in the delivery log. */
  readonly outcome: string
  readonly httpStatus: number | null
  readonly durationMs: number
  /** At most 16 KiB of the answer, without secrets of ours. */
  readonly response: string | null
  /** One sentence; null when there was an answer. */
  readonly fault: string | null
  /** What would help, where we know it. */
  readonly advice: string | null
}

export class WebhookTester extends Context.Service<
  WebhookTester,
  {
    /** Not retried, not logged among the deliveries, and the endpoint's state stays what it is. */
    readonly test: (account: Pick<Account, "bank" | "id" | "name">) => Effect.Effect<WebhookTest, NoEndpoint>
  }
>()("@counterfoil/core/delivery/WebhookTester") {
  static readonly layer: Layer.Layer<WebhookTester, never, Accounts | OutboundHttp> = Layer.effect(
    WebhookTester,
    Effect.suspend(() => make)
  )
}

const advice: Partial<Record<OutboundFault["kind"] | "redirected", string>> = {
  egress_refused: "EGRESS_ALLOW can open private ranges; link-local and metadata addresses stay closed",
  tls_failed:
    "Certificates of an authority of your own are trusted once EXTRA_CA_CERTS, a setting of the operator, names it",
  redirected: "Redirects are not followed: save the address that it leads to"
}

const bodyOf = (account: Pick<Account, "bank" | "id" | "name">, occurredAt: DateTime.Utc): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      type: "test",
      account_id: account.id,
      bank: account.bank,
      account_name: account.name,
      occurred_at: DateTime.formatIso(occurredAt)
    })
  )

const make = Effect.gen(function* () {
  const accounts = yield* Accounts
  const http = yield* OutboundHttp

  const receiverFor = Effect.fnUntraced(function* (accountId: string) {
    const settings = yield* accounts.findSettings(accountId)
    return (settings === null ? null : receiverOf("result", settings)) ?? (yield* new NoEndpoint({}))
  })

  const result = (startedMs: number, { end }: Verdict) =>
    Effect.map(Clock.currentTimeMillis, (nowMs): WebhookTest => ({
      ...end,
      durationMs: nowMs - startedMs,
      advice: Object.entries(advice).find(([outcome]) => outcome === end.outcome)?.[1] ?? null
    }))

  return WebhookTester.of({
    test: Effect.fn("WebhookTester.test")(function* (account) {
      const receiver = yield* receiverFor(account.id)
      const now = yield* DateTime.now
      const about = { messageId: yield* messageId, accountId: account.id }
      const message = { ...about, event: "test", attempt: 1, sequence: null, body: bodyOf(account, now) }
      const secrets = yield* accounts.signingSecrets(account.id)
      const request = webhookRequest(message, receiver, secrets, now.epochMilliseconds, defaultDeliveryOptions)
      const verdict = yield* http.send(request).pipe(
        Effect.map((response) => verdictOfResponse(response, request, now.epochMilliseconds)),
        Effect.catch((fault) => Effect.succeed(verdictOfFault(fault)))
      )
      return yield* result(now.epochMilliseconds, verdict)
    })
  })
})
