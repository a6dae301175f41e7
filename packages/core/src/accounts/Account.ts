/** An enrolled bank account, its settings, and why something can't be done with them. */
import type { DateTime } from "effect"
import { settingValues } from "@counterfoil/domain"
import { type Redacted, Schema, Struct } from "effect"
import { nameProblem } from "../storable.ts"

export interface Account {
  readonly id: string
  readonly userId: string
  readonly bankId: string
  /** The bank's code. */
  readonly bank: string
  readonly name: string
  readonly status: "active" | "paused"
  readonly scrapeBlockedAt: DateTime.Utc | null
  readonly scrapeBlockedReason: string | null
}

const SettingValues = Schema.Struct(settingValues)

/** All settings but the bank password. Tokens are plain here: the contract's read returns them. */
export interface AccountSettings extends Schema.Schema.Type<typeof SettingValues> {
  readonly id: string
  readonly accountId: string
  /** Changes whenever the bank credentials do. */
  readonly credentialsVersion: number
  /** What deliveries know `webhookUrl` and `notificationEndpointUrl` by, which they must not hold in the clear. */
  readonly webhookAddress: string
  readonly notificationAddress: string | null
}

/** PUT config, already checked for form; a field that is absent takes its default ("replaces the current settings"). */
export const SettingsInput = Schema.Struct({
  ...Struct.omit(settingValues, ["bankUsername", "bankAccount"]),
  /** Both absent: the stored credentials are kept. */
  bankUsername: Schema.optionalKey(Schema.Redacted(Schema.String)),
  bankPassword: Schema.optionalKey(Schema.Redacted(Schema.String)),
  /** Absent: what is stored is kept, as with the credentials that it belongs to. */
  bankAccount: Schema.optionalKey(settingValues.bankAccount)
})
export type SettingsInput = typeof SettingsInput.Type

/** An account with the names that its owner knows it by. */
export interface NamedAccount {
  readonly id: string
  readonly name: string
}

export interface BankCredentials {
  readonly version: number
  readonly username: Redacted.Redacted<string>
  readonly password: Redacted.Redacted<string>
}

/** Why it can't be an account's name; undefined: it can. */
export const accountNameProblem = (name: string): string | undefined => nameProblem("name", name, nameLength)

const nameLength = 200

/** Nobody has it, or somebody else. Its words are for programs that embed the service: the API has its own. */
export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {}) {
  override get message(): string {
    return "there is no such account"
  }
}
export class ConfirmationMismatch extends Schema.TaggedError<ConfirmationMismatch>()("ConfirmationMismatch", {}) {}
