/** The one door by which movements come in: a scrape is taken in whole or not at all. */
import { Context, type Effect, Schema } from "effect"
import { FailureKind, type RecalledMovement, type ScrapedMovement } from "@counterfoil/domain"
import type { StaleActor } from "../accounts/ActorRows.ts"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"

/** The statement is not one, or is structurally broken or another account's; then it is quarantined and nothing of it is told. */
export class StatementRefused extends Schema.TaggedError<StatementRefused>()("StatementRefused", {
  kind: FailureKind,
  message: Schema.String,
  /** It is sound, and shows what is known otherwise: kept for its owner to look at. (Default: false) */
  setAside: Schema.optionalKey(Schema.Boolean),
  /** The account whose rows these are, most likely. `sentence` names it, for the owner of both. */
  shows: Schema.optionalKey(Schema.Struct({ id: Schema.String, name: Schema.String, sentence: Schema.String }))
}) {}

/** What a scrape brought. */
export interface Taken {
  readonly scrapeId: string
  readonly inserted: number
  readonly updated: number
  /**
   * Of the inserted ones, those that may be duplicates of known movements: they are neither matched nor sent until that is
   * settled.
   */
  readonly held: number
  /** Known movements that only day and amount say are among what was taken in: a file and the page word them differently. */
  readonly inOtherWords: ReadonlyArray<string>
  /** Whether the coverage reached back to where it should. */
  readonly complete: boolean
  /** Whether it looked at days that no complete read had looked at. */
  readonly coversMore: boolean
}

export interface IntakeInput {
  readonly accountId: string
  readonly epoch: bigint
  readonly sessionId: string | null
  readonly scriptId: string | null
  readonly jobId: string | null
  readonly manifest: ScriptManifest
  /** ISO local date from which the script was asked to read. Earlier rows that the bank's page shows are not taken in. */
  readonly since: string
  /** What the script answered, unchecked. */
  readonly statement: Schema.Json
}

export class MovementIntake extends Context.Service<
  MovementIntake,
  {
    /** ISO local date, in the bank's zone, from which the next scrape of the account reads. */
    readonly readBackTo: (accountId: string, zone: string) => Effect.Effect<string>
    /** What an earlier read found under each row; rows are as the list shows them before they are opened. Null: nothing certain is known. */
    readonly recall: (
      accountId: string,
      rules: Pick<ScriptManifest, "zone" | "volatileText">,
      rows: ReadonlyArray<ScrapedMovement>
    ) => Effect.Effect<ReadonlyArray<RecalledMovement | null>>
    /**
     * One transaction: movements, the account's high-water mark, webhooks of passthrough, `scrape.succeeded`.
     */
    readonly take: (input: IntakeInput) => Effect.Effect<Taken, StatementRefused | StaleActor>
  }
>()("@counterfoil/core/movements/MovementIntake") {}
