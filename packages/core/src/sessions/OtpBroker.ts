/**
 * Brings what a login asks its owner (a code, an approval, an answer) together with what somebody submits. There is one broker
 * per account, in the memory of its actor. An answer is handed to the login once and forgotten. The first valid one wins; further
 * ones are refused until the script reports what the bank said.
 *
 * Every change of the open question is one atomic step on `open`, so that of several at the same moment exactly one
 * succeeds. Opening a question holds a lock until its event is written, and ending it takes the same lock: the events come
 * in that order. Those of approvals, questions and pictures, which the contract doesn't know, a trigger of their row writes.
 */
import { type ApprovalAsk, misfit } from "@counterfoil/domain"
import { DateTime, Deferred, Duration, Effect, Option, Redacted, Ref, Semaphore } from "effect"
import { type CodeAnswer, CodeDoesNotFit, NoPendingAssistance } from "../accounts/AccountCommands.ts"
import type { Answered } from "../codes/Channel.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Transactor } from "../Transactor.ts"
import type { Assistance, FurtherAssistance } from "../accounts/AccountStatus.ts"
import {
  type Answer,
  asAssistance,
  asFurther,
  type Asked,
  CodeNotObtained,
  type Ending,
  isAny,
  isHandedOver,
  isMeantBy,
  isPending,
  mayTryAgain,
  outcomeOf,
  type Question,
  unanswered,
  withRejection
} from "./OpenQuestion.ts"
import { SessionRepository } from "./SessionRepository.ts"

export { type Asked, CodeNotObtained, type Ending } from "./OpenQuestion.ts"

type OpenQuestion = Option.Option<Question>

const nothingPending = Effect.fail(new NoPendingAssistance())

/** Fails if the login that asked has ended in the meantime. */
const handOver = (answer: Answer, code: Redacted.Redacted<string>) =>
  Effect.flatMap(Deferred.succeed(answer, code), (given) => (given ? Effect.void : nothingPending))

export interface OtpBroker {
  /** How long a person is given. */
  readonly timeout: Duration.Duration
  /** Opens the request and waits for an answer. At most one request is open at a time. */
  readonly request: (sessionId: string, asked: Asked) => Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** Opens the request; the inner effect waits for its end, which the bank's page shows or `timeout` brings about. */
  readonly approval: (sessionId: string, asked: Asked<typeof ApprovalAsk.Type>) => Effect.Effect<Effect.Effect<Ending>>
  /** The bank rejected the answer: asks once more under the same request; a second rejection ends it. */
  readonly rejected: Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** What the bank shows for its next answer. */
  readonly show: (picture: Uint8Array) => Effect.Effect<void>
  /** The bank has accepted the answer: the login goes on. */
  readonly accepted: Effect.Effect<void>
  /** The owner has said no in the bank's app: the login ends. */
  readonly refused: Effect.Effect<void>
  /** Ends whatever is still open as cancelled. */
  readonly close: Effect.Effect<void>
  readonly submit: (
    code: Redacted.Redacted<string>,
    how?: CodeAnswer
  ) => Effect.Effect<void, NoPendingAssistance | CodeDoesNotFit>
  /** Ends the question. An answer that was handed over already can't be taken back: then nothing is pending. */
  readonly cancel: Effect.Effect<void, NoPendingAssistance>
  /** The same, if the open question is this request. */
  readonly withdraw: (assistanceId: string) => Effect.Effect<void, NoPendingAssistance>
  /** The open question if it asks for a code, as the contract shows it. */
  readonly pending: Effect.Effect<Assistance | null>
  /** The open question if it is an approval, a question or a picture. */
  readonly pendingFurther: Effect.Effect<FurtherAssistance | null>
  /** Whether a question is open. */
  readonly isOpen: Effect.Effect<boolean>
  /** What the pending request shows. */
  readonly picture: (assistanceId: string) => Effect.Effect<Uint8Array, NoPendingAssistance>
  /** By which channel the login's latest answer came; null: it has none. */
  readonly answered: Effect.Effect<Answered | null>
}

