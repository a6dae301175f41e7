/** What an attempt says of one order, with all that led to it. */
import type { AttemptResult, ReasonCode } from "./reasons.ts"
import type { NameLevel } from "../names/NameLevel.ts"

export type EvidenceKind =
  | "name"
  /** A name that a person confirmed for the order's, or separated from it. */
  | "alias"
  /** The same of the payer's account; `_part`: of a masked number, as far as it goes. */
  | "alias_account"
  | "alias_account_part"
  | "reference"
  | "tax_id"
  /** The account that the order itself names. */
  | "account"
  | "crowding"
  | "amount"

/** One term of a score, in bits. */
export interface Evidence {
  readonly kind: EvidenceKind
  readonly bits: number
  /** Of the kinds `name` and `alias`, and of `alias_account` where it stands for a name. */
  readonly level?: NameLevel
  /** Of the kind `amount`: what came less what the order costs, as a decimal; negative: too little. */
  readonly difference?: string
}

export type CandidateRole =
  /** The movement that pays the order. */
  | "match"
  /** One of several that are equally plausible. */
  | "contender"
  /** Too weak to match, worth a person's look. */
  | "review"
  /** Plausible, and clearly behind. */
  | "runner_up"
  /** The best of those that speak against it. */
  | "near_miss"

export interface Candidate {
  readonly movementId: string
  /** The sum of the evidence, in bits. */
  readonly score: number
  readonly role: CandidateRole
  readonly evidence: ReadonlyArray<Evidence>
}

export interface Decision {
  readonly orderId: string
  readonly result: AttemptResult
  readonly code: ReasonCode
  /** The fixed sentence of the code. */
  readonly reason: string
  /** Only of `matched`. */
  readonly movementId?: string
  /** Best first, at most ten. */
  readonly candidates: ReadonlyArray<Candidate>
}
