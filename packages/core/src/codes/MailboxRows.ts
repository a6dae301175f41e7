/** The mailboxes of accounts, as rows. */
import type { DateTime, Duration, Effect } from "effect"

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

export interface SavedMailbox extends Omit<StoredMailbox, "fault" | "refused"> {
  /** By which the token is known that it opens with; null: it opens with a password. */
  readonly tokenPrint: string | null
}

export interface MailboxRows {
  readonly findMailbox: (accountId: string) => Effect.Effect<StoredMailbox | null>
  readonly saveMailbox: (accountId: string, mailbox: SavedMailbox) => Effect.Effect<void>
  readonly removeMailbox: (accountId: string) => Effect.Effect<void>
  /** Does nothing to one that was saved anew meanwhile: it is another one. */
  readonly noteMailbox: (
    accountId: string,
    addedAt: DateTime.Utc,
    state: { readonly fault: string | null; readonly refused: boolean }
  ) => Effect.Effect<void>
  /** Whose the account is; null: nobody's any more. */
  readonly ownerOf: (accountId: string) => Effect.Effect<string | null>
  /** The turn to fetch with a token that several mailboxes share, until it is left or the lease is over; null: another one's. */
  readonly holdToken: (turn: TokenTurn, accountId: string, lease: Duration.Duration) => Effect.Effect<HeldToken | null>
  /** Leaves it. `newest`: what is to be used the next time; null: the same. */
  readonly leaveToken: (turn: TokenTurn, newest: Uint8Array | null) => Effect.Effect<void>
}

export interface TokenTurn {
  readonly userId: string
  readonly print: string
  readonly holder: string
}

export interface HeldToken {
  /** Sealed; null: the one that the owner gave is the newest. */
  readonly newest: Uint8Array | null
}
