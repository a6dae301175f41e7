/**
 * Messages with codes, as phones and mailboxes forward them, on their way to the login that asked.
 *
 * A forwarder tries again for hours, and a network delivers late: whatever can't be told to be of the login that waits now is
 * swallowed. What holds for each message: it was sent after that login began; neither it nor its code was used before; its
 * sender is one of those that the owner named; and no other login of the owner could be meant. A message that comes before the
 * login has asked is held in memory until it does, never written down.
 */
import { Clock, Context, DateTime, Duration, Effect, Layer, Redacted, Result, Stream } from "effect"
import {
  type Channel,
  compileLinear,
  type LinearPattern,
  pickCode,
  type Swallowed,
  swallowedMessages
} from "@counterfoil/domain"
import { AccountCommands } from "../accounts/AccountCommands.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import { plainWords, quoted } from "./otpWords.ts"
import { Vault } from "../security/Vault.ts"
import { type CodeMessage, isAllowedSender, type MessageOutcome } from "./CodeMessage.ts"
import { codePrint } from "./RefusedCodes.ts"
import { CodeRepository, type LoginMoment, type SmsRules } from "./CodeRepository.ts"

export interface Received {
  readonly accountId: string
  readonly channel: Channel
  readonly message: CodeMessage
  /** Whose messages are read, and how. */
  readonly rules: SmsRules
}

export class ReceivedCodes extends Context.Service<
  ReceivedCodes,
  {
    /** `admit` counts a code that is about to be submitted, or refuses it. */
    readonly take: <E>(received: Received, admit: Effect.Effect<void, E>) => Effect.Effect<MessageOutcome, E>
    /** A code that came by another channel: a message with the same one is not used any more. */
    readonly noteSpent: (accountId: string, code: Redacted.Redacted<string>) => Effect.Effect<void>
  }
>()("@counterfoil/core/codes/ReceivedCodes") {
  static readonly layer: Layer.Layer<
    ReceivedCodes,
    never,
    CodeRepository | AccountCommands | Vault | ActivityLog | EventLog
  > = Layer.effect(
    ReceivedCodes,
    Effect.suspend(() => makeReceivedCodes)
  )
}

/** How far a phone's clock may be behind the server's where no earlier code can be on its way. */
const clockTolerance = Duration.seconds(20)
/** How far it may be ahead. */
const mostAhead = Duration.minutes(2)
/** A message waits for its login's question no longer than a login lasts. */
const longestHold = Duration.minutes(10)

interface Held {
  readonly received: Received
  /** The beginning of the login that it came in: no other one gets it. */
  readonly loginAt: DateTime.Utc
  readonly until: number
}

const patternOf = ({ pattern }: SmsRules): LinearPattern | undefined =>
  pattern === null
    ? undefined
    : Result.getOrUndefined(compileLinear({ regex: pattern, flags: "imu" }, { keepGroups: true }))

/** Mail servers tell whole seconds: one that a message came in may have begun before the login did. */
const asPrecise = (at: DateTime.Utc, stamp: DateTime.Utc | null): DateTime.Utc =>
  stamp !== null && stamp.epochMilliseconds % 1000 === 0 ? DateTime.startOf(at, "second") : at

/**
 * Of the two times that a message may have, what they say against it. One without a time of sending may be as old as it likes:
 * it is of use only from a sender that the owner has named for this bank, and where no earlier login can still have asked for it.
 */
const untimely = (
  { message: { handedOnAt, sentAt }, rules: { senders } }: Pick<Received, "message" | "rules">,
  { codesElsewhere, earlierUnanswered, loginAt }: LoginMoment & { readonly loginAt: DateTime.Utc },
  now: DateTime.Utc
): Swallowed | undefined => {
  const stamp = sentAt ?? handedOnAt
  const forgiven = DateTime.subtractDuration(loginAt, clockTolerance)
  // Another account's code of just before may come here too, where its sender doesn't say that it is another bank's.
  const anothers = codesElsewhere.some(
    ({ atBank, endedAt }) => (atBank || senders.length === 0) && !DateTime.isLessThan(endedAt, forgiven)
  )
  // Only where nothing earlier can still arrive may a clock that is behind be forgiven.
  const earliest = earlierUnanswered ? loginAt : anothers ? asPrecise(loginAt, stamp) : forgiven
  if (stamp !== null && DateTime.isLessThan(stamp, earliest)) return "sent_earlier"
  if (stamp !== null && DateTime.isGreaterThan(stamp, DateTime.addDuration(now, mostAhead))) return "sent_in_future"
  return sentAt === null && (earlierUnanswered || senders.length === 0) ? "time_missing" : undefined
}

/** Whether it could be meant for another login that is under way. */
const isAmbiguous = ({ senders }: SmsRules, { otherLogin, otherLoginAtBank }: LoginMoment): boolean =>
  senders.length === 0 ? otherLogin : otherLoginAtBank

/** What an owner hears of: a login waited, and its message was of no use. */
const toldOf: ReadonlySet<MessageOutcome> = new Set<MessageOutcome>([
  "sender_not_allowed",
  "sent_earlier",
  "sent_in_future",
  "time_missing",
  "no_code",
  "several_codes",
  "other_login"
])

