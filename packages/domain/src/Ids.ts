/** The ids of what we store: UUIDs, told apart by the type checker. */
import { Schema } from "effect"

const Uuid = Schema.String.check(Schema.isUUID())

export const UserId = Uuid.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const AccountId = Uuid.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

export const BankId = Uuid.pipe(Schema.brand("BankId"))
export type BankId = typeof BankId.Type

export const ScriptId = Uuid.pipe(Schema.brand("ScriptId"))
export type ScriptId = typeof ScriptId.Type

export const MovementId = Uuid.pipe(Schema.brand("MovementId"))
export type MovementId = typeof MovementId.Type

/** A conciliation request. */
export const RequestId = Uuid.pipe(Schema.brand("RequestId"))
export type RequestId = typeof RequestId.Type

export const AttemptId = Uuid.pipe(Schema.brand("AttemptId"))
export type AttemptId = typeof AttemptId.Type

export const MatchId = Uuid.pipe(Schema.brand("MatchId"))
export type MatchId = typeof MatchId.Type

export const SessionId = Uuid.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

export const JobId = Uuid.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

export const ApiKeyId = Uuid.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const ScrapeId = Uuid.pipe(Schema.brand("ScrapeId"))
export type ScrapeId = typeof ScrapeId.Type

export const AssistanceId = Uuid.pipe(Schema.brand("AssistanceId"))
export type AssistanceId = typeof AssistanceId.Type

/** An outbox row. Its `webhook-id` is a text of its own. */
export const OutboxMessageId = Uuid.pipe(Schema.brand("OutboxMessageId"))
export type OutboxMessageId = typeof OutboxMessageId.Type

export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

export const EventId = Uuid.pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

/** Whether the text is a UUID as a path or a body would spell it, in either case of letters. */
export const isUuid: (text: string) => boolean = Schema.is(Uuid)
