/** How an account's codes come by themselves, and what its logins wait for, as rows. */
import { Context, type DateTime, type Effect } from "effect"
import type { AskType, AssistanceOutcome, AssistedHours, Channel, OtpDescriptor } from "@counterfoil/domain"
import type { Answered } from "./Channel.ts"
import type { MailboxRows } from "./MailboxRows.ts"

export interface SmsRules {
  /** Whose messages are read; empty: anybody's. */
  readonly senders: ReadonlyArray<string>
  /** A regular expression of the bank's messages: its first group, or all of it, is the code. */
  readonly pattern: string | null
}

export interface SealedTotp {
  readonly cell: Uint8Array
  readonly addedAt: DateTime.Utc
}

/** When an owner may be asked by the schedule. Null, each of them: no rule. */
export interface AskRules {
  readonly hours: AssistedHours | null
  /** Whose times these are; null: the bank's zone. */
  readonly zone: string | null
  /** In any 24 hours. */
  readonly mostPerDay: number | null
  readonly snoozedUntil: DateTime.Utc | null
}

/** A login's request for a code that the service answered itself, and what the bank made of it. */
export interface AnsweredRequest {
  readonly sessionId: string
  readonly descriptor: OtpDescriptor
  readonly prompt: string
  readonly outcome: AssistanceOutcome
  readonly answered: Answered
}

export interface StoredCodeSettings {
  readonly sms: SmsRules
  readonly totp: SealedTotp | null
}

/** What a message that comes now could be for. */
export interface LoginMoment {
  /** The open question; null: none. */
  readonly question: { readonly id: string; readonly descriptor: OtpDescriptor } | null
  /** When the login began that asks, or that has not been answered yet by the bank; null: there is none. */
  readonly loginAt: DateTime.Utc | null
  /** An earlier login of the last day did not get in, or not with its first code: a code of it may still be on its way. */
  readonly earlierUnanswered: boolean
  /** Another account of the same owner is in the middle of a login; and one at the same bank. */
  readonly otherLogin: boolean
  readonly otherLoginAtBank: boolean
  /** Accounts of the same owner to which codes came, the last one not long before this login began, or since. */
  readonly codesElsewhere: ReadonlyArray<CodesElsewhere>
}

export interface CodesElsewhere {
  readonly accountId: string
  readonly atBank: boolean
  /** When no code was wanted there any more. */
  readonly endedAt: DateTime.Utc
}

/** A code, an approval or an answer that was asked for, and what became of it. */
export interface AssistanceRecord {
  readonly id: string
  readonly type: AskType
  /** Approvals only: the number to choose in the bank's app. */
  readonly number: string | null
  /** Questions only: the question in the script's words. */
  readonly question: string | null
  readonly choices: ReadonlyArray<string> | null
  /** Codes and pictures only: how many characters the answer has. */
  readonly length: number | null
  readonly status: "pending" | "fulfilled" | "cancelled"
  /** Null: it is pending, or of an earlier version of the service. */
  readonly outcome: AssistanceOutcome | null
  readonly prompt: string | null
  readonly attempts: number
  readonly requestedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
  readonly endedAt: DateTime.Utc | null
  readonly answeredBy: Channel | null
  readonly answeredAt: DateTime.Utc | null
}

export interface CodeRows {
  readonly settings: (accountId: string) => Effect.Effect<StoredCodeSettings>
  readonly saveSms: (accountId: string, rules: SmsRules) => Effect.Effect<void>
  /** Null: forgets it. */
  readonly saveTotp: (accountId: string, totp: SealedTotp | null) => Effect.Effect<void>
  readonly askRules: (accountId: string) => Effect.Effect<AskRules>
  readonly saveAskRules: (accountId: string, rules: AskRules) => Effect.Effect<void>
  /** Claims a time step; false: it, or a later one, was used, by this account or another one of its login. */
  readonly useStep: (accountId: string, from: DateTime.Utc, to: DateTime.Utc) => Effect.Effect<boolean>
  /** Writes down a request that the service answered itself, once it is over. */
  readonly record: (
    request: AnsweredRequest & { readonly id: string; readonly accountId: string }
  ) => Effect.Effect<void>
  readonly moment: (accountId: string) => Effect.Effect<LoginMoment>
  /** False: it was spent already. */
  readonly spend: (accountId: string, fingerprint: string) => Effect.Effect<boolean>
  readonly isSpent: (accountId: string, fingerprint: string) => Effect.Effect<boolean>
  /** Takes `spend` back; not of one that was settled meanwhile. */
  readonly unspend: (accountId: string, fingerprint: string) => Effect.Effect<void>
  /** It was handed over by another channel, whoever has spent it or means to: that is not taken back. */
  readonly settle: (accountId: string, fingerprint: string) => Effect.Effect<void>
  /** The bank has refused it: it is spent, and by hand of no use either. */
  readonly noteRefused: (accountId: string, fingerprint: string) => Effect.Effect<void>
  readonly isRefused: (accountId: string, fingerprint: string) => Effect.Effect<boolean>
  /** Newest first. `before`: those that come after that one in the list. */
  readonly assistances: (
    accountId: string,
    page: { readonly limit: number; readonly before?: string }
  ) => Effect.Effect<ReadonlyArray<AssistanceRecord>>
  /** Of this account. */
  readonly hasAssistance: (accountId: string, id: string) => Effect.Effect<boolean>
}

export class CodeRepository extends Context.Service<CodeRepository, CodeRows & MailboxRows>()(
  "@counterfoil/core/codes/CodeRepository"
) {}
