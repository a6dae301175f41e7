/** Why an attempt ended as it did: what is stored of it, and how people read it. */
import { type DateTime, Schema } from "effect"
import { Coverage } from "@counterfoil/domain"

/** As it is stored with the attempt. */
export const StoredExplanation = Schema.Struct({
  /** Version of the weights. */
  ruleset: Schema.String,
  preset: Schema.String,
  script_version: Schema.NullOr(Schema.String),
  /** The days read whole without a gap, as far as matching knew; null: none. */
  coverage: Schema.NullOr(Coverage),
  /** Best first. */
  candidates: Schema.Array(
    Schema.Struct({
      movement_id: Schema.String,
      /** In bits; null: nobody counted, a person chose. */
      score: Schema.NullOr(Schema.Finite),
      role: Schema.String,
      evidence: Schema.Array(
        Schema.Struct({
          kind: Schema.String,
          bits: Schema.Finite,
          level: Schema.optionalKey(Schema.String),
          difference: Schema.optionalKey(Schema.String)
        })
      )
    })
  )
})
export type StoredExplanation = typeof StoredExplanation.Type

/** A candidate's movement as it is now. */
export interface CandidateMovement {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  readonly receivedAt: DateTime.Utc
  readonly externalId: string
  readonly description: string
  readonly counterparty: string | null
  readonly counterpartyAccount: string | null
  /** ISO local date. */
  readonly bookedDate: string
  /** Whether it could pay the request now: booked, there, not excluded, and no other request's. */
  readonly canPay: boolean
}

/** What candidates are held against, as it is listed now. */
export interface ExplainedOrder {
  readonly externalId: string
  readonly name: string
  readonly reference: string | null
  readonly taxId: string | null
}

export interface ExplainedAttempt {
  readonly attemptNumber: number
  readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
  readonly code: string
  readonly reason: string | null
  readonly createdAt: DateTime.Utc
  readonly explanation: StoredExplanation
  readonly order: ExplainedOrder
}

export interface Explanation extends ExplainedAttempt {
  /** Those of the candidates that are still stored. */
  readonly movements: ReadonlyArray<CandidateMovement>
  /** What no single payment explains (sums, parts, other amounts), as it is now. */
  readonly beyondOne: ReadonlyArray<BeyondOneExplained>
}

/** What sums and differences say of an order; nothing of it counts as paid. */
export interface BeyondOneExplained {
  readonly kind: "one_for_several" | "several_for_one" | "partial"
  readonly movements: ReadonlyArray<{
    readonly id: string
    readonly amountMinor: bigint
    readonly senderName: string
    readonly bookedDate: string
  }>
  /** The order that was asked for comes first. */
  readonly orders: ReadonlyArray<{ readonly id: string; readonly externalId: string; readonly amountMinor: bigint }>
  readonly differenceMinor: bigint
  readonly currency: string
}
