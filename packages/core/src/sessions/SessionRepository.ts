/** Bank sessions, the login attempts that are written before anything is submitted, their open question for a code, and the stored browser state. */
import { Context, type DateTime, type Effect, type Result, Schema } from "effect"
import type { Ask, AssistanceOutcome, Rejection } from "@counterfoil/domain"
import type { Answered } from "../codes/Channel.ts"
import type { EvidenceEntry } from "./Evidence.ts"

/**
 * These credentials were refused before (or the answer is unknown after a crash): the database has no room for another
 * attempt with them until a restart or a change.
 */
export class CredentialsSpent extends Schema.TaggedError<CredentialsSpent>()("CredentialsSpent", {
  outcome: Schema.NullOr(Schema.String)
}) {}

/** A person has restarted the account, or saved other credentials, since the session began. */
export class LoginSuperseded extends Schema.TaggedError<LoginSuperseded>()("LoginSuperseded", {}) {}

/** The bank did not answer the last login with these credentials, which had logged in before: they rest before one more try. */
export class LoginRests extends Schema.TaggedError<LoginRests>()("LoginRests", { restMs: Schema.Number }) {}

/** Sessions, login attempts, browser states, evidence. */
export interface SessionRows {
  /**
   * At most one open session per account, by constraint: `left` are those before it whose end could not be told, and that end now.
   * Not new: it was begun by a try whose commit was not answered.
   */
  readonly begin: (session: {
    readonly id: string
    readonly accountId: string
    readonly epoch: bigint
    readonly scriptId: string
    readonly sessionType: "one-shot" | "persistent"
  }) => Effect.Effect<{ readonly isNew: boolean; readonly left: ReadonlyArray<string> }>
  /** False: it was not open. */
  readonly end: (sessionId: string, reason: string) => Effect.Effect<boolean>
  readonly isRunning: (accountId: string) => Effect.Effect<boolean>
  /**
   * An earlier attempt that its process did not survive is noted as unanswered, also where no new one is begun: why is the answer
   * and no failure, so that the transaction around it commits.
   */
  readonly beginLogin: (attempt: {
    readonly id: string
    readonly accountId: string
    readonly loginId: string
    readonly sessionId: string
    readonly credentialsVersion: number
    readonly loginGrant: number
    /** How long credentials rest after a login that the bank did not answer, in milliseconds. */
    readonly restMs: number
  }) => Effect.Effect<Result.Result<void, CredentialsSpent | LoginRests | LoginSuperseded>>
  readonly finishLogin: (attemptId: string, outcome: string) => Effect.Effect<void>
  /**
   * The bank has not answered it. `again`: these credentials have logged in before, and not gone without an answer since, so
   * that they may be tried once more.
   */
  readonly finishUnanswered: (attemptId: string) => Effect.Effect<{ readonly again: boolean }>
  /** Refusals of credentials by the bank in the last quarter of an hour, over all its accounts. */
  readonly rejections: (bankId: string) => Effect.Effect<ReadonlyArray<Rejection>>
  /** Logins of the bank pause until then. */
  readonly pauseBank: (bankId: string, until: DateTime.Utc) => Effect.Effect<void>
  /**
   * `isOpen`: the session that the state holds is open at the bank, until `left` says otherwise. `leaveInMs`: it stays open for
   * others of the account's login, so long from now, and is then to be logged out; `begin` of any of them takes it over. One
   * that was asked to be logged out and is open still is to be logged out at once all the same.
   */
  readonly saveBrowserState: (
    accountId: string,
    kept: {
      readonly credentialsVersion: number
      readonly state: Uint8Array
      readonly isOpen: boolean
      readonly leaveInMs: number | null
    }
  ) => Effect.Effect<void>
  /** The session that the account's state holds is being logged out; where nothing comes of it, it is to be tried again in so long. */
  readonly leaveIn: (accountId: string, forMs: number) => Effect.Effect<void>
  /** The session that the account's state holds was logged out, or is gone. */
  readonly left: (accountId: string) => Effect.Effect<void>
  readonly browserState: (
    accountId: string
  ) => Effect.Effect<{ readonly credentialsVersion: number; readonly state: Uint8Array } | null>
  /** The one saved last of all accounts that share the account's login. */
  readonly browserStateOfLogin: (accountId: string) => Effect.Effect<{
    /** Whose it is: sealed with that account's key. */
    readonly accountId: string
    readonly credentialsVersion: number
    readonly state: Uint8Array
  } | null>
  readonly forgetBrowserState: (accountId: string) => Effect.Effect<void>
  /** Of all accounts that share the account's login. */
  readonly forgetBrowserStatesOfLogin: (accountId: string) => Effect.Effect<void>
  readonly saveEvidence: (evidence: {
    readonly id: string
    readonly accountId: string
    readonly sessionId: string
    readonly kind: string
    readonly content: Uint8Array
  }) => Effect.Effect<void>
  /** What hasn't expired, the newest first. */
  readonly evidence: (accountId: string) => Effect.Effect<ReadonlyArray<EvidenceEntry>>
  readonly evidenceContent: (
    accountId: string,
    id: string
  ) => Effect.Effect<(EvidenceEntry & { readonly content: Uint8Array }) | null>
}

/** What a login asks its owner. Neither an answer nor a picture is ever stored. */
export interface AssistanceRows {
  /** False: it is open already, by an earlier try that was committed and not answered. */
  readonly openAssistance: (request: {
    readonly id: string
    readonly accountId: string
    readonly sessionId: string
    readonly ask: Ask
    readonly prompt: string
    readonly requestedAt: DateTime.Utc
    readonly expiresAt: DateTime.Utc
  }) => Effect.Effect<boolean>
  /** False: it has had so many already. */
  readonly setAssistanceAttempts: (id: string, attempts: number) => Effect.Effect<boolean>
  /** False: it was ended already, by another activation of the actor. */
  readonly endAssistance: (
    id: string,
    status: "fulfilled" | "cancelled",
    how: { readonly outcome: AssistanceOutcome; readonly answered: Answered | null }
  ) => Effect.Effect<boolean>
}

export class SessionRepository extends Context.Service<SessionRepository, SessionRows & AssistanceRows>()(
  "@counterfoil/core/sessions/SessionRepository"
) {}
