/** Which accounts a login has: one login, one look, and out again. */
import type { RehearsalBrowser } from "@counterfoil/browser"
import type { BrowserUnavailable, ScriptDoesNotLoad, ScriptRunner } from "@counterfoil/core"
import { Duration, Effect, Option, Schema, type Scope } from "effect"
import { inspectBundle } from "./inspectBundle.ts"
import { openRehearsal } from "./run/openRehearsal.ts"
import type { AskCode } from "./run/rehearsalHost.ts"
import { type Credentials, rehearse, type RunFailure } from "./run/rehearse.ts"

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

export interface ListedAccounts {
  readonly accounts: ReadonlyArray<BankAccount>
  /** Why the logout failed; absent: it didn't, or the script has none. */
  readonly notLeft?: string
}

const patience = Duration.minutes(5)
const leavePatience = Duration.seconds(20)

const toldAs = ({ kind, message, phase }: RunFailure): string => `${kind} in ${phase}: ${message}`

export const listAccounts = Effect.fnUntraced(function* (
  options: ListAccountsOptions
): Effect.fn.Return<
  ListedAccounts,
  AccountsNotListed | ScriptDoesNotLoad | BrowserUnavailable,
  RehearsalBrowser | ScriptRunner | Scope.Scope
> {
  const { bundle } = options
  // Before anything is sent to the bank.
  if ((yield* inspectBundle(bundle)).listsAccounts !== true) {
    const message = "the script has no accounts(), which reads the list of them after the login: add one to bank.ts"
    return yield* new AccountsNotListed({ message })
  }
  const { origins, page } = yield* openRehearsal(bundle, { origins: options.origins, storageState: Option.none() })
  const now = new Date()
  const about = {
    ...options,
    origins,
    page,
    bundle,
    now,
    since: now.toISOString().slice(0, 10),
    sleeps: true,
    observes: false,
    lists: true
  }
  const { failure, statement } = yield* rehearse({ ...about, patience, phases: ["login", "extract"] })
  if (failure !== undefined) return yield* new AccountsNotListed({ message: toldAs(failure) })
  // A code was asked for, and a login used up: the list is worth more than a logout that works.
  const left = yield* rehearse({ ...about, patience: leavePatience, phases: ["logout"] })
  const accounts = yield* Effect.mapError(
    decodeList(statement),
    () =>
      new AccountsNotListed({
        message: "the script's accounts() must answer a list of { bankAccount, name?, currency? }"
      })
  )
  return left.failure === undefined ? { accounts } : { accounts, notLeft: toldAs(left.failure) }
}, Effect.scoped)
