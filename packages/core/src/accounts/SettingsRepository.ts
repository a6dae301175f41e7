/** Settings and webhook secrets as rows: what is secret of them comes and goes as sealed cells. */
import { Context, type DateTime, type Effect } from "effect"
import type { AccountSettings } from "./Accounts.ts"

export const secretFields = ["webhookAuthToken", "notificationAuthToken", "authToken", "bankUsername"] as const
export type SecretField = (typeof secretFields)[number]

export interface SealedSettings extends Omit<AccountSettings, SecretField> {
  readonly webhookAuthToken: Uint8Array | null
  readonly notificationAuthToken: Uint8Array | null
  readonly authToken: Uint8Array | null
  readonly bankUsername: Uint8Array | null
  readonly bankPassword: Uint8Array | null
}

export interface SealedSecret {
  readonly id: string
  readonly accountId: string
  readonly cell: Uint8Array
}

export class SettingsRepository extends Context.Service<
  SettingsRepository,
  {
    readonly find: (accountId: string) => Effect.Effect<SealedSettings | null>
    /** Replaces what is there. */
    readonly save: (settings: SealedSettings, at: DateTime.Utc) => Effect.Effect<void>
    /** Those that sign at this time, the present one first, then the newest. */
    readonly secrets: (accountId: string, at: DateTime.Utc) => Effect.Effect<ReadonlyArray<SealedSecret>>
    /** The new present one. The earlier present one signs until `retireAt`; those that sign no more are deleted. */
    readonly addSecret: (
      secret: SealedSecret,
      times: { readonly at: DateTime.Utc; readonly retireAt: DateTime.Utc }
    ) => Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/SettingsRepository") {}
