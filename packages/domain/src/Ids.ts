/** Ids are UUIDs; those that events name are told apart by the type checker. */
import { Schema } from "effect"

const Uuid = Schema.String.check(Schema.isUUID())

export const AccountId = Uuid.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

export const SessionId = Uuid.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

export const ScrapeId = Uuid.pipe(Schema.brand("ScrapeId"))
export type ScrapeId = typeof ScrapeId.Type

export const AssistanceId = Uuid.pipe(Schema.brand("AssistanceId"))
export type AssistanceId = typeof AssistanceId.Type

/** Whether the text is a UUID as a path or a body would spell it, in either case of letters. */
export const isUuid: (text: string) => boolean = Schema.is(Uuid)
