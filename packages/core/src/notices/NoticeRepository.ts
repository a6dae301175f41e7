/** Where people are told, and what they were told, as rows. */
import { Context, type DateTime, type Duration, type Effect } from "effect"
import type { AskType } from "@counterfoil/domain"
import type { NoticeChannelConfig } from "./NoticeChannel.ts"
import type { AskedWords, NoticeLanguage } from "./noticeWords.ts"
import type { PushRows } from "./PushRows.ts"

export interface NewChannel {
  readonly id: string
  readonly userId: string
  readonly kind: NoticeChannelConfig["kind"]
  readonly name: string
  readonly config: Uint8Array
  readonly createdAt: DateTime.Utc
  readonly language: NoticeLanguage
  /** The origin of the page, as its owner has it: where a tap leads; null: nowhere. */
  readonly pageOrigin: string | null
}

export interface StoredChannel extends NewChannel {
  readonly lastSuccessAt: DateTime.Utc | null
  /** Why the last try failed; null after a success. */
  readonly lastFault: string | null
}

/** A notice that nobody has sent yet, and that the caller has claimed. */
export interface DueNotice extends AskedWords {
  readonly assistanceId: string
  readonly accountId: string
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

/** That the reading of an account has stopped; the caller has claimed it. */
export interface StopNotice {
  readonly id: bigint
  readonly bankName: string
  readonly channel: StoredChannel
}

/** What a message that can be answered is about. */
export interface AskedNotice {
  readonly assistanceId: string
  readonly accountId: string
  readonly attempt: number
  /** What the channel calls its message; null: it is being sent, or whoever sent it has ended. */
  readonly reference: string | null
  readonly type: AskType
  /** Of a question, in the script's words; null: any words. */
  readonly choices: ReadonlyArray<string> | null
  readonly channel: StoredChannel
}

/** Whoever reads a bot's messages, for so long. */
export interface BotTurn {
  /** A fingerprint of its server and token. */
  readonly bot: string
  readonly holder: string
}

/** An ntfy topic from before there was one way to it; sealed as the phones' endpoints are. */
export interface MovedTopic {
  readonly id: string
  readonly userId: string
  readonly address: string
  readonly endpointSealed: Uint8Array
}

export class NoticeRepository extends Context.Service<
  NoticeRepository,
  {
    /** Inside a transaction: no other channel of the user is added until it ends. False: the user has been deleted. */
    readonly lock: (userId: string) => Effect.Effect<boolean>
    readonly channels: (userId: string) => Effect.Effect<ReadonlyArray<StoredChannel>>
    readonly find: (userId: string, id: string) => Effect.Effect<StoredChannel | null>
    readonly add: (channel: NewChannel) => Effect.Effect<void>
    /** False: the user has none with this id. */
    readonly remove: (userId: string, id: string) => Effect.Effect<boolean>
    /** How a try went: null is a success. */
    readonly note: (channelId: string, fault: string | null) => Effect.Effect<void>
    /** Claims what is to be told now: each asking once for each channel, over all nodes; again what a node claimed that ended. */
    readonly claimDue: Effect.Effect<ReadonlyArray<DueNotice>>
    readonly sent: (key: NoticeKey, reference: string | null) => Effect.Effect<void>
    /** Nobody tries it again. */
    readonly unsendable: (key: NoticeKey) => Effect.Effect<void>
    /** Closes what is over, and answers which of it was told and not yet taken back. */
    readonly claimEnded: Effect.Effect<ReadonlyArray<EndedNotice>>
    /** Claims what is to be told of accounts that stopped; until `lease` has passed nobody else does. Forgets what is too late. */
    readonly claimStopped: (lease: Duration.Duration) => Effect.Effect<ReadonlyArray<StopNotice>>
    readonly toldOfStop: (id: bigint) => Effect.Effect<void>
    /** What still waits for an answer, over all channels that can be answered. */
    readonly asked: Effect.Effect<ReadonlyArray<AskedNotice>>
    /** Takes or keeps the turn. Null: another node has it; else the update to go on with, if one is known. */
    readonly holdBot: (
      turn: BotTurn,
      lease: Duration.Duration
    ) => Effect.Effect<{ readonly nextUpdate: bigint | null } | null>
    readonly noteUpdate: (turn: BotTurn, next: bigint) => Effect.Effect<void>
    readonly leaveBot: (turn: BotTurn) => Effect.Effect<void>
    readonly movedTopics: Effect.Effect<ReadonlyArray<MovedTopic>>
    /** Makes it a channel that was told what the topic was told; null: its user has that channel already. */
    readonly settleTopic: (
      topic: MovedTopic,
      channel: Pick<NewChannel, "kind" | "config"> | null
    ) => Effect.Effect<void>
  } & PushRows
>()("@counterfoil/core/notices/NoticeRepository") {}
