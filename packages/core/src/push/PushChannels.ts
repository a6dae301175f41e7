/** The browsers by which a user is rung when a bank wants a code. */
import { Context, type DateTime, Duration, Effect, Layer, Redacted, Schema } from "effect"
import { isUuid } from "@counterfoil/domain"
import type { OutboundHttp } from "../outbound/OutboundHttp.ts"
import { uuid } from "../ids.ts"
import { Vault } from "../security/Vault.ts"
import { parseOrigin, parsePlainUrl } from "../urls.ts"
import { PushIdentityKeeper } from "./PushIdentityKeeper.ts"
import type { NoticeLanguage } from "../notices/noticeWords.ts"
import { NoticeRepository } from "../notices/NoticeRepository.ts"
import type { PushChannelRow } from "../notices/PushRows.ts"
import { placeOf, type PushEnd, type PushTarget, sendPush } from "./sendPush.ts"
import { areBrowserKeys, type BrowserKeys } from "./webPush.ts"

export interface PushChannel {
  readonly id: string
  readonly label: string
  readonly createdAt: DateTime.Utc
  readonly lastSuccessAt: DateTime.Utc | null
  readonly lastFault: string | null
}

export interface PushSubscription {
  /** URL at the browser's push service. */
  readonly endpoint: string
  readonly keys: BrowserKeys
  readonly label: string
  /** The origin that the page has for its user: where a tap leads. */
  readonly pageOrigin: string
  readonly language: NoticeLanguage
}

export class PushChannelNotFound extends Schema.TaggedError<PushChannelNotFound>()("PushChannelNotFound", {}) {}
/** A field has a wrong form; `message` names it and says what would be right. */
export class InvalidSubscription extends Schema.TaggedError<InvalidSubscription>()("InvalidSubscription", {
  message: Schema.String
}) {}
export class TooManyDevices extends Schema.TaggedError<TooManyDevices>()("TooManyDevices", {
  message: Schema.String
}) {}

export class PushChannels extends Context.Service<
  PushChannels,
  {
    /** What a browser subscribes with. */
    readonly publicKey: Effect.Effect<string>
    /** Newest first. */
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<PushChannel>>
    /** The same endpoint is one channel, however often it is put. */
    readonly put: (
      userId: string,
      subscription: PushSubscription
    ) => Effect.Effect<PushChannel, InvalidSubscription | TooManyDevices>
    readonly remove: (userId: string, id: string) => Effect.Effect<void, PushChannelNotFound>
    /** Rings it now. */
    readonly test: (userId: string, id: string) => Effect.Effect<PushEnd, PushChannelNotFound>
  }
>()("@counterfoil/core/push/PushChannels") {
  static readonly layer: Layer.Layer<
    PushChannels,
    never,
    NoticeRepository | PushIdentityKeeper | Vault | OutboundHttp
  > = Layer.effect(
    PushChannels,
    Effect.suspend(() => make)
  )
}

const most = 20

const faultOf = ({ endpoint, keys, label, pageOrigin }: PushSubscription): string | undefined => {
  if (parsePlainUrl(endpoint) === undefined || endpoint.length > 2_000) {
    return "endpoint must be an absolute http or https URL without credentials"
  }
  if (!areBrowserKeys(keys)) return "keys must be what the browser's subscription has: p256dh and auth"
  if (parseOrigin(pageOrigin) !== pageOrigin) return "page_origin must be an origin such as https://counterfoil.example"
  return label.trim() === "" || label.length > 100 ? "label must be 1 to 100 characters" : undefined
}

const shown = ({ createdAt, id, label, lastFault, lastSuccessAt }: PushChannelRow): PushChannel => ({
  id,
  label,
  createdAt,
  lastSuccessAt,
  lastFault
})

const make = Effect.gen(function* () {
  const repository = yield* NoticeRepository
  const vault = yield* Vault
  const identities = yield* PushIdentityKeeper
  const context = yield* Effect.context<OutboundHttp | PushIdentityKeeper | Vault>()

  return PushChannels.of({
    publicKey: Effect.map(identities.identity, ({ publicKey }) => publicKey),

    list: Effect.fn("PushChannels.list")(function* (userId) {
      return (yield* repository.pushChannels(userId)).map(shown)
    }),

    put: Effect.fn("PushChannels.put")(function* (userId, subscription) {
      const fault = faultOf(subscription)
      if (fault !== undefined) return yield* new InvalidSubscription({ message: fault })
      const { endpoint, keys, label, language, pageOrigin } = subscription
      const address = yield* vault.fingerprint(userId, endpoint)
      const target: PushTarget = { endpoint, keys }
      const endpointSealed = yield* vault.encrypt(placeOf({ userId, address }), Redacted.make(JSON.stringify(target)))
      const id = yield* uuid
      const channel = { id, userId, address, endpointSealed, label: label.trim(), pageOrigin, language }
      const kept = yield* repository.putPushChannel(channel, most)
      if (kept === null) {
        return yield* new TooManyDevices({ message: `You have ${most} devices already: remove one first` })
      }
      return shown(kept)
    }),

    remove: Effect.fn("PushChannels.remove")(function* (userId, id) {
      if (!isUuid(id) || !(yield* repository.removePushChannel(userId, id))) return yield* new PushChannelNotFound({})
    }),

    test: Effect.fn("PushChannels.test")(function* (userId, id) {
      const channel = (yield* repository.pushChannels(userId)).find((each) => each.id === id.toLowerCase())
      if (channel === undefined) return yield* new PushChannelNotFound({})
      const notice = { reason: "test", assistanceId: null, keepFor: Duration.minutes(1) } as const
      const end = yield* Effect.provideContext(sendPush(channel, notice), context)
      if (end._tag === "sent") yield* repository.notePushed(channel.id)
      if (end._tag === "gone") yield* repository.removePushChannel(userId, channel.id)
      if (end._tag === "failed") yield* repository.notePushFault(channel.id, end.fault)
      return end
    })
  })
})
