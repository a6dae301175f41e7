/** The mailboxes of accounts, as rows. */
import { Context, type DateTime, type Effect } from "effect"
import type { MailboxRules } from "./Mailbox.ts"

export interface StoredMailbox extends MailboxRules {
  readonly config: Uint8Array
  readonly addedAt: DateTime.Utc
  /** Why it could not be read the last time, in one sentence; null: it could, or wasn't yet. */
  readonly fault: string | null
  /** Its server refused user name and password: it isn't asked again before its owner saves it anew. */
  readonly refused: boolean
}

export class MailboxRepository extends Context.Service<
  MailboxRepository,
  {
    readonly find: (accountId: string) => Effect.Effect<StoredMailbox | null>
    readonly save: (accountId: string, mailbox: Omit<StoredMailbox, "fault" | "refused">) => Effect.Effect<void>
    readonly reseal: (accountId: string, config: Uint8Array) => Effect.Effect<void>
    readonly remove: (accountId: string) => Effect.Effect<void>
    readonly note: (
      accountId: string,
      state: { readonly fault: string | null; readonly refused: boolean }
    ) => Effect.Effect<void>
  }
>()("@counterfoil/core/mailbox/MailboxRepository") {}
