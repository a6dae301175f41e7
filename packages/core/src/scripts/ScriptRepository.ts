/** Script versions as rows. */
import { Context, type DateTime, type Duration, type Effect } from "effect"
import type { ScriptManifest } from "./ScriptManifest.ts"
import type { ActiveVersion, Script, ScriptVersionTaken } from "./Script.ts"

export interface NewScript extends Script {
  readonly manifest: ScriptManifest
  readonly bundle: string
  /** Hexadecimal. */
  readonly bundleSha256: string
  /** Null: the operator's program. */
  readonly publishedBy: string | null
}

export class ScriptRepository extends Context.Service<
  ScriptRepository,
  {
    /** Newest first; of one bank, or of all. */
    readonly list: (bankId?: string) => Effect.Effect<ReadonlyArray<Script>>
    readonly find: (scriptId: string) => Effect.Effect<Script | null>
    readonly active: (bankId: string) => Effect.Effect<ActiveVersion | null>
    /** Of a version that there is. */
    readonly bundle: (scriptId: string) => Effect.Effect<string>
    readonly insert: (script: NewScript) => Effect.Effect<void, ScriptVersionTaken>
    /** Inside a transaction that has locked the bank: the one active version becomes this one. */
    readonly activate: (bankId: string, scriptId: string, at: DateTime.Utc) => Effect.Effect<void>
    /**
     * Ends the spell of failures of the bank's accounts that are not blocked, unless it is of one of the `kept` kinds; their
     * next runs come one after the other from `from` on, never later than they were.
     */
    readonly resetBackoff: (
      bankId: string,
      options: {
        readonly from: DateTime.Utc
        readonly step: Duration.Duration
        readonly kept: ReadonlyArray<string>
      }
    ) => Effect.Effect<void>
  }
>()("@counterfoil/core/scripts/ScriptRepository") {}
