/** A user's channels: kept sealed, shown without their secrets, and tried out. */
import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { uuid } from "../ids.ts"
import type { Place } from "../security/Vault.ts"
import { UserVault } from "../security/UserVault.ts"
import { NoticeChannelConfig } from "./NoticeChannel.ts"
import { NoticeRepository, type StoredChannel } from "./NoticeRepository.ts"
import { type NoticeNotSent, NoticeSender } from "./NoticeSender.ts"

export interface ShownChannel {
  readonly id: string
  readonly kind: NoticeChannelConfig["kind"]
  readonly name: string
  readonly createdAt: DateTime.Utc
}

export class ChannelNotFound extends Schema.TaggedError<ChannelNotFound>()("ChannelNotFound", {}) {}
export class TooManyNoticeChannels extends Schema.TaggedError<TooManyNoticeChannels>()("TooManyNoticeChannels", {
  message: Schema.String
}) {}

export class NoticeChannels extends Context.Service<
  NoticeChannels,
  {
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<ShownChannel>>
    readonly add: (
      userId: string,
      channel: { readonly name: string; readonly config: Redacted.Redacted<NoticeChannelConfig> }
    ) => Effect.Effect<ShownChannel, TooManyNoticeChannels>
    readonly remove: (userId: string, id: string) => Effect.Effect<void, ChannelNotFound>
    readonly test: (userId: string, id: string) => Effect.Effect<void, ChannelNotFound | NoticeNotSent>
    /** For those who tell. */
    readonly open: (channel: StoredChannel) => Effect.Effect<NoticeChannelConfig>
  }
>()("@counterfoil/core/notices/NoticeChannels") {
  static readonly layer: Layer.Layer<NoticeChannels, never, NoticeRepository | NoticeSender | UserVault> = Layer.effect(
    NoticeChannels,
    Effect.suspend(() => make)
  )
}

const mostChannels = 10
const Sealed = Schema.fromJsonString(NoticeChannelConfig)
const encode = Schema.encodeSync(Sealed)
const decode = Schema.decodeUnknownEffect(Sealed)

const placeOf = (userId: string, id: string): Place => ({
  accountId: userId,
  table: "notice_channels",
  column: "config",
  row: id
})

const shown = ({ createdAt, id, kind, name }: StoredChannel): ShownChannel => ({ id, kind, name, createdAt })

const make = Effect.gen(function* () {
  const repository = yield* NoticeRepository
  const vault = yield* UserVault
  const sender = yield* NoticeSender

  const open = ({ config, id, userId }: StoredChannel) =>
    vault.decrypt(placeOf(userId, id), config).pipe(
      Effect.flatMap((text) => decode(Redacted.value(text))),
      Effect.orDie
    )

  return NoticeChannels.of({
    open,
    list: (userId) => Effect.map(repository.channels(userId), (rows) => rows.map(shown)),
    add: Effect.fn("NoticeChannels.add")(function* (userId, { config, name }) {
      if ((yield* repository.channels(userId)).length >= mostChannels) {
        return yield* new TooManyNoticeChannels({ message: `At most ${mostChannels} channels: remove one first` })
      }
      const id = yield* uuid
      const cell = yield* vault.encrypt(placeOf(userId, id), Redacted.make(encode(Redacted.value(config))))
      const { kind } = Redacted.value(config)
      const channel = { id, userId, kind, name, config: cell, createdAt: yield* DateTime.now }
      yield* repository.add(channel)
      return shown(channel)
    }),
    remove: Effect.fn("NoticeChannels.remove")(function* (userId, id) {
      if (!(yield* repository.remove(userId, id))) return yield* new ChannelNotFound()
    }),
    test: Effect.fn("NoticeChannels.test")(function* (userId, id) {
      const found = yield* repository.find(userId, id)
      if (found === null) return yield* new ChannelNotFound()
      yield* sender.send(yield* open(found), {
        title: "Counterfoil: a test",
        text: "This channel works: you are told here when a login waits for a code.",
        urgent: false
      })
    })
  })
})
