/**
 * Tells people that a login waits for them, once for each asking and channel, and that it waits no more. Nothing secret is in
 * it, nor an amount, nor the name of a payer or of an account.
 */
import { DateTime, Duration, Effect, FiberSet, Layer, Schedule, Stream } from "effect"
import { EventLog } from "../events/EventLog.ts"
import type { AskType } from "@counterfoil/domain"
import { plainWords, quoted } from "../codes/otpWords.ts"
import type { Notice } from "./NoticeChannel.ts"
import { NoticeChannels } from "./NoticeChannels.ts"
import { type DueNotice, type EndedNotice, NoticeRepository } from "./NoticeRepository.ts"
import { NoticeSender } from "./NoticeSender.ts"
import { TelegramReplies } from "./TelegramReplies.ts"

/** A request whose actor died may be left without an event that ends it, so such requests are looked for. */
const between = Duration.seconds(30)

/** A passing fault is tried again at once: the message would be of no use later. */
const again = { times: 3, schedule: Schedule.exponential("1 second") }

const timeOf = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(11, 16)

const titles: Readonly<Record<AskType, string>> = {
  otp: "a code is needed",
  approval: "an approval is needed",
  question: "an answer is needed",
  picture: "a picture is to be read"
}

/** What the login waits for. A question isn't quoted: it may say more than a stranger should read. */
const waitsFor = ({ descriptor, number, type }: Pick<DueNotice, "descriptor" | "number" | "type">): string => {
  switch (type) {
    case "otp":
      return descriptor === null
        ? "a code"
        : `a code of ${descriptor.length} ${descriptor.type === "numeric" ? "digits" : "letters or digits"}`
    case "approval":
      return `your approval in the bank's app${number === null ? "" : `, where it must be ${quoted(number)}`}`
    case "question":
      return "the answer to a question"
    case "picture":
      return "what a picture shows"
  }
}

const howToAnswer = (type: AskType, isTelegram: boolean): string => {
  if (type === "otp") return isTelegram ? " Reply to this message with the code." : ""
  return type === "approval" ? "" : " Answer it in Counterfoil."
}

export const dueNotice = (due: Omit<DueNotice, "accountId" | "assistanceId">): Notice => {
  const { attempt, bankName, channel, expiresAt, type } = due
  const refused = attempt > 0 ? `The bank refused the last ${type === "otp" ? "code" : "answer"}. ` : ""
  return {
    title: `Counterfoil: ${titles[type]}`,
    text: `${refused}A login at ${plainWords(bankName, 60)} waits for ${waitsFor(due)}, until ${timeOf(expiresAt)} UTC.${howToAnswer(type, channel.kind === "telegram")}`,
    urgent: true
  }
}

export const endedNotice = ({ bankName, type }: Pick<EndedNotice, "bankName" | "type">): Notice => ({
  title: "Counterfoil: no longer needed",
  text: `The login at ${plainWords(bankName, 60)} no longer waits for ${type === "otp" ? "a code" : "you"}.`,
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
