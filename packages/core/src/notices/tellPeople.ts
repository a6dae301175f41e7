/**
 * Tells people that a login waits for a code, once for each asking and channel, and that it waits no more. Nothing secret is in
 * it, nor an amount, nor the name of a payer or of an account.
 */
import { DateTime, Duration, Effect, FiberSet, Layer, Schedule, Stream } from "effect"
import { EventLog } from "../events/EventLog.ts"
import { plainWords } from "../codes/otpWords.ts"
import type { Notice } from "./NoticeChannel.ts"
import { NoticeChannels } from "./NoticeChannels.ts"
import { type DueNotice, type EndedNotice, NoticeRepository } from "./NoticeRepository.ts"
import { NoticeSender } from "./NoticeSender.ts"
import { TelegramReplies } from "./TelegramReplies.ts"

/** Nobody need tell of a request whose actor died: it is looked for. */
const between = Duration.seconds(30)

/** A passing fault is tried again at once: nobody reads later that somebody was waited for. */
const again = { times: 3, schedule: Schedule.exponential("1 second") }

const timeOf = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(11, 16)

export const dueNotice = ({
  attempt,
  bankName,
  channel,
  descriptor,
  expiresAt
}: Omit<DueNotice, "accountId">): Notice => {
  const kind = descriptor.type === "numeric" ? "digits" : "letters or digits"
  const refused = attempt > 0 ? "The bank refused the last code. " : ""
  const reply = channel.kind === "telegram" ? " Reply to this message with the code." : ""
  return {
    title: "Counterfoil: a code is needed",
    text: `${refused}A login at ${plainWords(bankName, 60)} waits for a code of ${descriptor.length} ${kind}, until ${timeOf(expiresAt)} UTC.${reply}`,
    urgent: true
  }
}

export const endedNotice = ({ bankName }: Pick<EndedNotice, "bankName">): Notice => ({
  title: "Counterfoil: no longer needed",
  text: `The login at ${plainWords(bankName, 60)} no longer waits for a code.`,
  urgent: false
})

export const tellPeopleLayer: Layer.Layer<
  never,
  never,
  EventLog | NoticeChannels | NoticeRepository | NoticeSender | TelegramReplies
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const events = yield* EventLog
    const channels = yield* NoticeChannels
    const repository = yield* NoticeRepository
    const sender = yield* NoticeSender
    const replies = yield* TelegramReplies
    const telling = yield* FiberSet.make()

    const send = (channel: DueNotice["channel"], notice: Notice) =>
      Effect.flatMap(channels.open(channel), (config) => sender.send(config, notice)).pipe(
        Effect.retry({ ...again, while: ({ passing }) => passing }),
        Effect.annotateLogs({ channel: channel.id, kind: channel.kind })
      )

    const tell = Effect.fnUntraced(function* (due: DueNotice) {
      const key = { assistanceId: due.assistanceId, attempt: due.attempt, channelId: due.channel.id }
      const reference = yield* send(due.channel, dueNotice(due))
      yield* repository.sent(key, reference)
      if (reference !== null) yield* replies.listen(due.channel)
      // It may be over by now: then that is told too.
      yield* Effect.suspend(() => look)
    })

    const orLogged = <A, E>(told: Effect.Effect<A, E>) =>
      Effect.catchCause(told, (cause) => Effect.logWarning("somebody could not be told over a channel", cause))

    const look: Effect.Effect<void> = Effect.gen(function* () {
      const ended = yield* repository.claimEnded
      const due = yield* repository.claimDue
      // A server that doesn't answer keeps nobody else waiting.
      yield* Effect.forEach(ended, (one) => FiberSet.run(telling, orLogged(send(one.channel, endedNotice(one)))))
      yield* Effect.forEach(due, (one) => FiberSet.run(telling, orLogged(tell(one))))
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("notices could not be looked for", cause)))

    const asked = events.feed.pipe(Stream.filter(({ type }) => type.startsWith("assistance.")))
    yield* Effect.forkScoped(Stream.runForEach(asked, () => look))
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(look, Effect.sleep(between))))
  })
)
