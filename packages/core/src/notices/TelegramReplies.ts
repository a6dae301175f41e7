/**
 * A reply to the message that asked is the answer, and nothing else is: it comes from the chat that the owner named, and names
 * the message of a request that still waits. The reply is deleted from the chat then.
 *
 * Telegram lets one reader of a bot in at a time and answers any other 409, so whoever has channels with a bot shares one
 * reader, over all nodes: it has the bot's turn, and brings each reply to the channel whose message it answers.
 */
import { createHash } from "node:crypto"
import { Context, Duration, Effect, Exit, FiberMap, Layer, Option, Redacted, Schema } from "effect"
import { AccountCommands, LoginUnreachable } from "../accounts/AccountCommands.ts"
import { ReceivedCodes } from "../codes/ReceivedCodes.ts"
import { logFailure } from "../DatabaseUnavailable.ts"
import { uuid } from "../ids.ts"
import { meaningOf } from "@counterfoil/domain"
import type { TelegramConfig } from "./NoticeChannel.ts"
import { NoticeChannels } from "./NoticeChannels.ts"
import { telegramApi, telegramRequest } from "./noticeRequest.ts"
import { type AskedNotice, type BotTurn, NoticeRepository } from "./NoticeRepository.ts"
import { NoticeSender } from "./NoticeSender.ts"
import { replyWords } from "./noticeWords.ts"
import { quotes } from "./replyTag.ts"

