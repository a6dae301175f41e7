/**
 * Brings a login's question for a one-time code together with the code that somebody submits. There is one broker per
 * account, in the memory of its actor. A code is handed to the login once and forgotten. The first valid one wins; further
 * ones are refused until the script reports what the bank said.
 *
 * Every change of the open question is one atomic step on `open`, so that of several at the same moment exactly one
 * succeeds. Opening a question holds a lock until its event is written, and ending it takes the same lock: the events come
 * in that order.
 */
import { DateTime, Deferred, Duration, Effect, Option, Redacted, Ref, Schema, Semaphore } from "effect"
import { type AssistanceOutcome, codeFits, otpRejectionLimit } from "@counterfoil/domain"
import { type CodeAnswer, CodeDoesNotFit, NoPendingAssistance } from "../accounts/AccountCommands.ts"
import type { Answered } from "../codes/Channel.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Transactor } from "../Transactor.ts"
import type { Assistance } from "../accounts/AccountStatus.ts"
import { SessionRepository } from "./SessionRepository.ts"

/** Nobody answered in time, a person cancelled, or the bank rejected two codes. */
export class CodeNotObtained extends Schema.TaggedError<CodeNotObtained>()("CodeNotObtained", {
  kind: Schema.Literals(["otp_timeout", "otp_rejected", "otp_cancelled"])
}) {}

/** How a request ends: the last four are told as `assistance.cancelled` with this reason. */
type Ending = "fulfilled" | "timed_out" | "cancelled" | "session_ended" | "rejected"

type Answer = Deferred.Deferred<Redacted.Redacted<string>, CodeNotObtained>

interface Question {
  readonly assistance: Assistance & { readonly expires_at: DateTime.Utc }
  readonly answer: Answer
  readonly askedAt: DateTime.Utc
  /** By which channel its last code came. */
  readonly answered: Answered | null
  /** A code was handed over and the script has not reported yet: nothing is pending. */
  readonly handedOver: boolean
}

type OpenQuestion = Option.Option<Question>

const isAny = () => true
const isHandedOver = ({ handedOver }: Question) => handedOver
const isPending = ({ handedOver }: Question) => !handedOver
const mayTryAgain = ({ assistance }: Question) => assistance.attempts < otpRejectionLimit

const withRejection = (question: Question, answer: Answer, askedAt: DateTime.Utc): Question => ({
  ...question,
  assistance: { ...question.assistance, attempts: question.assistance.attempts + 1 },
  answer,
  askedAt,
  handedOver: false
})

const outcomeOf = (ending: Ending): AssistanceOutcome => (ending === "fulfilled" ? "accepted" : ending)

/** Whoever names a request means no other: a login that asks later is not theirs to answer. */
const isMeantBy = ({ assistanceId }: CodeAnswer, { assistance }: Question): boolean =>
  assistanceId === undefined || assistanceId === assistance.id

/** Asked anew, it waits for another code. */
const unanswered = (question: Question): Question => ({ ...question, answered: null })

const nothingPending = Effect.fail(new NoPendingAssistance())

/** Not to a login that has just ended. */
const handOver = (answer: Answer, code: Redacted.Redacted<string>) =>
  Effect.flatMap(Deferred.succeed(answer, code), (given) => (given ? Effect.void : nothingPending))

export interface OtpBroker {
  /** How long a person is given. */
  readonly timeout: Duration.Duration
  /** Opens the request and waits for a code. At most one request per login. */
  readonly request: (
    sessionId: string,
    descriptor: Assistance["descriptor"],
    /** What the owner is asked with. */
    prompt: string
  ) => Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** The bank rejected the code: asks once more under the same request; a second rejection ends it. */
  readonly rejected: Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** The login progresses. */
  readonly accepted: Effect.Effect<void>
  /** Ends whatever is still open as cancelled. */
  readonly close: Effect.Effect<void>
  readonly submit: (
    code: Redacted.Redacted<string>,
    how?: CodeAnswer
  ) => Effect.Effect<void, NoPendingAssistance | CodeDoesNotFit>
  /** No code is handed over any more. One that was can't be taken back: then nothing is pending. */
  readonly cancel: Effect.Effect<void, NoPendingAssistance>
  /** What a code may be submitted for. */
  readonly pending: Effect.Effect<Assistance | null>
  /** How the code came that the login has now; null: it has none. */
  readonly answered: Effect.Effect<Answered | null>
}

