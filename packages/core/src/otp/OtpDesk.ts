/**
 * The desk where a login's question for a one-time code meets the code that somebody submits.
 *
 * One desk per account, in the memory of its actor. A code is handed to the login once and forgotten; the first valid
 * one wins; further ones are refused until the script reports what the bank said.
 */
import { DateTime, Deferred, Duration, Effect, Exit, Option, Redacted, Ref, Schema } from "effect"
import { codeFits, otpRejectionLimit } from "@counterfoil/domain"
import { type Assistance, CodeDoesNotFit, NoPendingAssistance } from "../accounts/AccountCommands.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Transactor } from "../Transactor.ts"
import { AssistanceRepository } from "./AssistanceRepository.ts"

/** Nobody answered in time, a person cancelled, or the bank rejected two codes. */
export class CodeNotObtained extends Schema.TaggedError<CodeNotObtained>()("CodeNotObtained", {
  kind: Schema.Literals(["otp_timeout", "otp_rejected", "otp_cancelled"])
}) {}

/** How a request ends: the last four are told as `assistance.cancelled` with this reason. */
type Ending = "fulfilled" | "timed_out" | "cancelled" | "session_ended" | "rejected"

const endings = { otp_timeout: "timed_out", otp_rejected: "rejected", otp_cancelled: "cancelled" } as const

const endingOf = (exit: Exit.Exit<unknown, CodeNotObtained>): Ending =>
  Option.match(Exit.findErrorOption(exit), { onNone: () => "session_ended", onSome: (error) => endings[error.kind] })

type Answer = Deferred.Deferred<Redacted.Redacted<string>, CodeNotObtained>

interface Question {
  readonly assistance: Assistance
  readonly expiresAt: DateTime.Utc
  readonly answer: Answer
  /** A code was handed over and the script has not reported yet. */
  readonly handedOver: boolean
}

export interface OtpDesk {
  /** How long a person is given. */
  readonly timeout: Duration.Duration
  /** Opens the request and waits for a code. At most one request per login. */
  readonly request: (
    sessionId: string,
    descriptor: Assistance["descriptor"]
  ) => Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** The bank rejected the code: asks once more under the same request; a second rejection ends it. */
  readonly rejected: Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** The login progresses. */
  readonly accepted: Effect.Effect<void>
  /** Ends whatever is still open as cancelled. */
  readonly close: Effect.Effect<void>
  readonly submit: (code: Redacted.Redacted<string>) => Effect.Effect<void, NoPendingAssistance | CodeDoesNotFit>
  readonly cancel: Effect.Effect<void, NoPendingAssistance>
  readonly pending: Effect.Effect<Assistance | null>
}

const wanted = ({ length, type }: Assistance["descriptor"]): string =>
  `code must be ${length} ${type === "numeric" ? "digits" : "letters or digits"}`

