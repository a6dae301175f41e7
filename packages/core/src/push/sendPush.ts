/** One notice to one browser, by Web Push, encrypted for it. */
import { Clock, Duration, Effect, Redacted, Schema } from "effect"
import { OutboundHttp, type OutboundRequest, type OutboundResponse } from "../outbound/OutboundHttp.ts"
import { Vault } from "../security/Vault.ts"
import { PushIdentityKeeper } from "./PushIdentityKeeper.ts"
import type { PushChannelRow } from "../notices/PushRows.ts"
import { encryptPush, vapidAuthorization } from "./webPush.ts"
import { type PushReason, pushWords } from "./pushWords.ts"

/** What is sealed of a channel. */
export const PushTarget = Schema.Struct({
  endpoint: Schema.String,
  keys: Schema.Struct({ p256dh: Schema.String, auth: Schema.String })
})
export type PushTarget = typeof PushTarget.Type

const decodeTarget = Schema.decodeUnknownEffect(Schema.fromJsonString(PushTarget))

/** The row is identified by the address: the same browser keeps it, whatever its id. */
export const placeOf = ({ address, userId }: Pick<PushChannelRow, "address" | "userId">) => ({
  accountId: userId,
  table: "push_channels",
  column: "endpoint_sealed",
  row: address
})

export interface PushNotice {
  readonly reason: PushReason
  /** Names the question: on the phone, a later notice of the same topic replaces this one. */
  readonly assistanceId: string | null
  /** For so long the push service keeps it for a phone that is switched off. */
  readonly keepFor: Duration.Duration
}

/** `gone`: the browser has unsubscribed, and nothing will ever reach it again. */
export type PushEnd =
  | { readonly _tag: "sent" }
  | { readonly _tag: "gone" }
  | { readonly _tag: "failed"; readonly fault: string }

const deadline = Duration.seconds(15)
/** Push services turn to whom it names; a page without TLS has no address that they would take. */
const contactOf = ({ pageOrigin }: PushChannelRow): string =>
  pageOrigin.startsWith("https:") ? pageOrigin : "mailto:operator@example.com"

const toBrowser = Effect.fnUntraced(function* (channel: PushChannelRow, target: PushTarget, notice: PushNotice) {
  const { endpoint, keys } = target
  const { assistanceId, keepFor, reason } = notice
  const identity = yield* (yield* PushIdentityKeeper).identity
  const nowMs = yield* Clock.currentTimeMillis
  const shown = { body: pushWords(reason, channel.language), tag: assistanceId ?? reason, path: "/app/" }
  return {
    url: endpoint,
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(Math.max(0, Math.floor(Duration.toSeconds(keepFor)))),
      urgency: "high",
      ...(assistanceId === null ? {} : { topic: assistanceId.replaceAll("-", "") })
    },
    authorization: Redacted.make(vapidAuthorization(identity, { endpoint, contact: contactOf(channel), nowMs })),
    body: encryptPush(JSON.stringify(shown), keys)
  }
})

const endOf = ({ status }: OutboundResponse): PushEnd => {
  if (status >= 200 && status < 300) return { _tag: "sent" }
  if (status === 404 || status === 410) return { _tag: "gone" }
  return { _tag: "failed", fault: `the address answered ${status}` }
}

export const sendPush = Effect.fn("sendPush")(function* (channel: PushChannelRow, notice: PushNotice) {
  const vault = yield* Vault
  const http = yield* OutboundHttp
  const opened = yield* Effect.orDie(vault.decrypt(placeOf(channel), channel.endpointSealed))
  const target = yield* Effect.orDie(decodeTarget(Redacted.value(opened)))
  const request = yield* toBrowser(channel, target, notice)
  const whole: OutboundRequest = { method: "POST", deadline, maxBytes: 1024, overflow: "cut", ...request }
  return yield* http.send(whole).pipe(
    Effect.map((response) => endOf(response)),
    Effect.catch(({ message }) => Effect.succeed<PushEnd>({ _tag: "failed", fault: message }))
  )
})
