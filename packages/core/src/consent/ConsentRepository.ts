/** What owners agreed to, as rows. */
import { Context, type Effect, Schema } from "effect"

export const ConsentTerms = Schema.Struct({
  creator: Schema.NullOr(Schema.String),
  origins: Schema.Array(Schema.String),
  requests: Schema.Array(Schema.String),
  passwordFields: Schema.optionalKey(Schema.Literal("text"))
})
export type ConsentTerms = typeof ConsentTerms.Type

export interface AccountConsent {
  readonly accountId: string
  readonly userId: string
  readonly bankId: string
  /** Null: nothing was agreed to. */
  readonly agreed: ConsentTerms | null
}

/** Without the id: users don't learn each other's. */
export interface Creator {
  readonly name: string | null
  readonly isAdministrator: boolean
}

export class ConsentRepository extends Context.Service<
  ConsentRepository,
  {
    /** What the bank and its active script ask for at most. */
    readonly terms: (bankId: string) => Effect.Effect<ConsentTerms | null>
    /** Null: there is no such user any more. */
    readonly creator: (userId: string) => Effect.Effect<Creator | null>
    /** Null: there is no such account. */
    readonly ofAccount: (accountId: string) => Effect.Effect<AccountConsent | null>
    /** Of the bank's accounts that are not deleted. */
    readonly ofBank: (bankId: string) => Effect.Effect<ReadonlyArray<AccountConsent>>
    readonly save: (accountIds: ReadonlyArray<string>, terms: ConsentTerms) => Effect.Effect<void>
    /** The same line in the activity of each. */
    readonly tell: (
      accountIds: ReadonlyArray<string>,
      line: { readonly kind: string; readonly message: string }
    ) => Effect.Effect<void>
  }
>()("@counterfoil/core/consent/ConsentRepository") {}
