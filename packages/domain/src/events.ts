/** What happens to an account, as the realtime stream and the notification webhook tell it. */
import { Option, Schema, Struct, Tuple } from "effect"
import { FailureKind, LoginFailureKind } from "./failure.ts"
import { AccountId, AssistanceId, ScrapeId, SessionId } from "./Ids.ts"
import { MovementStatus } from "./Movement.ts"
import { AskType } from "./codes/ask.ts"
import { AssistanceOutcome } from "./codes/channel.ts"
import { OtpDescriptor } from "./otp.ts"

const Timestamp = Schema.String.annotate({ description: "An ISO 8601 instant" })

/** An open question for a code, as both API surfaces show it. `attempts`: codes that the bank refused already. */
const AssistanceRequest = Schema.Struct({
  id: AssistanceId,
  type: Schema.Literal("otp"),
  descriptor: OtpDescriptor,
  prompt: Schema.optionalKey(Schema.String),
  attempts: Schema.Int
})
type AssistanceRequest = typeof AssistanceRequest.Type

export const AssistanceRequestedData = Schema.Struct({ ...AssistanceRequest.fields, expires_at: Timestamp })
const AssistanceFulfilledData = Schema.Struct({ id: AssistanceId })
const AssistanceCancelledData = Schema.Struct({
  id: AssistanceId,
  reason: Schema.Literals(["timed_out", "cancelled", "session_ended", "rejected"])
})
export const LoginFailedData = Schema.Struct({
  kind: LoginFailureKind,
  message: Schema.String,
  blocked: Schema.Boolean
})
export const ScrapeFailedData = Schema.Struct({ kind: FailureKind, message: Schema.String, blocked: Schema.Boolean })
const ScrapeSucceededData = Schema.Struct({
  scrape_id: ScrapeId,
  movements_new: Schema.Int,
  movements_updated: Schema.Int
})
const SessionStartedData = Schema.Struct({ session_id: SessionId })
const SessionStoppedData = Schema.Struct({ session_id: SessionId })

/** A type of event, and what it tells. */
interface EventKind<Type extends string, Data extends Schema.Top> {
  readonly type: Type
  readonly data: Data
}

const kind = <const Type extends string, Data extends Schema.Top>(type: Type, data: Data): EventKind<Type, Data> => ({
  type,
  data
})

/** The contract's eight, which every stream hears. All that knows of types of events is derived from this list and the next. */
const contractKinds = [
  kind("assistance.requested", AssistanceRequestedData),
  kind("assistance.fulfilled", AssistanceFulfilledData),
  kind("assistance.cancelled", AssistanceCancelledData),
  kind("login.failed", LoginFailedData),
  kind("scrape.failed", ScrapeFailedData),
  kind("scrape.succeeded", ScrapeSucceededData),
  kind("session.started", SessionStartedData),
  kind("session.stopped", SessionStoppedData)
] as const

const OrdersToldData = Schema.Struct({
  count: Schema.Int,
  orders: Schema.Array(Schema.Struct({ id: Schema.String, external_id: Schema.String })).annotate({
    description: "The first twenty"
  })
})
const MovementsStoredData = Schema.Struct({
  count: Schema.Int,
  movement_ids: Schema.Array(Schema.String).annotate({ description: "The newest twenty" })
})
export const MovementsRemovedData = Schema.Struct({
  count: Schema.Int,
  movements: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      external_id: Schema.String,
      amount: Schema.String.annotate({ description: "A decimal" }),
      currency: Schema.String,
      received_at: Timestamp,
      status: MovementStatus,
      notified_at: Schema.NullOr(Timestamp).annotate({ description: "When your system was told of it" }),
      order: Schema.NullOr(Schema.String).annotate({ description: "The external_id of the order that it still pays" }),
      orders: Schema.optionalKey(Schema.Array(Schema.String)).annotate({
        description: "Of all of them, where a person gave it to several: `order` is the first"
      })
    })
  ).annotate({ description: "The first hundred" })
})
const DeliveryExhaustedData = Schema.Struct({
  delivery_id: Schema.String,
  event: Schema.String,
  request_id: Schema.NullOr(Schema.String),
  movement_id: Schema.NullOr(Schema.String)
})
const AccountChangedData = Schema.Struct({
  status: Schema.Literals(["active", "paused"]),
  scrape_blocked_at: Schema.NullOr(Timestamp),
  scrape_blocked_reason: Schema.NullOr(Schema.String)
})

/** What a bank asks besides a code: the contract's clients know codes only, so that these have events of their own. */
const AssistanceOpenedData = Schema.Struct({
  id: AssistanceId,
  type: AskType,
  prompt: Schema.String,
  number: Schema.NullOr(Schema.String).annotate({ description: "Of an approval: what to choose in the bank's app" }),
  question: Schema.NullOr(Schema.String),
  choices: Schema.NullOr(Schema.Array(Schema.String)),
  length: Schema.NullOr(Schema.Int),
  attempts: Schema.Int,
  expires_at: Timestamp
})
const AssistanceClosedData = Schema.Struct({ id: AssistanceId, type: AskType, outcome: AssistanceOutcome })
export const ScriptChangedData = Schema.Struct({ message: Schema.String })
/** The further types that somebody may also be notified of. */
const removedKind = kind("movements.removed", MovementsRemovedData)
const changedKind = kind("script.changed", ScriptChangedData)

