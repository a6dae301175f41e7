/** A bank, and why something can't be done with one. */
import { Schema } from "effect"

export const BankStatus = Schema.Literals(["active", "retired"])
export type BankStatus = typeof BankStatus.Type

export interface Bank {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly loginUrl: string | null
  /** `retired`: it takes no new accounts; those that it has go on. */
  readonly status: BankStatus
  /** Where secrets may be typed; a script's manifest may only narrow it. */
  readonly origins: ReadonlyArray<string>
  readonly createdBy: string | null
}

export class BankNotFound extends Schema.TaggedError<BankNotFound>()("BankNotFound", {}) {}
export class BankCodeTaken extends Schema.TaggedError<BankCodeTaken>()("BankCodeTaken", {}) {}

/** It takes no new accounts. */
export class BankRetired extends Schema.TaggedError<BankRetired>()("BankRetired", {}) {}

/** Accounts are, or were, at this bank. */
export class BankInUse extends Schema.TaggedError<BankInUse>()("BankInUse", {}) {}
