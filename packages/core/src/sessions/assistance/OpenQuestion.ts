/** What a login asks its owner and nobody has answered yet, as the broker keeps it. */
import { type AssistanceOutcome, type Ask, type FurtherAsk, otpRejectionLimit } from "@counterfoil/domain"
import { Clock, type DateTime, type Deferred, Duration, Effect, type Redacted, Schema } from "effect"
import type { Assistance, FurtherAssistance } from "../../accounts/AccountStatus.ts"
import { type CodeAnswer, CodeDoesNotFit } from "../../accounts/AccountCommands.ts"
import type { Answered } from "../../codes/Channel.ts"

/** Nobody answered in time, a person cancelled, or the bank rejected two codes. */
export class CodeNotObtained extends Schema.TaggedError<CodeNotObtained>()("CodeNotObtained", {
  kind: Schema.Literals(["otp_timeout", "otp_rejected", "otp_cancelled"])
}) {}

/** How a request ends: of a code, the last four are told as `assistance.cancelled` with this reason. */
export type Ending = "fulfilled" | "timed_out" | "cancelled" | "session_ended" | "rejected"

export type Answer = Deferred.Deferred<Redacted.Redacted<string>, CodeNotObtained>

export interface Asked<A extends Ask = Ask> {
  readonly ask: A
  /** What the owner is asked with. */
  readonly prompt: string
  /** What is to be seen, as PNG; kept in memory only. */
  readonly picture?: Uint8Array
}

export interface Question extends Asked {
  readonly id: string
  /** Answers that the bank refused already. */
  readonly attempts: number
  readonly expiresAt: DateTime.Utc
  /** The same by a clock that nobody sets, in nanoseconds: it is what counts. */
  readonly waitsUntil: bigint
  readonly answer: Answer
  /** Done when the question is over. */
  readonly over: Deferred.Deferred<Ending>
  readonly askedAt: DateTime.Utc
  /** By which channel its last answer came. */
  readonly answered: Answered | null
  /** An answer was handed over and the script has not reported yet: nothing is pending. */
  readonly handedOver: boolean
  /** Of the latest answer. */
  readonly print: string | null
  /** What this login was answered with so far: it is not typed again. */
  readonly used: Set<string>
}

export const waitsUntilAfter = (timeout: Duration.Duration) =>
  Effect.map(Clock.monotonicTimeNanos, (now) => now + Duration.toNanosUnsafe(timeout))

export const timeLeft = ({ waitsUntil }: Question) =>
  Effect.map(Clock.monotonicTimeNanos, (now) => Duration.nanos(waitsUntil > now ? waitsUntil - now : 0n))

export const isAny = () => true
export const isHandedOver = ({ handedOver }: Question) => handedOver
export const isPending = ({ handedOver }: Question) => !handedOver
export const mayTryAgain = ({ attempts }: Question) => attempts < otpRejectionLimit

/** Another question may have the same answer; another code is never the same. */
export const printIn = ({ ask, id }: Question, print: string): string => (ask.type === "otp" ? print : `${id} ${print}`)

export const withAnswer = (question: Question, answered: Answered, print: string): Question => {
  question.used.add(printIn(question, print))
  return { ...question, handedOver: true, answered, print }
}

/**
 * Whoever answers as the contract has it, for whatever is pending, is taken at their word (202), with a code that was used before
 * too; whoever names the request, as the page and all channels do, is told.
 */
export const namesRequest = ({ assistanceId }: CodeAnswer): boolean => assistanceId !== undefined

/** Sent once more, it would cost the login another of its few tries. */
export const usedBefore = ({ type }: Ask): CodeDoesNotFit =>
  new CodeDoesNotFit({
    used: true,
    message:
      type === "otp"
        ? "code must be a newer one: this one was used before, and none is typed twice"
        : "answer must be another one: the bank has refused this one"
  })

export const withRejection = (question: Question, answer: Answer, askedAt: DateTime.Utc): Question => ({
  ...question,
  attempts: question.attempts + 1,
  answer,
  askedAt,
  handedOver: false
})

/** Asked anew, it waits for another answer. */
export const unanswered = (question: Question): Question => ({ ...question, answered: null })

export const outcomeOf = (ending: Ending): AssistanceOutcome => (ending === "fulfilled" ? "accepted" : ending)

/**
 * Whether the answer is for this question. One that names a request is for that request only, never for one of a later login;
 * one from a channel that carries codes only is for a question that asks for a code.
 */
export const isMeantBy = ({ answers = "otp", assistanceId, openThen }: CodeAnswer, { ask, id }: Question): boolean =>
  [assistanceId, openThen].every((named) => named === undefined || named === id) &&
  (answers === "all" || ask.type === "otp")

/** As the contract shows it; null: it is no request for a code. */
export const asAssistance = ({ ask, attempts, expiresAt, id, prompt }: Question): Required<Assistance> | null =>
  ask.type === "otp" ? { id, type: "otp", descriptor: ask.descriptor, prompt, attempts, expires_at: expiresAt } : null

/** As extensions show what the contract doesn't know; null: it is a request for a code. */
export const asFurther = ({ ask, attempts, expiresAt, id, prompt }: Question): FurtherAssistance | null =>
  ask.type === "otp"
    ? null
    : { ...nothingAsked, ...shownOf(ask), id, type: ask.type, prompt, attempts, expires_at: expiresAt }

const nothingAsked = { number: null, question: null, choices: null, length: null }

const shownOf = (ask: FurtherAsk): Partial<FurtherAssistance> => {
  switch (ask.type) {
    case "approval":
      return { number: ask.number }
    case "question":
      return { question: ask.question, choices: ask.choices }
    case "picture":
      return { length: ask.length }
  }
}
