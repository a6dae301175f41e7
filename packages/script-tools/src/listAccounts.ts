/** Which accounts a login has: one login, one look, and out again. */
import { RehearsalBrowser } from "@counterfoil/browser"
import { Duration, Effect, Option, Schema } from "effect"
import { inspectBundle } from "./inspectBundle.ts"
import type { AskCode } from "./run/rehearsalHost.ts"
import { type Credentials, rehearse } from "./run/rehearse.ts"

export interface ListAccountsOptions {
  readonly bundle: string
  readonly origins: ReadonlyArray<string>
  readonly credentials: Credentials
  readonly code: AskCode
  readonly tell: (line: string) => void
}

const BankAccount = Schema.Struct({
  bankAccount: Schema.NonEmptyString,
  name: Schema.optionalKey(Schema.String),
  currency: Schema.optionalKey(Schema.String)
})
export type BankAccount = typeof BankAccount.Type

const decodeList = Schema.decodeUnknownEffect(Schema.Array(BankAccount))

export class AccountsNotListed extends Schema.TaggedError<AccountsNotListed>()("AccountsNotListed", {
  message: Schema.String
}) {}

const patience = Duration.minutes(5)

export const listAccounts = Effect.fnUntraced(function* (options: ListAccountsOptions) {
  const browser = yield* RehearsalBrowser
  const { bundle, origins } = options
  // Before anything is sent to the bank.
  if ((yield* inspectBundle(bundle)).listsAccounts !== true) {
    const message = "the script has no accounts(), which reads the list of them after the login: add one to bank.ts"
    return yield* new AccountsNotListed({ message })
  }
  const page = yield* browser.open({ origins, secretOrigins: origins, storageState: Option.none() })
  const now = new Date()
  const { failure, statement } = yield* rehearse({
    ...options,
    page,
    bundle,
    now,
    since: now.toISOString().slice(0, 10),
    sleeps: true,
    observes: false,
    patience,
    lists: true
  })
  if (failure !== undefined) {
    return yield* new AccountsNotListed({ message: `${failure.kind} in ${failure.phase}: ${failure.message}` })
  }
  return yield* Effect.mapError(
    decodeList(statement),
    () =>
      new AccountsNotListed({
        message: "the script's accounts() must answer a list of { bankAccount, name?, currency? }"
      })
  )
}, Effect.scoped)
