/** What an account's actor does, and what a login waits for. */
import { Schema } from "effect"

/** The contract's OTP assistance request. */
export const Assistance = Schema.Struct({
  id: Schema.String,
  type: Schema.Literal("otp"),
  descriptor: Schema.Struct({
    length: Schema.Int,
    type: Schema.Literals(["numeric", "alphanumeric"]),
    purpose: Schema.optionalKey(Schema.String)
  }),
  /** What the owner is asked with, in the host's words; absent: asked by an earlier version of the service. */
  prompt: Schema.optionalKey(Schema.String),
  /** Codes already tried for this request. */
  attempts: Schema.Int,
  /** When the login stops waiting for a code. */
  expires_at: Schema.optionalKey(Schema.DateTimeUtcFromString)
})
export type Assistance = typeof Assistance.Type

/** An approval, a question or a picture that a login waits for: what the contract's request doesn't know. */
export const FurtherAssistance = Schema.Struct({
  id: Schema.String,
  type: Schema.Literals(["approval", "question", "picture"]),
  prompt: Schema.String,
  number: Schema.NullOr(Schema.String),
  question: Schema.NullOr(Schema.String),
  choices: Schema.NullOr(Schema.Array(Schema.String)),
  length: Schema.NullOr(Schema.Int),
  /** Answers already tried for this request. */
  attempts: Schema.Int,
  expires_at: Schema.DateTimeUtcFromString
})
export type FurtherAssistance = typeof FurtherAssistance.Type

export const AccountStatus = Schema.Struct({
  sessionRunning: Schema.Boolean,
  pendingAssistance: Schema.NullOr(Assistance),
  openAssistance: Schema.NullOr(FurtherAssistance),
  /** What the account's actor does: idle, opening, awaiting-otp, reading, monitoring, closing; or blocked, paused. */
  state: Schema.String
})
export type AccountStatus = typeof AccountStatus.Type
