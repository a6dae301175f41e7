/** The browsers by which users are rung, and what is still to be told over them. */
import type { DateTime, Duration, Effect } from "effect"
import type { NoticeLanguage } from "./noticeWords.ts"

export interface PushChannelRow {
  readonly id: string
  readonly userId: string
  /** A fingerprint of the endpoint under the owner's key. */
  readonly address: string
  readonly endpointSealed: Uint8Array
  readonly label: string
  readonly pageOrigin: string
  readonly language: NoticeLanguage
  readonly createdAt: DateTime.Utc
  readonly lastSuccessAt: DateTime.Utc | null
  readonly lastFault: string | null
}

export type NewPushChannel = Omit<PushChannelRow, "createdAt" | "lastSuccessAt" | "lastFault">

export interface ClaimedPush {
  readonly id: bigint
  /** `code`: a bank waits for one. `asked`: it waits for something else of its customer's. `blocked`: the reading of an account has stopped. */
  readonly kind: "code" | "asked" | "blocked"
  readonly assistanceId: string | null
  readonly attempts: number
  readonly expiresAt: DateTime.Utc
  readonly channel: PushChannelRow
}

export interface SealedPushIdentity {
  readonly publicKey: string
  readonly privateKeySealed: Uint8Array
}

export interface PushRows {
  readonly pushIdentity: Effect.Effect<SealedPushIdentity | null>
  /** The first one stays. */
  readonly addPushIdentity: (identity: SealedPushIdentity) => Effect.Effect<void>
  /** Newest first. */
  readonly pushChannels: (userId: string) => Effect.Effect<ReadonlyArray<PushChannelRow>>
  /** A new one, or what is newly known of the one with the same address; null where the user has `most` others, or is gone. */
  readonly putPushChannel: (channel: NewPushChannel, most: number) => Effect.Effect<PushChannelRow | null>
  readonly removePushChannel: (userId: string, id: string) => Effect.Effect<boolean>
  readonly notePushed: (id: string) => Effect.Effect<void>
  readonly notePushFault: (id: string, fault: string) => Effect.Effect<void>
  /** Takes what is due; until `lease` has passed nobody else does, and then it counts as failed. Forgets what is too late. */
  readonly claimPushes: (limit: number, lease: Duration.Duration) => Effect.Effect<ReadonlyArray<ClaimedPush>>
  /** It was told, or there is nobody any more to tell it to. */
  readonly endPush: (messageId: bigint) => Effect.Effect<void>
  readonly retryPush: (messageId: bigint, wait: Duration.Duration) => Effect.Effect<void>
}