const makeReceivedCodes = Effect.gen(function* () {
  const repository = yield* CodeRepository
  const commands = yield* AccountCommands
  const vault = yield* Vault
  const activity = yield* ActivityLog
  const events = yield* EventLog
  /** By account: the last message that came before its login asked. */
  const held = new Map<string, Held>()

  const printOfMessage = (accountId: string, text: string) => vault.fingerprint(accountId, `message:${text}`)
  const printOfCode = (accountId: string, code: string) => codePrint(vault, accountId, code)

  const hold = (received: Received, loginAt: DateTime.Utc): Effect.Effect<MessageOutcome> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const [id, { until }] of held) if (until <= now) held.delete(id)
      held.set(received.accountId, { received, loginAt, until: now + Duration.toMillis(longestHold) })
      return "held"
    })

  const isHeld = ({ accountId, message }: Received) => held.get(accountId)?.received.message === message

  /** It came in an earlier login than the one that is under way. */
  const isOfEarlier = (received: Received, loginAt: DateTime.Utc): boolean =>
    isHeld(received) && held.get(received.accountId)?.loginAt.epochMilliseconds !== loginAt.epochMilliseconds

  /** Another account's login was answered with it, however it came there: a mailbox or a phone may serve several. */
  const isSpentElsewhere = ({ codesElsewhere }: LoginMoment, code: string) =>
    Effect.map(
      Effect.forEach(codesElsewhere, ({ accountId }) =>
        Effect.flatMap(printOfCode(accountId, code), (print) => repository.isSpent(accountId, print))
      ),
      (found) => found.includes(true)
    )

  /** The code is spent before it is handed over: whatever happens between, it isn't used twice. */
  const submit = Effect.fnUntraced(function* <E>(
    received: Received,
    question: NonNullable<LoginMoment["question"]>,
    loginAt: DateTime.Utc,
    code: string,
    admit: Effect.Effect<void, E>
  ) {
    const { accountId, channel } = received
    yield* admit
    const fingerprint = yield* printOfCode(accountId, code)
    if (!(yield* repository.spend(accountId, fingerprint))) return "duplicate" as const
    return yield* commands.submitOtp(accountId, Redacted.make(code), { assistanceId: question.id, channel }).pipe(
      Effect.as<MessageOutcome>("submitted"),
      // Another code is with the bank, or the login has just ended: if it asks again, this one may be the answer.
      Effect.catchTag("NoPendingAssistance", () =>
        Effect.andThen(repository.unspend(accountId, fingerprint), hold(received, loginAt))
      ),
      Effect.catchTag("CodeDoesNotFit", ({ used }) =>
        Effect.succeed<MessageOutcome>(used === true ? "duplicate" : "no_code")
      )
    )
  })

  const tell = ({ accountId, channel, message }: Received, outcome: MessageOutcome) =>
    !toldOf.has(outcome) || outcome === "submitted" || outcome === "held"
      ? Effect.void
      : activity.add({
          accountId,
          kind: "code.message_ignored",
          message: `A message ${message.sender === null ? "" : `of ${quoted(plainWords(message.sender, 40))} `}that may hold a code was not used: ${swallowedMessages[outcome]}`,
          data: { reason: outcome, channel, sender: message.sender === null ? null : plainWords(message.sender, 40) },
          once: true
        })

  const judge = Effect.fnUntraced(function* <E>(received: Received, admit: Effect.Effect<void, E>) {
    const { accountId, message, rules } = received
    const now = yield* DateTime.now
    const moment = yield* repository.moment(accountId)
    const text = Redacted.value(message.text)
    // Without a time nothing but its words tells a message from one that is handed on again.
    if (message.sentAt === null) {
      const isNew = yield* repository.spend(accountId, yield* printOfMessage(accountId, text))
      if (!isNew && !isHeld(received)) return "duplicate"
    }
    const { loginAt } = moment
    if (loginAt === null) return "no_login"
    if (!isAllowedSender(rules.senders, message.sender)) return "sender_not_allowed"
    if (isOfEarlier(received, loginAt)) return "sent_earlier"
    const late = untimely(received, { ...moment, loginAt }, now)
    if (late !== undefined) return late
    if (isAmbiguous(rules, moment)) return "other_login"
    if (moment.question === null) return yield* hold(received, loginAt)
    const picked = pickCode(text, moment.question.descriptor, patternOf(rules))
    if (picked._tag === "NoCode") return "no_code"
    if (picked._tag === "SeveralCodes") return "several_codes"
    if (yield* isSpentElsewhere(moment, picked.code)) return "duplicate"
    return yield* submit(received, moment.question, loginAt, picked.code, admit)
  })

  const take = Effect.fn("ReceivedCodes.take")(function* <E>(received: Received, admit: Effect.Effect<void, E>) {
    const outcome: MessageOutcome = yield* judge(received, admit)
    yield* tell(received, outcome)
    return outcome
  })

  /** Asked at last: what was held for the login is looked at again, with the question. */
  const offerHeld = Effect.fnUntraced(function* (accountId: string) {
    const waiting = held.get(accountId)
    if (waiting === undefined) return
    const outcome = yield* take(waiting.received, Effect.void)
    if (outcome !== "held" && isHeld(waiting.received)) held.delete(accountId)
  })

  yield* events.feed.pipe(
    Stream.filter(({ type }) => type === "assistance.requested"),
    Stream.runForEach(({ accountId }) =>
      Effect.catchCause(offerHeld(accountId), (cause) =>
        Effect.logWarning("a held code could not be handed over", cause)
      )
    ),
    Effect.forkScoped
  )

  return ReceivedCodes.of({
    // A login may have asked between the look and the holding: the message is looked at once more.
    take: (received, admit) =>
      Effect.tap(take(received, admit), (outcome) =>
        outcome === "held" ? offerHeld(received.accountId) : Effect.void
      ),
    noteSpent: Effect.fn("ReceivedCodes.noteSpent")(function* (accountId, code) {
      const fingerprint = yield* printOfCode(accountId, Redacted.value(code))
      yield* repository.settle(accountId, fingerprint)
    })
  })
})
