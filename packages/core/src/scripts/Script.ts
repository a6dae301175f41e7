/** A version of a bank's script. */
import type { DateTime } from "effect"
import { Schema } from "effect"
import type { DeclaredRequest } from "./DeclaredRequest.ts"
import type { ScriptManifest } from "./ScriptManifest.ts"

export interface Script {
  readonly id: string
  /** The bank's code. */
  readonly bank: string
  readonly bankId: string
  readonly flowType: "extract_transactions"
  readonly version: string
  readonly status: "active" | "review"
  readonly origin: "manual"
  readonly createdAt: DateTime.Utc
  /** What its page may send after the login. Only where a single script was asked for. */
  readonly requests?: ReadonlyArray<DeclaredRequest>
  /** Whether it types the password into a field whose text the page shows. Only where a single script was asked for. */
  readonly passwordFields?: "text"
}

/** The version that runs at a bank, and how that bank is read. */
export interface ActiveVersion {
  readonly id: string
  readonly bankId: string
  readonly version: string
  readonly manifest: ScriptManifest
}

/** What a session needs to run. */
export interface RunnableScript extends ActiveVersion {
  readonly bundle: string
}

export class ScriptNotFound extends Schema.TaggedError<ScriptNotFound>()("ScriptNotFound", {}) {}
export class ScriptVersionTaken extends Schema.TaggedError<ScriptVersionTaken>()("ScriptVersionTaken", {
  version: Schema.String
}) {}
