/**
 * A reply to the message that asked is the answer, and nothing else is: it comes from the chat that the owner named, and names
 * the message of a request that still waits. The reply is deleted from the chat then.
 */
import { Context, Duration, Effect, FiberMap, Layer, Option, Redacted, Schema } from "effect"
import { AccountCommands } from "../accounts/AccountCommands.ts"
import { ReceivedCodes } from "../codes/ReceivedCodes.ts"
import { meaningOf } from "@counterfoil/domain"
import type { TelegramConfig } from "./NoticeChannel.ts"
import { NoticeChannels } from "./NoticeChannels.ts"
import { telegramRequest } from "./noticeRequest.ts"
import { type AskedNotice, NoticeRepository, type StoredChannel } from "./NoticeRepository.ts"
import { NoticeSender } from "./NoticeSender.ts"
import { replyWords } from "./noticeWords.ts"

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

type ReplyWords = ReturnType<typeof replyWords>

const make = Effect.gen(function* () {
  const commands = yield* AccountCommands
  const received = yield* ReceivedCodes
  const channels = yield* NoticeChannels
  const repository = yield* NoticeRepository
  const sender = yield* NoticeSender
  const listeners = yield* FiberMap.make<string>()

  const call = (config: TelegramConfig, method: string, body: Readonly<Record<string, unknown>>) =>
    sender.post(telegramRequest(config, method, body), patience)

  /** What becomes of the reply, in a sentence for whoever sent it. */
  const submit = (
    { accountId, assistanceId, choices, type }: AskedNotice,
    text: string,
    words: ReplyWords
  ): Effect.Effect<string> => {
    const meant = meaningOf({ type, choices }, text)
    if (meant._tag === "yes") return Effect.succeed(words.approve)
    if (meant._tag === "unclear") return Effect.succeed(words.approvalWords)
    if (meant._tag === "not me") {
      return commands.withdraw(accountId, assistanceId).pipe(
        Effect.as<string>(words.withdrawn),
        Effect.catchTag("NoPendingAssistance", () => Effect.succeed<string>(words.late))
      )
    }
    const answer = Redacted.make(meant.answer)
    return commands.submitOtp(accountId, answer, { assistanceId, channel: "telegram", answers: "all" }).pipe(
      Effect.andThen(type === "otp" ? received.noteSpent(accountId, answer) : Effect.void),
      Effect.as<string>(words.handed),
      Effect.catchTags({
        NoPendingAssistance: () => Effect.succeed<string>(words.late),
        CodeDoesNotFit: ({ message }) => Effect.succeed<string>(words.misfit(message))
      })
    )
  }

  const answer = Effect.fnUntraced(function* (config: TelegramConfig, channel: StoredChannel, { message }: Update) {
    const words = replyWords(channel.language)
    const repliedTo = message?.reply_to_message?.message_id
    if (message === undefined || repliedTo === undefined || message.text === undefined) return
    if (String(message.chat.id) !== config.chat_id) return
    const notice = (yield* repository.asked(channel.id)).find(({ reference }) => reference === String(repliedTo))
    const said = notice === undefined ? words.late : yield* submit(notice, message.text, words)
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
        yield* answer(config, channel, update)
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
