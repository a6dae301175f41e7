/** How codes, approvals and answers are reported: each one as a line of the account's activity, and a failure if none came. */
import type { AskType, NewActivity } from "@counterfoil/domain"
import { DateTime, type Schema } from "effect"
import { type Answered, channelWords } from "../../codes/Channel.ts"
import type { CodeNotObtained } from "./OtpBroker.ts"
import { quoted } from "../../codes/otpWords.ts"
import { SessionFailure } from "../SessionFailure.ts"

/** A line for the account's owner. */
export type CodeLine = Extract<NewActivity, { readonly kind: "code.used" | "code.unanswered" | "code.refused" }>

/** A code or an answer that was handed to the script, or an approval, while the bank's word on it is still awaited. */
export interface InUse {
  readonly type: AskType
  readonly purpose: string | undefined
  readonly via: string | undefined
  readonly askedOn: string
  readonly typedOn: string | undefined
  readonly askedAt: DateTime.Utc
  /** How it came; null: nobody gave it. */
  readonly answered: Answered | null
}

export type Outcome = "accepted" | "rejected" | "unanswered" | "unknown"

const codeFailure = (error: CodeNotObtained): SessionFailure =>
  new SessionFailure(
    error.kind === "otp_rejected"
      ? { phase: "login", kind: "otp_rejected", message: "The bank rejected the code twice" }
      : error.kind === "otp_cancelled"
        ? { phase: "login", kind: "otp_timeout", message: "The request for a code was cancelled" }
        : { phase: "login", kind: "otp_timeout", message: "No code was submitted in time" }
  )

/** The failure of a login whose question got no answer that the bank took. */
export const askFailure = (type: AskType, error: CodeNotObtained): SessionFailure => {
  if (type === "otp") return codeFailure(error)
  const thing = `${things[type].charAt(0).toLowerCase()}${things[type].slice(1)}`
  const message =
    error.kind === "otp_rejected"
      ? "The bank rejected the answer twice"
      : error.kind === "otp_cancelled"
        ? `The request for ${thing} was cancelled`
        : `Nobody gave ${thing} in time`
  return new SessionFailure({
    phase: "login",
    kind: error.kind === "otp_rejected" ? "otp_rejected" : "otp_timeout",
    message
  })
}

/** Without query: it may name a person or a session. */
export const placeOf = (address: Schema.Json): string => {
  const url = typeof address === "string" ? URL.parse(address) : null
  return url === null || !/^https?:$/.test(url.protocol)
    ? "a page without an address"
    : `${url.origin}${url.pathname.replaceAll(/;[^/]*/g, "").slice(0, 200)}`
}

const things: Readonly<Record<AskType, string>> = {
  otp: "A one-time code",
  approval: "An approval in the bank's app",
  question: "The answer to a question",
  picture: "What a picture shows"
}

const approvalEndings: Readonly<Record<Outcome, string>> = {
  accepted: "the login went on",
  rejected: "it was refused there",
  unanswered: "nobody approved it",
  unknown: "the login ended before"
}

const endings: Readonly<Record<Outcome, string>> = {
  accepted: "the bank accepted it",
  rejected: "the bank rejected it",
  unanswered: "nobody gave it",
  unknown: "the login ended before the bank had answered"
}

const secondsUntil = ({ askedAt, at }: Answered): number =>
  Math.max(0, Math.round((at.epochMilliseconds - askedAt.epochMilliseconds) / 1000))

const answeredBy = (answered: Answered): string =>
  `, ${answered.by === "app" ? "answered there" : `given ${channelWords[answered.by]}`} after ${secondsUntil(answered)} s`

const answerData = (answered: Answered) => ({ channel: answered.by, after_seconds: secondsUntil(answered) })

const verbOf = (type: AskType, outcome: Outcome): string =>
  type === "approval" || outcome === "unanswered" ? "asked for" : "used"

export const lineOf = (
  { answered, askedAt, askedOn, purpose, type, typedOn, via }: InUse,
  outcome: Outcome
): CodeLine => {
  const page = typedOn ?? askedOn
  const what = `${things[type]} was ${verbOf(type, outcome)} in the login, on ${page}`
  const how = via === undefined ? "" : `, by ${via}`
  const given = answered === null ? "" : answeredBy(answered)
  const said = purpose === undefined ? "" : ` (the script says: ${quoted(purpose)})`
  return {
    kind: outcome === "unanswered" ? "code.unanswered" : "code.used",
    message: `${what}${how}${given}${said}: ${(type === "approval" ? approvalEndings : endings)[outcome]}`,
    data: {
      phase: "login",
      ...(type === "otp" ? {} : { type }),
      page,
      outcome,
      asked_at: DateTime.formatIso(askedAt),
      ...(answered === null ? {} : answerData(answered)),
      ...(via === undefined ? {} : { via }),
      ...(purpose === undefined ? {} : { purpose })
    }
  }
}
