/**
 * Tells people that a login waits for them, once for each asking and channel, that it waits no more, and that the reading of an
 * account has stopped.
 */
import { Duration, Effect, FiberSet, Layer, Schedule, Stream } from "effect"
import { logFailure } from "../DatabaseUnavailable.ts"
import { EventLog } from "../events/EventLog.ts"
import type { Notice } from "./NoticeChannel.ts"
import { NoticeChannels } from "./NoticeChannels.ts"
import { type DueNotice, type EndedNotice, NoticeRepository, type StopNotice } from "./NoticeRepository.ts"
import { dueNotice, endedNotice, stoppedNotice } from "./noticeWords.ts"
import { replyTag } from "./replyTag.ts"
import { TelegramReplies } from "./TelegramReplies.ts"

/** A request whose actor died may be left without an event that ends it, so such requests are looked for. */
const between = Duration.seconds(30)

/** A passing fault is tried again at once: the message would be of no use later. */
const again = { times: 3, schedule: Schedule.exponential("1 second") }

/** That an account has stopped can be told later too. Longer than all tries at once take. */
const stopLease = Duration.minutes(3)

/** What may have been written that somebody is to be told of. */
const isNews = ({ type }: { readonly type: string }) => type.startsWith("assistance.") || type === "login.failed"

export const tellPeopleLayer: Layer.Layer<
  never,
  never,
  EventLog | NoticeChannels | NoticeRepository | TelegramReplies
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const events = yield* EventLog
    const channels = yield* NoticeChannels
    const repository = yield* NoticeRepository
    const replies = yield* TelegramReplies
    const telling = yield* FiberSet.make()

    const send = (channel: DueNotice["channel"], notice: Notice) =>
      channels
        .send(channel, notice)
        .pipe(
          Effect.retry({ ...again, while: ({ passing }) => passing }),
          Effect.annotateLogs({ channel: channel.id, kind: channel.kind })
        )

    const tell = Effect.fnUntraced(function* (due: DueNotice) {
      const { assistanceId, attempt, channel } = due
      const key = { assistanceId, attempt, channelId: channel.id }
      const notice =
        channel.kind === "telegram"
          ? { ...dueNotice(due, channel.language, "reply"), tag: replyTag(due) }
          : dueNotice(due, channel.language, "page")
      const reference = yield* send(channel, notice).pipe(
        // What may pass is tried again when the claim has run out.
        Effect.tapError(({ passing }) => (passing ? Effect.void : repository.unsendable(key)))
      )
      yield* repository.sent(key, reference)
      if (reference !== null) yield* replies.listen
      // It may be over by now: then that is told too.
      yield* Effect.suspend(() => look)
    })

    const tellEnd = (ended: EndedNotice) => send(ended.channel, endedNotice(ended, ended.channel.language))

    const tellStop = ({ bankName, channel, id }: StopNotice) =>
      Effect.andThen(send(channel, stoppedNotice(bankName, channel.language)), repository.toldOfStop(id))

    const inBackground = <A, E>(told: Effect.Effect<A, E>) =>
      FiberSet.run(
        telling,
        Effect.catchCause(told, (cause) => Effect.logWarning("somebody could not be told over a channel", cause))
      )

    const look: Effect.Effect<void> = Effect.gen(function* () {
      const ended = yield* repository.claimEnded
      const due = yield* repository.claimDue
      const stopped = yield* repository.claimStopped(stopLease)
      // A server that doesn't answer keeps nobody else waiting.
      yield* Effect.forEach(ended, (one) => inBackground(tellEnd(one)))
      yield* Effect.forEach(due, (one) => inBackground(tell(one)))
      yield* Effect.forEach(stopped, (one) => inBackground(tellStop(one)))
    }).pipe(Effect.catchCause((cause) => logFailure("notices could not be looked for", cause)))

    yield* Effect.forkScoped(Stream.runForEach(Stream.filter(events.feed, isNews), () => look))
    // A node that read somebody's replies may have ended, too.
    const lookAround = Effect.all([look, replies.listen, Effect.sleep(between)], { discard: true })
    yield* Effect.forkScoped(Effect.forever(lookAround))
  })
)
