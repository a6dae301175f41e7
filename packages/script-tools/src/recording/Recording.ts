/** A recording of one run at a bank, scrubbed: a folder of text files that are made to be kept in git. */
import type { Exchange } from "@counterfoil/browser"
import { ScrapedMovement } from "@counterfoil/domain"
import { Schema } from "effect"
import type { RehearsedCall } from "../run/CallLog.ts"

export const Golden = Schema.Struct({
  /** `read`, or the kind of failure that the run ended with. */
  outcome: Schema.String,
  coverage: Schema.optionalKey(Schema.Struct({ from: Schema.String, to: Schema.String, complete: Schema.Boolean })),
  /** In the script's order, each with its identity. */
  movements: Schema.optionalKey(Schema.Array(Schema.Struct({ key: Schema.String, movement: ScrapedMovement })))
})
export type Golden = typeof Golden.Type

export const RecordingHead = Schema.Struct({
  format: Schema.Literal(1),
  sdk: Schema.Literal(1),
  bank: Schema.String,
  /** Of the bundle that was recorded. */
  scriptSha256: Schema.String,
  origins: Schema.Array(Schema.String),
  /** The instant at which a replay stands still, ISO. */
  clock: Schema.String,
  /** The first day that was read. */
  since: Schema.String,
  /** Which account of the login was read, as the script was told. */
  account: Schema.optionalKey(Schema.String),
  /** Fields of requests that change from run to run, learned by replaying it twice. */
  volatile: Schema.Array(Schema.String),
  /** How many places the scrubber changed, by kind. */
  scrubbed: Schema.Record(Schema.String, Schema.Number)
})
export type RecordingHead = typeof RecordingHead.Type

/** What a replay types: texts of the same shape as the real ones, which stand in the recording in their place. */
export const Answers = Schema.Struct({
  username: Schema.String,
  password: Schema.String,
  codes: Schema.Array(Schema.String)
})
export type Answers = typeof Answers.Type

export interface Recording {
  readonly name: string
  readonly head: RecordingHead
  readonly answers: Answers
  readonly exchanges: ReadonlyArray<Exchange>
  readonly calls: ReadonlyArray<RehearsedCall>
  /** Absent before the first replay. */
  readonly golden: Golden | undefined
}
