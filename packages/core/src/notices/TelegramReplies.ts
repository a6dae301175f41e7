/**
 * A reply to the message that asked is the answer, and nothing else is: it comes from the chat that the owner named, and names
 * the message of a request that still waits. The reply is deleted from the chat then.
 */
import { Context, Duration, Effect, FiberMap, Layer, Option, Redacted, Schema } from "effect"
import { AccountCommands } from "../accounts/AccountCommands.ts"
import { ReceivedCodes } from "../codes/ReceivedCodes.ts"
import type { TelegramConfig } from "./NoticeChannel.ts"
import { NoticeChannels } from "./NoticeChannels.ts"
import { telegramRequest } from "./noticeRequest.ts"
import { type AskedNotice, NoticeRepository, type StoredChannel } from "./NoticeRepository.ts"
import { NoticeSender } from "./NoticeSender.ts"

export class TelegramReplies extends Context.Service<
  TelegramReplies,
  {
    /** Listens to the channel's chat while something asked there waits. */
    readonly listen: (channel: StoredChannel) => Effect.Effect<void>
  }
>()("@counterfoil/core/notices/TelegramReplies") {
  static readonly layer: Layer.Layer<
    TelegramReplies,
    never,
    AccountCommands | NoticeChannels | NoticeRepository | NoticeSender | ReceivedCodes
  > = Layer.effect(
    TelegramReplies,
    Effect.suspend(() => make)
  )
}

const Update = Schema.Struct({
  update_id: Schema.Int,
  message: Schema.optionalKey(
    Schema.Struct({
      message_id: Schema.Int,
      chat: Schema.Struct({ id: Schema.Int }),
      text: Schema.optionalKey(Schema.String),
      reply_to_message: Schema.optionalKey(Schema.Struct({ message_id: Schema.Int }))
    })
  )
})
type Update = typeof Update.Type
const decodeUpdates = Schema.decodeUnknownOption(Schema.Struct({ result: Schema.Array(Update) }))

/** How long Telegram holds a question for news open, in seconds. */
const longPoll = 20
const patience = Duration.seconds(longPoll + 10)

const make = Effect.gen(function* () {
  const commands = yield* AccountCommands
  const received = yield* ReceivedCodes
  const channels = yield* NoticeChannels
  const repository = yield* NoticeRepository
  const sender = yield* NoticeSender
  const listeners = yield* FiberMap.make<string>()

  const call = (config: TelegramConfig, method: string, body: Readonly<Record<string, unknown>>) =>
    sender.post(telegramRequest(config, method, body), patience)

  /** What becomes of the code, in a sentence for whoever sent it. */
  const submit = ({ accountId, assistanceId }: AskedNotice, text: string) => {
    const code = Redacted.make(text.trim())
    return commands.submitOtp(accountId, code, { assistanceId, channel: "telegram" }).pipe(
      Effect.andThen(received.noteSpent(accountId, code)),
      Effect.as("Handed to the login."),
      Effect.catchTags({
        NoPendingAssistance: () => Effect.succeed("No login waits for this code any more: it was not used."),
        CodeDoesNotFit: ({ message }) => Effect.succeed(`Not used: ${message}.`)
      })
    )
  }

  const answer = Effect.fnUntraced(function* (config: TelegramConfig, channelId: string, { message }: Update) {
    const repliedTo = message?.reply_to_message?.message_id
    if (message === undefined || repliedTo === undefined || message.text === undefined) return
    if (String(message.chat.id) !== config.chat_id) return
    const notice = (yield* repository.asked(channelId)).find(({ reference }) => reference === String(repliedTo))
    const said =
      notice === undefined
        ? "No login waits for this code any more: it was not used."
        : yield* submit(notice, message.text)
    const chat_id = config.chat_id
    yield* Effect.ignore(call(config, "deleteMessage", { chat_id, message_id: message.message_id }))
    yield* Effect.ignore(call(config, "sendMessage", { chat_id, text: said }))
  })

  const follow = Effect.fnUntraced(function* (channel: StoredChannel) {
    const config = yield* channels.open(channel)
    if (config.kind !== "telegram") return
    let offset: number | undefined
    while ((yield* repository.asked(channel.id)).length > 0) {
      const updates = yield* call(config, "getUpdates", {
        timeout: longPoll,
        allowed_updates: ["message"],
        ...(offset === undefined ? {} : { offset })
      }).pipe(
        Effect.map((json) => Option.match(decodeUpdates(json), { onNone: () => [], onSome: ({ result }) => result })),
        Effect.catch(() => Effect.as(Effect.sleep("2 seconds"), []))
      )
      for (const update of updates) {
        offset = update.update_id + 1
        yield* answer(config, channel.id, update)
      }
    }
  })

  return TelegramReplies.of({
    listen: (channel) =>
      FiberMap.run(
        listeners,
        channel.id,
        Effect.catchCause(follow(channel), (cause) => Effect.logWarning("replies could not be read", cause)),
        // One that listens already hears this one too.
        { onlyIfMissing: true }
      ).pipe(Effect.asVoid)
  })
})
