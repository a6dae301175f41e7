/** Settings and webhook secrets as rows: what is secret of them comes and goes as sealed cells. */
import { Context, type DateTime, type Effect } from "effect"
import type { AccountSettings } from "./Account.ts"

export const secretFields = ["webhookAuthToken", "notificationAuthToken", "authToken", "bankUsername"] as const
export type SecretField = (typeof secretFields)[number]

/** Texts of the user's that may hold tokens: addresses, and what is sent there. */
export const privateFields = [
  "pendingOrdersEndpoint",
  "webhookUrl",
  "notificationEndpointUrl",
  "pollingBody",
  "webhookExtraFields"
] as const
export type PrivateField = (typeof privateFields)[number]

export interface SealedSettings extends Omit<AccountSettings, SecretField | PrivateField> {
  readonly pendingOrdersEndpoint: Uint8Array | null
  readonly webhookUrl: Uint8Array | null
  readonly notificationEndpointUrl: Uint8Array | null
  /** JSON is sealed as its text. */
  readonly pollingBody: Uint8Array | null
  readonly webhookExtraFields: Uint8Array | null
  /** In the clear, for the limit per host. */
  readonly webhookHost: string | null
  readonly notificationHost: string | null
  readonly webhookAuthToken: Uint8Array | null
  readonly notificationAuthToken: Uint8Array | null
  readonly authToken: Uint8Array | null
  readonly bankUsername: Uint8Array | null
  readonly bankPassword: Uint8Array | null
}

/** As they are read: a text is of a row that was saved before these were sealed, and is what it says. */
export type StoredSettings = Omit<SealedSettings, PrivateField> &
  Readonly<Record<PrivateField, Uint8Array | string | null>>

/** What an address of deliveries stands for. */
export interface SealedEndpoint {
  readonly address: string
  readonly url: Uint8Array
}

export interface SealedSecret {
  readonly id: string
  readonly accountId: string
  readonly cell: Uint8Array
}

export class SettingsRepository extends Context.Service<
  SettingsRepository,
  {
    readonly find: (accountId: string) => Effect.Effect<StoredSettings | null>
    /** Replaces what is there. */
    readonly save: (settings: SealedSettings, at: DateTime.Utc) => Effect.Effect<void>
    /** Keeps what the addresses of deliveries stand for. */
    readonly addEndpoints: (accountId: string, endpoints: ReadonlyArray<SealedEndpoint>) => Effect.Effect<void>
    /** Those that sign at this time, the present one first, then the newest. */
    readonly secrets: (accountId: string, at: DateTime.Utc) => Effect.Effect<ReadonlyArray<SealedSecret>>
    /** The new present one. The earlier present one signs until `retireAt`; those that sign no more are deleted. */
    readonly addSecret: (
      secret: SealedSecret,
      times: { readonly at: DateTime.Utc; readonly retireAt: DateTime.Utc }
    ) => Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/SettingsRepository") {}