const wanted = ({ length, type }: Assistance["descriptor"]): string =>
  `code must be ${length} ${type === "numeric" ? "digits" : "letters or digits"}`

export const makeOtpBroker = Effect.fnUntraced(function* (accountId: string, timeout: Duration.Duration) {
  const repository = yield* SessionRepository
  const events = yield* EventLog
  const outbox = yield* Outbox
  const transactor = yield* Transactor
  const open = yield* Ref.make<OpenQuestion>(Option.none())
  const inTurn = Semaphore.makeUnsafe(1).withPermits(1)

  const announce = (question: Question) =>
    events.append({
      accountId,
      type: "assistance.requested",
      assistanceId: question.assistance.id,
      data: { ...question.assistance, expires_at: DateTime.formatIso(question.assistance.expires_at) }
    })

  /** The question is open by then: whoever hears of it may answer at once. */
  const tell = (question: Question, record: Effect.Effect<void>) =>
    transactor.transact(Effect.andThen(record, announce(question)))

  const writeEnd = ({ answered, assistance: { attempts, id } }: Question, ending: Ending) =>
    transactor.transact(
      Effect.gen(function* () {
        if (ending === "rejected") yield* repository.setAssistanceAttempts(id, attempts)
        const how = { outcome: outcomeOf(ending), answered }
        if (!(yield* repository.endAssistance(id, ending === "fulfilled" ? "fulfilled" : "cancelled", how))) return
        yield* outbox.cancel({ assistanceId: id })
        yield* ending === "fulfilled"
          ? events.append({ accountId, type: "assistance.fulfilled", data: { id } })
          : events.append({ accountId, type: "assistance.cancelled", data: { id, reason: ending } })
      })
    )

  /** Whoever waits for a code of it gets none. */
  const release = ({ answer }: Question, kind: CodeNotObtained["kind"]) =>
    Deferred.fail(answer, new CodeNotObtained({ kind }))

  /** Ends the open question if it is the one that is meant. False: there is none. */
  const end = (
    ending: Ending,
    isMeant: (question: Question) => boolean,
    kind: CodeNotObtained["kind"] = "otp_cancelled"
  ) =>
    Effect.gen(function* () {
      const taken = yield* Ref.modify(open, (now): readonly [OpenQuestion, OpenQuestion] =>
        Option.exists(now, isMeant) ? [now, Option.none()] : [Option.none(), now]
      )
      if (Option.isNone(taken)) return false
      yield* release(taken.value, kind)
      yield* inTurn(writeEnd(taken.value, ending))
      return true
    }).pipe(Effect.uninterruptible)

  const waitForCode = Effect.fnUntraced(function* (question: Question) {
    const now = yield* DateTime.now
    const left = Duration.millis(Math.max(0, question.assistance.expires_at.epochMilliseconds - now.epochMilliseconds))
    const inTime = yield* Effect.timeoutOption(Deferred.await(question.answer), left)
    // A code that was accepted at the last moment counts: its sender was told so.
    if (Option.isNone(inTime)) {
      yield* end("timed_out", (one) => isPending(one) && one.answer === question.answer, "otp_timeout")
    }
    return yield* Deferred.await(question.answer)
  })

  /** `put` opens the question and tells of it. If the login that asks is interrupted, the question is ended. */
  const ask = Effect.fnUntraced(function* (put: (answer: Answer) => Effect.Effect<Question, CodeNotObtained>) {
    const answer: Answer = yield* Deferred.make<Redacted.Redacted<string>, CodeNotObtained>()
    return yield* inTurn(put(answer)).pipe(
      Effect.tap(() => failpoint("otp.waiting")),
      Effect.flatMap(waitForCode),
      Effect.onError(() => end("session_ended", (one) => one.answer === answer))
    )
  })

  const putFirst = Effect.fnUntraced(function* (
    sessionId: string,
    descriptor: Assistance["descriptor"],
    prompt: string,
    answer: Answer
  ) {
    const requestedAt = yield* DateTime.now
    const expiresAt = DateTime.addDuration(requestedAt, timeout)
    const id = yield* uuid
    const question: Question = {
      assistance: { id, type: "otp", descriptor, prompt, attempts: 0, expires_at: expiresAt },
      answer,
      askedAt: requestedAt,
      answered: null,
      handedOver: false
    }
    const before = yield* Ref.getAndSet(open, Option.some(question))
    if (Option.isSome(before)) {
      yield* release(before.value, "otp_cancelled")
      yield* writeEnd(before.value, "session_ended")
    }
    yield* tell(
      question,
      repository.openAssistance({ id, accountId, sessionId, descriptor, prompt, requestedAt, expiresAt })
    )
    return question
  }, Effect.uninterruptible)

  /** A question whose code was handed over is on the broker anew, or ends. */
  const putAgain = Effect.fnUntraced(function* (answer: Answer) {
    const askedAt = yield* DateTime.now
    const rejected = yield* Ref.modify(open, (now): readonly [OpenQuestion, OpenQuestion] => {
      if (!Option.exists(now, isHandedOver)) return [Option.none(), now]
      const next = Option.map(now, (question) => withRejection(question, answer, askedAt))
      return [next, Option.map(Option.filter(next, mayTryAgain), unanswered)]
    })
    if (Option.isNone(rejected)) return yield* new CodeNotObtained({ kind: "otp_cancelled" })
    const question = rejected.value
    if (!mayTryAgain(question)) {
      yield* writeEnd(question, "rejected")
      return yield* new CodeNotObtained({ kind: "otp_rejected" })
    }
    yield* tell(question, repository.setAssistanceAttempts(question.assistance.id, question.assistance.attempts))
    return question
  }, Effect.uninterruptible)

  const broker: OtpBroker = {
    timeout,
    request: Effect.fn("OtpBroker.request")((sessionId, descriptor, prompt) =>
      ask((answer) => putFirst(sessionId, descriptor, prompt, answer))
    ),
    rejected: ask(putAgain).pipe(Effect.withSpan("OtpBroker.rejected")),
    accepted: Effect.asVoid(end("fulfilled", isAny)),
    close: Effect.asVoid(end("session_ended", isAny)),

    submit: Effect.fnUntraced(function* (code, how = {}) {
      const at = yield* DateTime.now
      const taken = yield* Ref.modify(open, (now): readonly [ReturnType<OtpBroker["submit"]>, OpenQuestion] => {
        if (Option.isNone(now) || now.value.handedOver || !isMeantBy(how, now.value)) return [nothingPending, now]
        const { answer, assistance } = now.value
        if (!codeFits(assistance.descriptor, Redacted.value(code))) {
          return [Effect.fail(new CodeDoesNotFit({ message: wanted(assistance.descriptor) })), now]
        }
        const answered: Answered = { by: how.channel ?? "api", at, askedAt: now.value.askedAt }
        return [handOver(answer, code), Option.some({ ...now.value, handedOver: true, answered })]
      })
      yield* taken
    }, Effect.uninterruptible),

    cancel: Effect.flatMap(end("cancelled", isPending), (ended) => (ended ? Effect.void : nothingPending)),
    pending: Effect.map(Ref.get(open), (now) =>
      Option.match(Option.filter(now, isPending), { onNone: () => null, onSome: ({ assistance }) => assistance })
    ),
    answered: Effect.map(Ref.get(open), (now) =>
      Option.match(Option.filter(now, isHandedOver), { onNone: () => null, onSome: ({ answered }) => answered })
    )
  }
  return broker
})
