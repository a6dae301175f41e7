/** What the outside may ask of an account's actor. The caller has checked whose account it is. */
import { Context, Data, type DateTime, type Effect, type Redacted, Schema } from "effect"
import { Channel, type CodeVia, type ImpedimentCode, type WaitReason } from "@counterfoil/domain"
import type { InvalidInput } from "../refusals.ts"
import type { AccountNotFound } from "./Account.ts"
import type { AccountStatus } from "./AccountStatus.ts"

/** No login of the account waits for a code (or one was handed over and the bank has not answered yet). */
export class NoPendingAssistance extends Schema.TaggedError<NoPendingAssistance>()("NoPendingAssistance", {}) {
  override get message(): string {
    return "no login of the account waits for that"
  }
}
/** The code has another length or kind than the login asks for, or was used before; the request stays pending. */
export class CodeDoesNotFit extends Schema.TaggedError<CodeDoesNotFit>()("CodeDoesNotFit", {
  message: Schema.String,
  /** It was typed before, or the bank has refused it: no code is typed twice. (Default: it was not) */
  used: Schema.optionalKey(Schema.Boolean)
}) {}

/**
 * Raised as a defect: the node on which the account's login runs did not answer in time (it froze, or the network did). What it was
 * told may still reach it, and counts for that login only: to tell it again does no harm.
 */
export class LoginUnreachable extends Data.TaggedError("LoginUnreachable")<{ readonly cause: unknown }> {}

/** Where a code comes from, and for which request it is meant. */
export const CodeAnswer = Schema.Struct({
  /** The contract's endpoints, and messages with codes, answer requests for codes only. (Default: `otp`) */
  answers: Schema.optionalKey(Schema.Literals(["otp", "all"])),
  /** Absent: for whatever is pending. */
  assistanceId: Schema.optionalKey(Schema.String),
  /** What was pending when it was submitted, where it may be late: the next login's request isn't answered by it. */
  openThen: Schema.optionalKey(Schema.String),
  channel: Schema.optionalKey(Channel)
})
export type CodeAnswer = typeof CodeAnswer.Type

/** Everything that an owner's list of accounts shows of one. */
export interface AccountOverview extends AccountStatus {
  readonly id: string
  /** The bank's code. */
  readonly bank: string
  readonly bankName: string
  readonly name: string
  readonly status: "active" | "paused"
  readonly blockedAt: DateTime.Utc | null
  readonly blockedReason: string | null
  /** Why no session may run, in a sentence; null: one may. */
  readonly impediment: string | null
  readonly impedimentCode: ImpedimentCode | null
  readonly lastScrapeAt: DateTime.Utc | null
  readonly nextRunAt: DateTime.Utc | null
  readonly waitsFor: WaitReason
  readonly failureKind: string | null
  readonly failureCount: number
  readonly hasSettings: boolean
  readonly sessionType: "one-shot" | "persistent"
  readonly loginMode: "simple" | "assisted"
  readonly scriptVersion: string | null
  /** The sessions that the active version can have; null: there is none. */
  readonly scriptSessionTypes: ReadonlyArray<"one-shot" | "persistent"> | null
  readonly latestEvidenceId: string | null
  /** Of a code that is asked for: how the bank sends it; null: the script doesn't say. */
  readonly codeVia: CodeVia | null
  /** The list of pending orders, while it can't be read; null: it can, or isn't asked for. */
  readonly ordersFailing: OrdersFailing | null
}

export interface OrdersFailing {
  readonly since: DateTime.Utc
  /** Polls in a row. */
  readonly failures: number
  /** Of the last of them, in one sentence. */
  readonly message: string
  /** Of an answer that is none of ours to read. */
  readonly httpStatus: number | null
  /** Why there was no answer. */
  readonly reason: string | null
}

export class AccountCommands extends Context.Service<
  AccountCommands,
  {
    /** Durable; answers with the job that waits already where there is one. */
    readonly scrape: (accountId: string) => Effect.Effect<{ readonly jobId: string }, AccountNotFound>
    /** Lifts the block, allows exactly one more login with what is saved then, and queues a scrape. */
    readonly restart: (accountId: string) => Effect.Effect<{ readonly jobId: string }, AccountNotFound>
    /** Hands the code to the login in progress. First valid one wins. */
    readonly submitOtp: (
      accountId: string,
      code: Redacted.Redacted<string>,
      how?: CodeAnswer
    ) => Effect.Effect<void, NoPendingAssistance | CodeDoesNotFit>
    readonly cancelAssistance: (accountId: string) => Effect.Effect<void, NoPendingAssistance>
    /** Cancels this request, and no other. */
    readonly withdraw: (accountId: string, assistanceId: string) => Effect.Effect<void, NoPendingAssistance>
    /** What the pending request shows, as PNG. It is in the memory of its login only. */
    readonly picture: (accountId: string, assistanceId: string) => Effect.Effect<Uint8Array, NoPendingAssistance>
    readonly status: (accountId: string) => Effect.Effect<AccountStatus>
    /**
     * When the schedule's next scrape can begin; null: not by itself. A login waits for the end of the bank's pause, an assisted
     * one for its hours too.
     */
    readonly nextRunAt: (accountId: string, sessionRunning: boolean) => Effect.Effect<DateTime.Utc | null>
    /** Of all the user's accounts, in the order of creation, with one look at the tables. */
    readonly overview: (userId: string) => Effect.Effect<ReadonlyArray<AccountOverview>>
    readonly pollOrders: (accountId: string) => Effect.Effect<void, AccountNotFound>
    /** Re-runs matching for one conciliation request. */
    readonly runRequest: (accountId: string, requestId: string) => Effect.Effect<void, AccountNotFound>
    /** `InvalidInput` says what is wrong with the name. */
    readonly rename: (accountId: string, name: string) => Effect.Effect<void, AccountNotFound | InvalidInput>
    readonly pause: (accountId: string) => Effect.Effect<void, AccountNotFound>
    readonly resume: (accountId: string) => Effect.Effect<void, AccountNotFound>
  }
>()("@counterfoil/core/accounts/AccountCommands") {}
