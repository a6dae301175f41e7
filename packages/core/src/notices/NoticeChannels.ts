/** A user's channels: kept sealed, shown without their secrets, and tried out. */
import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { uuid } from "../ids.ts"
import { UserVault } from "../security/UserVault.ts"
import { Transactor } from "../Transactor.ts"
import { parseOrigin } from "../urls.ts"
import { openChannel, sealChannel } from "./channelCells.ts"
import { destinationOf, type Notice, type NoticeChannelConfig } from "./NoticeChannel.ts"
import { type NewChannel, NoticeRepository, type StoredChannel } from "./NoticeRepository.ts"
import { type NoticeNotSent, NoticeSender } from "./NoticeSender.ts"
import { type NoticeLanguage, testNotice } from "./noticeWords.ts"

export type ShownChannel = Omit<StoredChannel, "config" | "userId">

export interface GivenChannel {
  readonly name: string
  readonly config: Redacted.Redacted<NoticeChannelConfig>
  readonly language: NoticeLanguage
  readonly pageOrigin: string | null
}

export class ChannelNotFound extends Schema.TaggedError<ChannelNotFound>()("ChannelNotFound", {}) {}
/** The user has as many as may be, or this very one, or is gone: `message` says which. */
export class TooManyChannels extends Schema.TaggedError<TooManyChannels>()("TooManyChannels", {
  message: Schema.String
}) {}
export class InvalidChannel extends Schema.TaggedError<InvalidChannel>()("InvalidChannel", {
  message: Schema.String
}) {}

export class NoticeChannels extends Context.Service<
  NoticeChannels,
  {
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<ShownChannel>>
    readonly add: (
      userId: string,
      channel: GivenChannel
    ) => Effect.Effect<ShownChannel, TooManyChannels | InvalidChannel>
    readonly remove: (userId: string, id: string) => Effect.Effect<void, ChannelNotFound>
    readonly test: (userId: string, id: string) => Effect.Effect<void, ChannelNotFound | NoticeNotSent>
    /** For those who tell. */
    readonly open: (channel: StoredChannel) => Effect.Effect<NoticeChannelConfig>
    /** Sends it once, and notes how that went. What the channel calls the message, where it can be answered; else null. */
    readonly send: (channel: StoredChannel, notice: Notice) => Effect.Effect<string | null, NoticeNotSent>
  }
>()("@counterfoil/core/notices/NoticeChannels") {
  static readonly layer: Layer.Layer<NoticeChannels, never, NoticeRepository | NoticeSender | UserVault | Transactor> =
    Layer.effect(
      NoticeChannels,
      Effect.suspend(() => make)
    )
}

const mostChannels = 10

const shown = ({ config: _config, userId: _userId, ...rest }: StoredChannel): ShownChannel => rest

const addresses = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]*:[\da-f]*:[\da-f:.]*/giu

/** As it is kept, in the clear: where the channel leads is sealed. */
const faultOf = (message: string, config: NoticeChannelConfig): string => {
  const address = "host" in config ? config.host : config.url
  const host = address === undefined ? "" : (URL.parse(address)?.hostname ?? address)
  const unnamed = host === "" ? message : message.replaceAll(host, "its address")
  return unnamed.replaceAll(addresses, "its address")
}

const make = Effect.gen(function* () {
  const repository = yield* NoticeRepository
  const vault = yield* UserVault
  const sender = yield* NoticeSender
  const transactor = yield* Transactor

  const open = (channel: StoredChannel) => openChannel(vault, channel)

  const send = (channel: StoredChannel, notice: Notice) =>
    Effect.gen(function* () {
      const page = channel.pageOrigin === null ? {} : { page: `${channel.pageOrigin}/app/` }
      const config = yield* open(channel)
      const reference = yield* sender
        .send(config, { ...notice, ...page })
        .pipe(Effect.tapError(({ message }) => repository.note(channel.id, faultOf(message, config))))
      yield* repository.note(channel.id, null)
      return reference
    })

  const refusalOf = Effect.fnUntraced(function* (config: NoticeChannelConfig, known: ReadonlyArray<StoredChannel>) {
    if (known.length >= mostChannels) return `At most ${mostChannels} channels: remove one first`
    for (const channel of known) {
      if (destinationOf(yield* open(channel)) !== destinationOf(config)) continue
      return `You are told there already, by "${channel.name}": remove that one first`
    }
    return undefined
  })

  return NoticeChannels.of({
    open,
    send: Effect.fn("NoticeChannels.send")(send),
    list: (userId) => Effect.map(repository.channels(userId), (rows) => rows.map(shown)),
    add: Effect.fn("NoticeChannels.add")(function* (userId, { config: given, language, name, pageOrigin }) {
      if (pageOrigin !== null && parseOrigin(pageOrigin) !== pageOrigin) {
        return yield* new InvalidChannel({
          message: "page_origin must be an origin such as https://counterfoil.example"
        })
      }
      const config = Redacted.value(given)
      const id = yield* uuid
      const channel: NewChannel = {
        id,
        userId,
        kind: config.kind,
        name,
        config: yield* sealChannel(vault, { id, userId }, config),
        createdAt: yield* DateTime.now,
        language,
        pageOrigin
      }
      // Of many that come at once each is compared with those before it.
      yield* transactor.transact(
        Effect.gen(function* () {
          if (!(yield* repository.lock(userId))) {
            return yield* new TooManyChannels({ message: "This user has been deleted" })
          }
          const refusal = yield* refusalOf(config, yield* repository.channels(userId))
          if (refusal !== undefined) return yield* new TooManyChannels({ message: refusal })
          yield* repository.add(channel)
        })
      )
      return shown({ ...channel, lastSuccessAt: null, lastFault: null })
    }),
    remove: Effect.fn("NoticeChannels.remove")(function* (userId, id) {
      if (!(yield* repository.remove(userId, id))) return yield* new ChannelNotFound()
    }),
    test: Effect.fn("NoticeChannels.test")(function* (userId, id) {
      const found = yield* repository.find(userId, id)
      if (found === null) return yield* new ChannelNotFound()
      yield* send(found, testNotice(found.language))
    })
  })
})
