/**
 * What comes of an account's addresses before anything is sent there in earnest: whether the egress rules refuse them, and one
 * signed test webhook, exactly as results are sent.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import { messageId } from "../outbox/messageId.ts"
import { defaultDeliveryOptions } from "./DeliveryOptions.ts"
import { NoEndpoint } from "./Endpoints.ts"
import { type OutboundFault, OutboundHttp, trustAdvice } from "../outbound/OutboundHttp.ts"
import { receiverOf } from "./receiver.ts"
import { type Verdict, verdictOfFault, verdictOfResponse } from "./verdict.ts"
import { webhookRequest } from "./webhookRequest.ts"
import { OutboxRepository } from "../outbox/OutboxRepository.ts"
import type { Account, AccountSettings } from "../accounts/Account.ts"
import { settingNames, settingsOf, testBody } from "@counterfoil/domain"

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

/** An address that would not be called, by the name of its setting. */
export interface AddressWarning {
  readonly field: string
  /** One sentence, in English. */
  readonly message: string
}

export class WebhookTester extends Context.Service<
  WebhookTester,
  {
    /** Of addresses that would not be called as things are. `lookUp`: also of names, where that is quick. */
    readonly warnings: (
      settings: Pick<AccountSettings, AddressField>,
      options: { readonly lookUp: boolean }
    ) => Effect.Effect<ReadonlyArray<AddressWarning>>
    /** Not retried, not logged among the deliveries; of the endpoint only what came of its last test is kept. */
    readonly test: (account: Pick<Account, "bank" | "id" | "name">) => Effect.Effect<WebhookTest, NoEndpoint>
  }
>()("@counterfoil/core/delivery/WebhookTester") {
  static readonly layer: Layer.Layer<WebhookTester, never, Accounts | OutboundHttp | OutboxRepository> = Layer.effect(
    WebhookTester,
    Effect.suspend(() => make)
  )
}

const addressFields = settingsOf("url")
type AddressField = (typeof addressFields)[number]

const advice: Partial<Record<OutboundFault["kind"] | "redirected", string>> = {
  egress_refused: "EGRESS_ALLOW can open private ranges; link-local and metadata addresses stay closed",
  tls_failed: trustAdvice,
  redirected: "Redirects are not followed: save the address that it leads to"
}

/** With these a receiver says that it doesn't believe who sends. */
const disbelieving: ReadonlySet<number | null> = new Set([401, 403])

const adviceOfDisbelief =
  "If it refused the signature: its secret is another account's or was rotated, or it parsed the body before it verified it, or its clock is more than five minutes off. If it refused the token: compare webhook_auth_type and webhook_auth_token with what it expects"

const adviceFor = ({ httpStatus, outcome }: Verdict["end"]): string | null =>
  disbelieving.has(httpStatus)
    ? adviceOfDisbelief
    : (Object.entries(advice).find(([known]) => known === outcome)?.[1] ?? null)

const make = Effect.gen(function* () {
  const accounts = yield* Accounts
  const http = yield* OutboundHttp
  const outbox = yield* OutboxRepository

  const endpointOf = Effect.fnUntraced(function* (accountId: string) {
    const settings = yield* accounts.findSettings(accountId)
    const receiver = settings === null ? null : receiverOf("result", settings)
    if (settings === null || receiver === null) return yield* new NoEndpoint({})
    return { receiver, extraFields: settings.webhookExtraFields }
  })

  const warningOf = Effect.fnUntraced(function* (field: AddressField, url: string | null, lookUp: boolean) {
    const fault = url === null || url === "" ? null : yield* http.refusal(url, { lookUp })
    return fault === null ? [] : [{ field: settingNames[field], message: fault.message }]
  })

  const result = (startedMs: number, { end }: Verdict) =>
    Effect.map(Clock.currentTimeMillis, (nowMs): WebhookTest => ({
      ...end,
      durationMs: nowMs - startedMs,
      advice: adviceFor(end)
    }))

  return WebhookTester.of({
    warnings: Effect.fn("WebhookTester.warnings")(function* (settings, { lookUp }) {
      const each = addressFields.map((field) => warningOf(field, settings[field], lookUp))
      return (yield* Effect.all(each, { concurrency: "unbounded" })).flat()
    }),

    test: Effect.fn("WebhookTester.test")(function* (account) {
      const { extraFields, receiver } = yield* endpointOf(account.id)
      const now = yield* Clock.currentTimeMillis
      const occasion = { accountId: account.id, bank: account.bank, accountName: account.name, occurredAt: now }
      const body = new TextEncoder().encode(testBody(occasion, extraFields))
      const about = { messageId: yield* messageId, accountId: account.id }
      const message = { ...about, event: "test", attempt: 1, sequence: null, body }
      const secrets = yield* accounts.signingSecrets(account.id)
      const request = webhookRequest(message, receiver, secrets, now, defaultDeliveryOptions)
      const verdict = yield* http.send(request).pipe(
        Effect.map((response) => verdictOfResponse(response, { ...request, secrets }, now)),
        Effect.catch((fault) => Effect.succeed(verdictOfFault(fault)))
      )
      yield* outbox.noteTest(account.id, receiver.address, verdict.end.outcome)
      return yield* result(now, verdict)
    })
  })
})