export class TelegramReplies extends Context.Service<
  TelegramReplies,
  {
    /** Listens to the chats in which something asked waits, as long as it does. */
    readonly listen: Effect.Effect<void>
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

const Message = Schema.Struct({
  message_id: Schema.Int,
  chat: Schema.Struct({ id: Schema.Int }),
  text: Schema.optionalKey(Schema.String),
  reply_to_message: Schema.optionalKey(
    Schema.Struct({
      message_id: Schema.Int,
      text: Schema.optionalKey(Schema.String),
      from: Schema.optionalKey(Schema.Struct({ id: Schema.Int }))
    })
  )
})
type Message = typeof Message.Type
const decodeMessage = Schema.decodeUnknownOption(Message)

const Update = Schema.Struct({ update_id: Schema.Int, message: Schema.optionalKey(Schema.Unknown) })
type Update = typeof Update.Type
const decodeUpdates = Schema.decodeUnknownOption(Schema.Struct({ result: Schema.Array(Update) }))

/**
 * To a message of this bot's. In a group it may see others, and in one with topics all messages count as replies to their topic's
 * first. A token begins with its bot's own number.
 */
const replyIn = (update: Update, { bot_token }: TelegramConfig): Message | undefined => {
  const message = Option.getOrUndefined(decodeMessage(update.message))
  const from = message?.reply_to_message?.from
  return message?.reply_to_message === undefined || (from !== undefined && !bot_token.startsWith(`${from.id}:`))
    ? undefined
    : message
}

/** How long Telegram holds a question for news open, in seconds. */
const longPoll = 20
const patience = Duration.seconds(longPoll + 10)
/**
 * Everybody may write to a bot: of an answer that is longer than what is read of it nothing is known, and it would come again
 * each time. So many of the longest messages (4096 characters in six bytes each, and the same once more that they reply to) fit.
 */
const mostUpdates = 30
const mostBytes = 2 * 1024 * 1024
/** A turn outlives a question for news, and what its answer brings. */
const lease = Duration.seconds(60)
/** After a question that failed, or that wasn't held open: a Bot API may be of the user's own making. */
const rest = Duration.seconds(2)
const atOnce = Duration.seconds(1)
/** So often in a row it isn't the turn of a node that was replaced. */
const conflicts = 5
const readElsewhere =
  "another program, or a webhook, reads what is written to this bot: answers in Telegram don't arrive here. Give it a bot of its own"

type ReplyWords = ReturnType<typeof replyWords>

/** Something asked in a chat, with what the chat is reached by. */
interface Waiting {
  readonly notice: AskedNotice
  readonly config: TelegramConfig
}

/** Equal for all channels of one bot; says nothing of its token. */
const botOf = ({ bot_token, url = telegramApi }: TelegramConfig): string =>
  createHash("sha256")
    .update(JSON.stringify([new URL(url).href.replace(/\/+$/, ""), bot_token]))
    .digest("hex")

const make = Effect.gen(function* () {
  const commands = yield* AccountCommands
  const received = yield* ReceivedCodes
  const channels = yield* NoticeChannels
  const repository = yield* NoticeRepository
  const sender = yield* NoticeSender
  const listeners = yield* FiberMap.make<string>()
  const holder = yield* uuid

  const call = (config: TelegramConfig, method: string, body: Readonly<Record<string, unknown>>) =>
    sender.post(telegramRequest(config, method, body), { deadline: patience, maxBytes: mostBytes })

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

  const waiting: Effect.Effect<ReadonlyArray<Waiting>> = Effect.flatMap(repository.asked, (notices) =>
    Effect.map(
      Effect.forEach(notices, (notice) =>
        channels.open(notice.channel).pipe(
          Effect.map((config) => (config.kind === "telegram" ? [{ notice, config }] : [])),
          // One that can't be opened keeps nobody else's answer back.
          Effect.catchCause((cause) => Effect.as(Effect.logWarning("a channel could not be opened", cause), []))
        )
      ),
      (found) => found.flat()
    )
  )
  const waitingAt = (bot: string) => Effect.map(waiting, (found) => found.filter(({ config }) => botOf(config) === bot))

  const answer = Effect.fnUntraced(function* (all: ReadonlyArray<Waiting>, message: Message) {
    const repliedTo = message.reply_to_message
    if (repliedTo === undefined || message.text === undefined) return
    const here = all.filter(({ config }) => config.chat_id === String(message.chat.id))
    const { message_id: number, text: quoted = "" } = repliedTo
    const meant = here.find(({ notice }) => notice.reference === String(number) || quotes(quoted, notice))
    const one = meant ?? here[0]
    if (one === undefined) return
    const words = replyWords(one.notice.channel.language)
    const said =
      meant === undefined
        ? words.late
        : yield* Effect.catchDefect(submit(meant.notice, message.text, words), (defect) =>
            defect instanceof LoginUnreachable ? Effect.succeed<string>(words.unreachable) : Effect.die(defect)
          )
    const { chat_id } = one.config
    yield* Effect.ignore(call(one.config, "deleteMessage", { chat_id, message_id: message.message_id }))
    yield* Effect.ignore(call(one.config, "sendMessage", { chat_id, text: said }))
  })

  /** Undefined: it could not be read. */
  const news = (config: TelegramConfig, offset: bigint | null, most: number) =>
    call(config, "getUpdates", {
      timeout: longPoll,
      limit: most,
      allowed_updates: ["message"],
      ...(offset === null ? {} : { offset: Number(offset) })
    }).pipe(Effect.map((json) => Option.getOrUndefined(decodeUpdates(json))?.result))

  /** Whose answers are waited for is told why none will come. */
  const tellOwners = (all: ReadonlyArray<Waiting>) =>
    Effect.forEach(new Set(all.map(({ notice }) => notice.channel.id)), (id) => repository.note(id, readElsewhere), {
      discard: true
    })

  const handle = Effect.fnUntraced(function* (turn: BotTurn, config: TelegramConfig, updates: ReadonlyArray<Update>) {
    const last = updates.at(-1)
    if (last === undefined) return
    for (const update of updates) {
      const reply = replyIn(update, config)
      if (reply === undefined) continue
      // By now something may be asked that wasn't when the question for news began.
      yield* Effect.flatMap(waitingAt(turn.bot), (all) => answer(all, reply)).pipe(
        Effect.catchCause((cause) => Effect.logWarning("a reply could not be used", cause))
      )
    }
    yield* repository.noteUpdate(turn, BigInt(last.update_id) + 1n)
  })

  const follow = Effect.fnUntraced(function* (bot: string) {
    const turn = { bot, holder }
    let refusals = 0
    let isQuick = false
    let most = mostUpdates
    for (;;) {
      const held = yield* repository.holdBot(turn, lease)
      if (held === null) return
      const all = yield* waitingAt(bot)
      const [one] = all
      if (one === undefined) {
        yield* repository.leaveBot(turn)
        // What is asked while this one ends finds the bot taken, and relies on it.
        if ((yield* waitingAt(bot)).length === 0) return
        continue
      }
      const updates = yield* news(one.config, held.nextUpdate, most).pipe(
        Effect.timed,
        Effect.flatMap(([took, read]) => {
          refusals = 0
          most = read === undefined ? 1 : mostUpdates
          const found = read ?? []
          const wasQuick = isQuick
          isQuick = Duration.isLessThan(took, atOnce)
          // A reply may have come just now; the next one is waited for.
          const isNews = !wasQuick && found.some((update) => replyIn(update, one.config) !== undefined)
          return Effect.as(isQuick && !isNews ? Effect.sleep(rest) : Effect.void, found)
        }),
        Effect.catch(({ status }) =>
          Effect.gen(function* () {
            refusals = status === 409 ? refusals + 1 : 0
            if (refusals === conflicts) yield* tellOwners(all)
            yield* Effect.sleep(rest)
            return []
          })
        )
      )
      yield* handle(turn, one.config, updates)
    }
  })

  const followed = (bot: string) =>
    follow(bot).pipe(
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : repository.leaveBot({ bot, holder }))),
      Effect.catchCause((cause) => logFailure("replies could not be read", cause))
    )

  return TelegramReplies.of({
    listen: Effect.gen(function* () {
      const bots = new Set((yield* waiting).map(({ config }) => botOf(config)))
      // One that is listened to already is heard.
      yield* Effect.forEach(bots, (bot) => FiberMap.run(listeners, bot, followed(bot), { onlyIfMissing: true }), {
        discard: true
      })
    }).pipe(Effect.catchCause((cause) => logFailure("replies could not be looked for", cause)))
  })
})