export const makeOtpBroker = Effect.fnUntraced(function* (accountId: string, timeout: Duration.Duration) {
  const repository = yield* SessionRepository
  const events = yield* EventLog
  const outbox = yield* Outbox
  const transactor = yield* Transactor
  const open = yield* Ref.make<OpenQuestion>(Option.none())
  const inTurn = Semaphore.makeUnsafe(1).withPermits(1)

  const announce = (question: Question) => {
    const data = asAssistance(question)
    return data === null
      ? Effect.void
      : events.append({
          accountId,
          type: "assistance.requested",
          assistanceId: data.id,
          data: { ...data, expires_at: DateTime.formatIso(data.expires_at) }
        })
  }

  const announceEnd = ({ ask, id }: Question, ending: Ending) =>
    ask.type !== "otp"
      ? Effect.void
      : ending === "fulfilled"
        ? events.append({ accountId, type: "assistance.fulfilled", data: { id } })
        : events.append({ accountId, type: "assistance.cancelled", data: { id, reason: ending } })

  /** The question is open by then: whoever hears of it may answer at once. */
  const tell = (question: Question, record: Effect.Effect<void>) =>
    transactor.transact(Effect.andThen(record, announce(question)))

  const writeEnd = (question: Question, ending: Ending) =>
    transactor
      .transact(
        Effect.gen(function* () {
          const { answered, attempts, id } = question
          if (ending === "rejected") yield* repository.setAssistanceAttempts(id, attempts)
          const how = { outcome: outcomeOf(ending), answered }
          if (!(yield* repository.endAssistance(id, ending === "fulfilled" ? "fulfilled" : "cancelled", how))) return
          yield* outbox.cancel({ assistanceId: id })
          yield* announceEnd(question, ending)
        })
      )
      .pipe(Effect.ensuring(Deferred.succeed(question.over, ending)))

  /** Whoever waits for an answer of it gets none. */
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

  const timeLeft = ({ expiresAt }: Question) =>
    Effect.map(DateTime.now, (now) => Duration.millis(Math.max(0, expiresAt.epochMilliseconds - now.epochMilliseconds)))

  const waitForCode = Effect.fnUntraced(function* (question: Question) {
    const inTime = yield* Effect.timeoutOption(Deferred.await(question.answer), yield* timeLeft(question))
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

  const putFirst = Effect.fnUntraced(function* (sessionId: string, asked: Asked, answer: Answer) {
    const requestedAt = yield* DateTime.now
    const expiresAt = DateTime.addDuration(requestedAt, timeout)
    const id = yield* uuid
    const question: Question = {
      ...asked,
      id,
      attempts: 0,
      expiresAt,
      answer,
      over: yield* Deferred.make<Ending>(),
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
      repository.openAssistance({
        id,
        accountId,
        sessionId,
        ask: asked.ask,
        prompt: asked.prompt,
        requestedAt,
        expiresAt
      })
    )
    return question
  }, Effect.uninterruptible)

  /** A question whose code was handed over is asked again, or ends. */
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
    yield* tell(question, repository.setAssistanceAttempts(question.id, question.attempts))
    return question
  }, Effect.uninterruptible)

  const waitForApproval = Effect.fnUntraced(function* (question: Question) {
    const inTime = yield* Effect.timeoutOption(Deferred.await(question.over), yield* timeLeft(question))
    if (Option.isNone(inTime)) yield* end("timed_out", ({ id }) => id === question.id, "otp_timeout")
    return yield* Deferred.await(question.over)
  })

  /** An approval is given where only the bank sees it, before its page says so. */
  const inApp = Effect.flatMap(DateTime.now, (at) =>
    Ref.update(
      open,
      Option.map((now): Question =>
        now.ask.type === "approval" ? { ...now, answered: { by: "app", at, askedAt: now.askedAt } } : now
      )
    )
  )

  const pendingAs = <A>(shown: (question: Question) => A | null) =>
    Effect.map(Ref.get(open), (now) => {
      const pending = Option.filter(now, isPending)
      return Option.isNone(pending) ? null : shown(pending.value)
    })

  const ended = (isEnded: boolean) => (isEnded ? Effect.void : nothingPending)

  const broker: OtpBroker = {
    timeout,
    request: Effect.fn("OtpBroker.request")((sessionId, asked) => ask((answer) => putFirst(sessionId, asked, answer))),
    rejected: ask(putAgain).pipe(Effect.withSpan("OtpBroker.rejected")),
    approval: Effect.fn("OtpBroker.approval")(function* (sessionId, asked) {
      const answer: Answer = yield* Deferred.make<Redacted.Redacted<string>, CodeNotObtained>()
      return waitForApproval(yield* inTurn(putFirst(sessionId, asked, answer)))
    }),
    show: (picture) =>
      Ref.update(
        open,
        Option.map((now): Question => ({ ...now, picture }))
      ),
    accepted: Effect.andThen(inApp, Effect.asVoid(end("fulfilled", isAny))),
    refused: Effect.andThen(inApp, Effect.asVoid(end("rejected", ({ ask: { type } }) => type === "approval"))),
    close: Effect.asVoid(end("session_ended", isAny)),

    submit: Effect.fnUntraced(function* (code, how = {}) {
      const at = yield* DateTime.now
      const taken = yield* Ref.modify(open, (now): readonly [ReturnType<OtpBroker["submit"]>, OpenQuestion] => {
        if (Option.isNone(now) || now.value.handedOver || !isMeantBy(how, now.value)) return [nothingPending, now]
        const { answer, ask: asked } = now.value
        const problem = misfit(asked, Redacted.value(code))
        if (problem !== undefined) return [Effect.fail(new CodeDoesNotFit({ message: problem })), now]
        const answered: Answered = { by: how.channel ?? "api", at, askedAt: now.value.askedAt }
        return [handOver(answer, code), Option.some({ ...now.value, handedOver: true, answered })]
      })
      yield* taken
    }, Effect.uninterruptible),

    cancel: Effect.flatMap(end("cancelled", isPending), ended),
    withdraw: (assistanceId) =>
      Effect.flatMap(
        end("cancelled", (one) => isPending(one) && one.id === assistanceId),
        ended
      ),
    pending: pendingAs(asAssistance),
    pendingFurther: pendingAs(asFurther),
    isOpen: Effect.map(Ref.get(open), Option.exists(isPending)),
    picture: (assistanceId) =>
      Effect.flatMap(Ref.get(open), (now) =>
        Option.isSome(now) && now.value.id === assistanceId && now.value.picture !== undefined
          ? Effect.succeed(now.value.picture)
          : nothingPending
      ),
    answered: Effect.map(Ref.get(open), (now) =>
      Option.match(Option.filter(now, isHandedOver), { onNone: () => null, onSome: ({ answered }) => answered })
    )
  }
  return broker
})
