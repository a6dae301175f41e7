/** An enrolled bank account, its settings, and why something can't be done with them. */
import type { DateTime } from "effect"
import type { NotificationEvent } from "@counterfoil/domain"
import { type Redacted, Schema } from "effect"

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

export const AuthType = Schema.Literals(["bearer", "api_key"])
export type AuthType = typeof AuthType.Type

/** All settings but the bank password. Tokens are plain here: the contract's read returns them. */
export interface AccountSettings {
  readonly id: string
  readonly accountId: string
  readonly pendingOrdersEndpoint: string | null
  readonly webhookUrl: string
  readonly webhookAuthType: AuthType | null
  readonly webhookAuthToken: Redacted.Redacted<string> | null
  readonly notificationEndpointUrl: string | null
  readonly notificationAuthType: AuthType | null
  readonly notificationAuthToken: Redacted.Redacted<string> | null
  readonly notificationEvents: ReadonlyArray<NotificationEvent>
  readonly retryLimit: number
  readonly pollingMethod: "GET" | "POST"
  readonly pollingBody: Schema.Json
  readonly authType: AuthType | null
  readonly authToken: Redacted.Redacted<string> | null
  readonly bankUsername: Redacted.Redacted<string> | null
  /** Which of the login's accounts to read, as its owner named it; null: the only one. */
  readonly bankAccount: Redacted.Redacted<string> | null
  readonly notifyOnExpired: boolean
  readonly webhookExtraFields: Readonly<Record<string, Schema.Json>> | null
  readonly sessionType: "one-shot" | "persistent"
  readonly loginMode: "simple" | "assisted"
  readonly silentIngestion: boolean
  /** Changes whenever the bank credentials do. */
  readonly credentialsVersion: number
  /** What deliveries know `webhookUrl` and `notificationEndpointUrl` by, which they must not hold in the clear. */
  readonly webhookAddress: string
  readonly notificationAddress: string | null
}

/** PUT config, already checked for form; a field that is absent takes its default ("replaces the current settings"). */
export type SettingsInput = Omit<
  AccountSettings,
  "id" | "accountId" | "credentialsVersion" | "bankUsername" | "bankAccount" | "webhookAddress" | "notificationAddress"
> & {
  /** Absent: what is stored is kept, as with the credentials that it belongs to. */
  readonly bankAccount?: Redacted.Redacted<string> | null
  /** Both absent: the stored credentials are kept. */
  readonly bankUsername?: Redacted.Redacted<string>
  readonly bankPassword?: Redacted.Redacted<string>
}

/** As an owner is told of it. */
export interface NamedAccount {
  readonly id: string
  readonly name: string
}

export interface BankCredentials {
  readonly version: number
  readonly username: Redacted.Redacted<string>
  readonly password: Redacted.Redacted<string>
}

export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {}) {}
export class ConfirmationMismatch extends Schema.TaggedError<ConfirmationMismatch>()("ConfirmationMismatch", {}) {}