/** A decision of a person about an order, which leaves its status as it is. */
const leftKind = kind("orders.left", OrdersToldData)
const reopenedKind = kind("orders.reopened", OrdersToldData)

/** What only those hear who ask for all types. */
const furtherKinds = [
  kind("assistance.opened", AssistanceOpenedData),
  kind("assistance.closed", AssistanceClosedData),
  kind("orders.pending", OrdersToldData),
  kind("orders.matched", OrdersToldData),
  kind("orders.ambiguous", OrdersToldData),
  kind("orders.not_found", OrdersToldData),
  kind("orders.expired", OrdersToldData),
  kind("orders.cancelled", OrdersToldData),
  kind("orders.failed", OrdersToldData),
  leftKind,
  reopenedKind,
  kind("movements.stored", MovementsStoredData),
  removedKind,
  kind("delivery.exhausted", DeliveryExhaustedData),
  kind("endpoint.disabled", Schema.Struct({})),
  kind("account.changed", AccountChangedData),
  changedKind
] as const

type ContractKind = (typeof contractKinds)[number]
export type RealtimeEventType = ContractKind["type"]

type ToldKind = ContractKind | typeof leftKind | typeof reopenedKind | typeof removedKind | typeof changedKind
/** The types that the service appends itself; triggers of the database write all others. */
export type ToldEventType = ToldKind["type"]

/** What such an event tells, as it is stored and sent. */
export type EventData<Type extends ToldEventType> = Extract<ToldKind, { readonly type: Type }>["data"]["Encoded"]

const allKinds = [...contractKinds, ...furtherKinds] as const

export const AnyEventType = Schema.Literals(allKinds.map(({ type }) => type))
export type AnyEventType = typeof AnyEventType.Type

const messageFields = <const Type extends string, Data extends Schema.Top>({ data, type }: EventKind<Type, Data>) => ({
  type: Schema.Literal(type),
  userId: Schema.String,
  accountId: AccountId,
  data,
  occurredAt: Timestamp
})
type MessageFields<Type extends string, Data extends Schema.Top> = ReturnType<typeof messageFields<Type, Data>>

interface ToMessage extends Struct.Lambda {
  <Type extends string, Data extends Schema.Top>(kind: EventKind<Type, Data>): Schema.Struct<MessageFields<Type, Data>>
  readonly "~lambda.out": this["~lambda.in"] extends EventKind<infer Type, infer Data>
    ? Schema.Struct<MessageFields<Type, Data>>
    : never
}

/** One message of the realtime stream. */
export const RealtimeMessage = Schema.Union(
  Tuple.map(
    contractKinds,
    Struct.lambda<ToMessage>((kind) => Schema.Struct(messageFields(kind)))
  )
)
export type RealtimeMessage = typeof RealtimeMessage.Type

const numberedFields = <const Type extends string, Data extends Schema.Top>(kind: EventKind<Type, Data>) => ({
  id: Schema.String.annotate({ description: "Digits; grows, with gaps, and may come a little out of order" }),
  ...messageFields(kind)
})
type NumberedFields<Type extends string, Data extends Schema.Top> = ReturnType<typeof numberedFields<Type, Data>>

interface ToNumbered extends Struct.Lambda {
  <Type extends string, Data extends Schema.Top>(kind: EventKind<Type, Data>): Schema.Struct<NumberedFields<Type, Data>>
  readonly "~lambda.out": this["~lambda.in"] extends EventKind<infer Type, infer Data>
    ? Schema.Struct<NumberedFields<Type, Data>>
    : never
}

/** One message of a stream that was asked for with all types. */
export const NumberedMessage = Schema.Union(
  Tuple.map(
    allKinds,
    Struct.lambda<ToNumbered>((kind) => Schema.Struct(numberedFields(kind)))
  )
)

export const realtimeEventTypes = contractKinds.map(({ type }) => type)
const contractTypes: ReadonlySet<string> = new Set(realtimeEventTypes)

/** Whether it is one of the contract's eight, which every stream hears. */
export const isContractEvent = (type: AnyEventType): type is RealtimeEventType => contractTypes.has(type)

export const notificationEvents = [
  "assistance_required",
  "login_failed",
  "scrape_failed",
  // Beyond the contract's three.
  "movements_removed",
  "script_changed"
] as const
export const NotificationEvent = Schema.Literals(notificationEvents)
export type NotificationEvent = typeof NotificationEvent.Type

/** The notification that an event becomes, if it becomes one. */
export const notificationOf = (type: AnyEventType): Option.Option<NotificationEvent> => {
  switch (type) {
    case "assistance.requested":
      return Option.some("assistance_required")
    case "login.failed":
      return Option.some("login_failed")
    case "scrape.failed":
      return Option.some("scrape_failed")
    case "movements.removed":
      return Option.some("movements_removed")
    case "script.changed":
      return Option.some("script_changed")
    default:
      return Option.none()
  }
}
