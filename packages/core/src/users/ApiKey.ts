/** An API key as its owner sees it: never the key itself. */
import type { DateTime } from "effect"
import { Schema } from "effect"

export const Scope = Schema.Literals(["otp:write", "status:read"])
export type Scope = typeof Scope.Type

export const KeyTypes = Schema.Literals(["contract", "all"])
export type KeyTypes = typeof KeyTypes.Type

export interface ApiKey {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly prefix: string
  readonly scopes: ReadonlyArray<Scope>
  /** Null: every account of the owner. */
  readonly accountIds: ReadonlyArray<string> | null
  /** What it is told of and may answer: the contract's codes, or approvals, questions and pictures too. */
  readonly types: KeyTypes
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
}