export const makeOtpDesk = Effect.fnUntraced(function* (accountId: string, timeout: Duration.Duration) {
  const repository = yield* AssistanceRepository
  const events = yield* EventLog
  const outbox = yield* Outbox
  const transactor = yield* Transactor
  const open = yield* Ref.make(Option.none<Question>())

  const announce = (question: Question) =>
    events.append({
      accountId,
      type: "assistance.requested",
      assistanceId: question.assistance.id,
      data: { ...question.assistance, expires_at: DateTime.formatIso(question.expiresAt) }
    })

  /** The question is on the desk before the commit tells of it: whoever hears of it may answer at once. */
  const tell = Effect.fnUntraced(function* (question: Question, write: Effect.Effect<void>) {
    const before = yield* Ref.getAndSet(open, Option.some(question))
    yield* transactor
      .transact(Effect.andThen(write, announce(question)))
      .pipe(Effect.onError(() => Ref.set(open, before)))
  })

  const finish = (question: Question, ending: Ending) =>
    transactor.transact(
      Effect.gen(function* () {
        const { id } = question.assistance
        if (!(yield* repository.end(id, ending === "fulfilled" ? "fulfilled" : "cancelled"))) return
        yield* outbox.cancel({ assistanceId: id })
        yield* ending === "fulfilled"
          ? events.append({ accountId, type: "assistance.fulfilled", data: { id } })
          : events.append({ accountId, type: "assistance.cancelled", data: { id, reason: ending } })
      })
    )

  /** Takes the open question off the desk; only one caller gets it. */
  const takeOff = Ref.getAndSet(open, Option.none())

  const end = (ending: Ending) =>
    takeOff.pipe(
      Effect.flatMap(Option.match({ onNone: () => Effect.void, onSome: (question) => finish(question, ending) })),
      Effect.uninterruptible
    )

  const waitForCode = Effect.fnUntraced(function* (question: Question) {
    const now = yield* DateTime.now
    const left = Duration.millis(Math.max(0, question.expiresAt.epochMilliseconds - now.epochMilliseconds))
    return yield* Deferred.await(question.answer).pipe(
      Effect.timeoutOrElse({ duration: left, orElse: () => new CodeNotObtained({ kind: "otp_timeout" }) }),
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : end(endingOf(exit))))
    )
  })

  const desk: OtpDesk = {
    timeout,
    request: Effect.fn("OtpDesk.request")(function* (sessionId, descriptor) {
      yield* end("session_ended")
      const requestedAt = yield* DateTime.now
      const question: Question = {
        assistance: { id: yield* uuid, type: "otp", descriptor, attempts: 0 },
        expiresAt: DateTime.addDuration(requestedAt, timeout),
        answer: yield* Deferred.make<Redacted.Redacted<string>, CodeNotObtained>(),
        handedOver: false
      }
      const { expiresAt } = question
      const { id } = question.assistance
      yield* tell(question, repository.open({ id, accountId, sessionId, descriptor, requestedAt, expiresAt }))
      yield* failpoint("otp.waiting")
      return yield* waitForCode(question)
    }),

    rejected: Effect.gen(function* () {
      const before = yield* Ref.get(open)
      if (Option.isNone(before)) return yield* new CodeNotObtained({ kind: "otp_cancelled" })
      const attempts = before.value.assistance.attempts + 1
      if (attempts >= otpRejectionLimit) {
        yield* repository.setAttempts(before.value.assistance.id, attempts)
        yield* end("rejected")
        return yield* new CodeNotObtained({ kind: "otp_rejected" })
      }
      const question: Question = {
        ...before.value,
        assistance: { ...before.value.assistance, attempts },
        answer: yield* Deferred.make<Redacted.Redacted<string>, CodeNotObtained>(),
        handedOver: false
      }
      yield* tell(question, repository.setAttempts(question.assistance.id, attempts))
      return yield* waitForCode(question)
    }).pipe(Effect.withSpan("OtpDesk.rejected")),

    accepted: end("fulfilled"),
    close: end("session_ended"),

    submit: Effect.fnUntraced(function* (code) {
      const question = yield* Ref.get(open)
      if (Option.isNone(question) || question.value.handedOver) return yield* new NoPendingAssistance()
      const { descriptor } = question.value.assistance
      if (!codeFits(descriptor, Redacted.value(code))) return yield* new CodeDoesNotFit({ message: wanted(descriptor) })
      const won = yield* Ref.modify(open, (now): readonly [boolean, Option.Option<Question>] =>
        Option.isSome(now) && now.value === question.value
          ? [true, Option.some({ ...now.value, handedOver: true })]
          : [false, now]
      )
      if (!won) return yield* new NoPendingAssistance()
      yield* Deferred.succeed(question.value.answer, code)
    }),

    cancel: Effect.gen(function* () {
      const question = yield* Ref.get(open)
      if (Option.isNone(question)) return yield* new NoPendingAssistance()
      yield* Deferred.fail(question.value.answer, new CodeNotObtained({ kind: "otp_cancelled" }))
      yield* end("cancelled")
    }),

    pending: Effect.map(Ref.get(open), (question) => (Option.isSome(question) ? question.value.assistance : null))
  }
  return desk
})
