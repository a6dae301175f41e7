/** The mailboxes of accounts, as rows. */
import type { DateTime, Effect } from "effect"

/** Which messages are looked at; all others are passed over. */
export interface MailboxRules {
  /** Whole addresses, or `@bank.example` for all of a domain; at least one. */
  readonly senders: ReadonlyArray<string>
  /** A part of the subject, in any case; null: any. */
  readonly subject: string | null
  /** As with SMS: its first group, or all of it, is the code. */
  readonly pattern: string | null
}

export interface StoredMailbox extends MailboxRules {
  readonly config: Uint8Array
  readonly addedAt: DateTime.Utc
  /** Why it could not be read the last time, in one sentence; null: it could, or wasn't yet. */
  readonly fault: string | null
  /** Its server refused user name and password: it isn't asked again before its owner saves it anew. */
  readonly refused: boolean
}

export interface MailboxRows {
  readonly findMailbox: (accountId: string) => Effect.Effect<StoredMailbox | null>
  readonly saveMailbox: (accountId: string, mailbox: Omit<StoredMailbox, "fault" | "refused">) => Effect.Effect<void>
  /** Does nothing to one that was saved anew meanwhile: it is another one. */
  readonly resealMailbox: (accountId: string, addedAt: DateTime.Utc, config: Uint8Array) => Effect.Effect<void>
  readonly removeMailbox: (accountId: string) => Effect.Effect<void>
  /** Of that one, as above. */
  readonly noteMailbox: (
    accountId: string,
    addedAt: DateTime.Utc,
    state: { readonly fault: string | null; readonly refused: boolean }
  ) => Effect.Effect<void>
}
