/** Banks, the versions of their scripts, how these did, and what owners agreed to, as rows. */
import { Context, type DateTime, type Duration, type Effect, Schema } from "effect"
import type { NewActivity, ReadingComparison } from "@counterfoil/domain"
import type { ScriptManifest } from "./ScriptManifest.ts"
import type { ActiveVersion, RunnableScript, Script, ScriptNotFound, ScriptVersionTaken } from "./Script.ts"
import type { Bank, BankCodeTaken } from "./Bank.ts"
import type { Comparison } from "./Comparison.ts"

export interface NewScript extends Script {
  readonly manifest: ScriptManifest
  readonly bundle: string
  /** Hexadecimal. */
  readonly bundleSha256: string
  /** Null: the operator's program. */
  readonly publishedBy: string | null
}

/** Script versions. */
export interface ScriptRows {
  /** Newest first; of one bank, or of all. */
  readonly list: (bankId?: string) => Effect.Effect<ReadonlyArray<Script>>
  readonly find: (scriptId: string) => Effect.Effect<Script | null>
  readonly active: (bankId: string) => Effect.Effect<ActiveVersion | null>
  readonly manifest: (scriptId: string) => Effect.Effect<ScriptManifest, ScriptNotFound>
  readonly bundle: (scriptId: string) => Effect.Effect<string, ScriptNotFound>
  readonly insert: (script: NewScript) => Effect.Effect<void, ScriptVersionTaken>
  /** Inside a transaction that has locked the bank: the one active version becomes this one. */
  readonly promote: (bankId: string, scriptId: string, at: DateTime.Utc) => Effect.Effect<void>
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

export interface BankService {
  /** Null: the operator's program. */
  readonly creator: { readonly name: string | null; readonly isAdministrator: boolean } | null
  /** Null: none. */
  readonly active: {
    readonly version: string
    readonly since: DateTime.Utc
    readonly requests: ReadonlyArray<string>
    /** What its login is held to; null: nothing. */
    readonly login: ReadonlyArray<string> | null
    readonly passwordFields: "text" | null
  } | null
}

/** Banks. */
export interface BankRows {
  /** In the order of creation. */
  readonly listBanks: Effect.Effect<ReadonlyArray<Bank>>
  readonly findBank: (bankId: string) => Effect.Effect<Bank | null>
  /** Inside a transaction: keeps the row from being changed until it ends. */
  readonly lockBank: (bankId: string) => Effect.Effect<Bank | null>
  /** Who made it, and which version runs there since when. */
  readonly bankService: (bankId: string) => Effect.Effect<BankService>
  readonly insertBank: (bank: Bank & { readonly createdAt: DateTime.Utc }) => Effect.Effect<void, BankCodeTaken>
  readonly setBankNameAndStatus: (bank: Pick<Bank, "id" | "name" | "status">) => Effect.Effect<void>
  /** With its scripts. False, and nothing is done, where the bank has or had accounts. */
  readonly deleteUnusedBank: (bankId: string) => Effect.Effect<boolean>
  readonly setBankOrigins: (bankId: string, origins: ReadonlyArray<string>) => Effect.Effect<void>
  /** Whether anybody but this user has an account at the bank. */
  readonly hasAccountsOfOthers: (bankId: string, userId: string) => Effect.Effect<boolean>
}

/** One cycle of an account, from its start to its end, waiting for codes included. */
export interface ScriptRunRow {
  readonly id: string
  readonly scriptId: string
  readonly accountId: string
  readonly startedAt: DateTime.Utc
  /** `read`, or the kind of failure. */
  readonly outcome: string
}

/** How one version did in the last thirty days. */
export interface VersionHealth {
  readonly scriptId: string
  readonly version: string
  readonly status: "active" | "review"
  readonly promotedAt: DateTime.Utc | null
  readonly runs: number
  readonly succeeded: number
  /** The most frequent kind first. */
  readonly failures: ReadonlyArray<{ readonly kind: string; readonly count: number }>
  /** Durations of the runs that succeeded. Null: there are none, or they come from fewer than ten accounts that aren't all the viewer's. */
  readonly medianMillis: number | null
  readonly p95Millis: number | null
}

/** Runs and comparisons of script versions. */
export interface ScriptReportRows {
  /** It ended now. False: it was added before. */
  readonly addRun: (run: ScriptRunRow) => Effect.Effect<boolean>
  /** Durations are left out where they would tell of few accounts of other users. */
  readonly health: (bankId: string, viewerId: string) => Effect.Effect<ReadonlyArray<VersionHealth>>
  readonly comparison: (scriptId: string) => Effect.Effect<Comparison | null>
  readonly saveComparison: (scriptId: string, comparison: Comparison, userId: string) => Effect.Effect<void>
}

/** What a version in review made of an account, the last time. */
export interface ShadowRun extends ReadingComparison {
  readonly scriptId: string
  readonly version: string
  readonly startedAt: DateTime.Utc
  /** Null: it runs, or was broken off. */
  readonly finishedAt: DateTime.Utc | null
  /** `read`, `not_comparable`, or the kind of failure; null: it runs, or was broken off. */
  readonly outcome: string | null
}

/** The last run on each account, all together. Nothing of it tells whose accounts they are. */
export interface ShadowSummary extends ReadingComparison {
  readonly accounts: number
  /** Those of them where both versions read the list. */
  readonly compared: number
  /** Why the others couldn't be compared, the most frequent first; `not_comparable` among them. */
  readonly outcomes: ReadonlyArray<{ readonly kind: string; readonly count: number }>
  /** Of less than ten accounts that are not all the viewer's only the day. */
  readonly lastAt: DateTime.Utc
}

export interface ShadowEnd extends ReadingComparison {
  readonly scriptId: string
  readonly accountId: string
  readonly outcome: string
}

/** Whose owner agreed to shadow runs, and what came of them. */
export interface ShadowRows {
  /** When the account's owner agreed; null: not, or not any more. */
  readonly shadowAgreedAt: (accountId: string) => Effect.Effect<DateTime.Utc | null>
  /** False: the owner had agreed already. */
  readonly agreeToShadow: (accountId: string, at: DateTime.Utc) => Effect.Effect<boolean>
  /** False: the owner had not agreed. */
  readonly withdrawFromShadow: (accountId: string) => Effect.Effect<boolean>
  /** The newest first. */
  readonly listShadowRuns: (accountId: string) => Effect.Effect<ReadonlyArray<ShadowRun>>
  /** Null: it never ran on an account. */
  readonly shadowSummary: (scriptId: string, viewerId: string) => Effect.Effect<ShadowSummary | null>
  /**
   * The version to be tried on the account now: the newest one in review that was published after the active one and never
   * promoted. It counts as tried from here on. Null: there is none, its last run is younger than `every`, or the owner has
   * not agreed.
   */
  readonly beginShadow: (trial: {
    readonly accountId: string
    readonly activeId: string
    readonly at: DateTime.Utc
    readonly every: Duration.Duration
  }) => Effect.Effect<RunnableScript | null>
  /** It ended now. */
  readonly endShadow: (end: ShadowEnd) => Effect.Effect<void>
}

export const ConsentTerms = Schema.Struct({
  creator: Schema.NullOr(Schema.String),
  origins: Schema.Array(Schema.String),
  requests: Schema.Array(Schema.String),
  login: Schema.optionalKey(Schema.Array(Schema.String)),
  passwordFields: Schema.optionalKey(Schema.Literal("text"))
})

export type ConsentTerms = typeof ConsentTerms.Type

export interface AccountConsent {
  readonly accountId: string
  readonly userId: string
  readonly bankId: string
  /** Null: nothing was agreed to. */
  readonly agreed: ConsentTerms | null
  /** Whether its settings ask for a notification of each promotion. */
  readonly isNotified: boolean
}

/** Accounts of a bank that agreed to the same. */
export interface AgreedAlike {
  readonly agreed: ConsentTerms | null
  readonly accounts: number
  /** Those of them that are the viewer's. */
  readonly own: number
}

/** Without the id: users don't learn each other's. */
export interface Creator {
  readonly name: string | null
  readonly isAdministrator: boolean
}

/** What owners agreed to. */
export interface ConsentRows {
  /** What the bank and its active script ask for at most. */
  readonly consentTerms: (bankId: string) => Effect.Effect<ConsentTerms | null>
  /** Null: there is no such user any more. */
  readonly findCreator: (userId: string) => Effect.Effect<Creator | null>
  /** Null: there is no such account. */
  readonly findConsent: (accountId: string) => Effect.Effect<AccountConsent | null>
  /** Of the bank's accounts that are not deleted. */
  readonly listConsents: (bankId: string) => Effect.Effect<ReadonlyArray<AccountConsent>>
  /**
   * How many accounts agreed to what; of fewer than ten of others, to those who are no administrators, only those that were
   * there before this day.
   */
  readonly countConsents: (bankId: string, viewerId: string) => Effect.Effect<ReadonlyArray<AgreedAlike>>
  readonly saveConsents: (accountIds: ReadonlyArray<string>, terms: ConsentTerms) => Effect.Effect<void>
  /** The same line in the activity of each, and, but for those that hear of it otherwise, the event `script.changed`. */
  readonly tellAccounts: (
    accounts: ReadonlyArray<{ readonly accountId: string; readonly isNotified: boolean }>,
    line: Extract<NewActivity, { readonly kind: "script.changed" }>
  ) => Effect.Effect<void>
}

export class ScriptRepository extends Context.Service<
  ScriptRepository,
  ScriptRows & BankRows & ScriptReportRows & ShadowRows & ConsentRows
>()("@counterfoil/core/scripts/ScriptRepository") {}
