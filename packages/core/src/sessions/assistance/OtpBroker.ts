/**
 * Brings what a login asks its owner (a code, an approval, an answer) together with what somebody submits. There is one broker
 * per account, in the memory of its actor. An answer is handed to the login once and forgotten. The first valid one wins; further
 * ones are refused until the script reports what the bank said.
 *
 * Every change of the open question is one atomic step on `open`, so that of several at the same moment exactly one
 * succeeds. Opening a question holds a lock until its event is written, and ending it takes the same lock: the events come
 * in that order. Those of approvals, questions and pictures, which the contract doesn't know, a trigger of their row writes.
 */
import { misfit } from "@counterfoil/domain"
import { DateTime, Deferred, Duration, Effect, Option, Redacted, Ref, Semaphore } from "effect"
import { CodeDoesNotFit, NoPendingAssistance } from "../../accounts/AccountCommands.ts"
import type { Answered } from "../../codes/Channel.ts"
import { RefusedCodes } from "../../codes/RefusedCodes.ts"
import { againOnceDatabaseIsBack, onceDatabaseIsBack } from "../../DatabaseUnavailable.ts"
import { EventLog } from "../../events/EventLog.ts"
import { failpoint } from "../../Failpoint.ts"
import { uuid } from "../../ids.ts"
import { Outbox } from "../../outbox/Outbox.ts"
import { Transactor } from "../../Transactor.ts"
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
  namesRequest,
  outcomeOf,
  printIn,
  type Question,
  timeLeft,
  unanswered,
  usedBefore,
  waitsUntilAfter,
  withAnswer,
  withRejection
} from "./OpenQuestion.ts"
import type { OtpBroker } from "./OtpBrokerShape.ts"
import { SessionRepository } from "../SessionRepository.ts"

export type { OtpBroker } from "./OtpBrokerShape.ts"
export { type Asked, CodeNotObtained, type Ending } from "./OpenQuestion.ts"

type OpenQuestion = Option.Option<Question>

const tellingPatience = Duration.seconds(30)

const nothingPending = Effect.fail(new NoPendingAssistance())

/** Fails if the login that asked has ended in the meantime. */
const handOver = (answer: Answer, code: Redacted.Redacted<string>) =>
  Effect.flatMap(Deferred.succeed(answer, code), (given) => (given ? Effect.void : nothingPending))

export const makeOtpBroker = Effect.fnUntraced(function* (accountId: string, timeout: Duration.Duration) {
  const repository = yield* SessionRepository
  const events = yield* EventLog
  const outbox = yield* Outbox
  const transactor = yield* Transactor
  const refused = yield* RefusedCodes
  const open = yield* Ref.make<OpenQuestion>(Option.none())
  const inTurn = Semaphore.makeUnsafe(1).withPermits(1)
  /** Fingerprints of the codes that this login has had as answers. */
  let used = { sessionId: "", prints: new Set<string>() }

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

  /**
   * The question is open by then: whoever hears of it may answer at once. `record`: false, if an earlier try was committed and
   * not answered. For want of a database the login would begin again, and ask for another code.
   */
  const tell = (question: Question, record: Effect.Effect<boolean>) => {
    const told = Effect.flatMap(record, (isNew) => (isNew ? announce(question) : Effect.void))
    return againOnceDatabaseIsBack(transactor.transact(told), tellingPatience)
  }

  const writeRejection = ({ ask, attempts, id, print }: Question) => {
    const noted = ask.type === "otp" && print !== null ? refused.note(accountId, print) : Effect.void
    return Effect.andThen(noted, repository.setAssistanceAttempts(id, attempts))
  }

  const writtenEnd = (question: Question, ending: Ending) =>
    transactor.transact(
      Effect.gen(function* () {
        const { answered, id } = question
        if (ending === "rejected") yield* writeRejection(question)
        const how = { outcome: outcomeOf(ending), answered }
        if (!(yield* repository.endAssistance(id, ending === "fulfilled" ? "fulfilled" : "cancelled", how))) return
        yield* outbox.cancel({ assistanceId: id })
        yield* announceEnd(question, ending)
      })
    )

  /** The bank has let the login in: for want of a database it would begin again, and somebody be asked for another code. */
  const writeEnd = (question: Question, ending: Ending) =>
    (ending === "fulfilled"
      ? onceDatabaseIsBack(writtenEnd(question, ending), tellingPatience)
      : writtenEnd(question, ending)
    ).pipe(Effect.ensuring(Deferred.succeed(question.over, ending)))

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
    if (used.sessionId !== sessionId) used = { sessionId, prints: new Set() }
    const question: Question = {
      ...asked,
      id,
      attempts: 0,
      expiresAt,
      waitsUntil: yield* waitsUntilAfter(timeout),
      answer,
      over: yield* Deferred.make<Ending>(),
      askedAt: requestedAt,
      answered: null,
      handedOver: false,
      print: null,
      used: used.prints
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
    // Who hears that another code is wanted needs not hear of the first one.
    yield* tell(question, Effect.andThen(outbox.cancel({ assistanceId: question.id }), writeRejection(question)))
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
      const print = yield* refused.printOf(accountId, code)
      const wasRefused = yield* refused.isRefused(accountId, print)
      const taken = yield* Ref.modify(open, (now): readonly [ReturnType<OtpBroker["submit"]>, OpenQuestion] => {
        if (Option.isNone(now) || now.value.handedOver || !isMeantBy(how, now.value)) return [nothingPending, now]
        const { answer, ask: asked, used } = now.value
        const problem = misfit(asked, Redacted.value(code))
        if (problem !== undefined) return [Effect.fail(new CodeDoesNotFit({ message: problem })), now]
        const isKnown = used.has(printIn(now.value, print)) || (asked.type === "otp" && wasRefused)
        if (isKnown && namesRequest(how)) {
          return [Effect.fail(usedBefore(asked)), now]
        }
        const answered: Answered = { by: how.channel ?? "api", at, askedAt: now.value.askedAt }
        return [handOver(answer, code), Option.some(withAnswer(now.value, answered, print))]
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
