/** Where people are told, and what they were told, as rows. */
import { Context, type DateTime, type Effect } from "effect"
import type { AskType, OtpDescriptor } from "@counterfoil/domain"
import type { NoticeChannelConfig } from "./NoticeChannel.ts"

export interface StoredChannel {
  readonly id: string
  readonly userId: string
  readonly kind: NoticeChannelConfig["kind"]
  readonly name: string
  readonly config: Uint8Array
  readonly createdAt: DateTime.Utc
}

/** A notice that nobody has sent yet, and that the caller has claimed. */
export interface DueNotice {
  readonly assistanceId: string
  readonly attempt: number
  readonly accountId: string
  readonly bankName: string
  readonly type: AskType
  /** Null: no code is asked for. */
  readonly descriptor: OtpDescriptor | null
  /** Of an approval: what to choose in the bank's app. */
  readonly number: string | null
  readonly expiresAt: DateTime.Utc
  readonly channel: StoredChannel
}

export interface NoticeKey {
  readonly assistanceId: string
  readonly attempt: number
  readonly channelId: string
}

/** Of a request that is over, and that its channel was told of. */
export interface EndedNotice {
  readonly type: AskType
  readonly bankName: string
  readonly channel: StoredChannel
}

/** What a message that can be answered is about. */
export interface AskedNotice {
  readonly assistanceId: string
  readonly accountId: string
  readonly reference: string
}

export class NoticeRepository extends Context.Service<
  NoticeRepository,
  {
    readonly channels: (userId: string) => Effect.Effect<ReadonlyArray<StoredChannel>>
    readonly find: (userId: string, id: string) => Effect.Effect<StoredChannel | null>
    readonly add: (channel: StoredChannel) => Effect.Effect<void>
    /** False: the user has none with this id. */
    readonly remove: (userId: string, id: string) => Effect.Effect<boolean>
    /** Claims what is to be told now: each asking once for each channel, over all nodes. */
    readonly claimDue: Effect.Effect<ReadonlyArray<DueNotice>>
    readonly sent: (key: NoticeKey, reference: string | null) => Effect.Effect<void>
    /** Closes what is over, and answers which of it was told and not yet taken back. */
    readonly claimEnded: Effect.Effect<ReadonlyArray<EndedNotice>>
    /** Of a channel: what still waits for an answer. */
    readonly asked: (channelId: string) => Effect.Effect<ReadonlyArray<AskedNotice>>
  }
>()("@counterfoil/core/notices/NoticeRepository") {}
