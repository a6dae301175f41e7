/** What happens to an account, as the realtime stream and the notification webhook tell it. */
import { Option, Schema } from "effect"
import { FailureKind, LoginFailureKind } from "./failure.ts"
import { AccountId, AssistanceId, ScrapeId, SessionId } from "./Ids.ts"
import { OtpDescriptor } from "./otp.ts"

const Timestamp = Schema.String.annotate({ description: "An ISO 8601 instant" })

/** An open question for a code, as both API surfaces show it. `attempts`: codes that the bank refused already. */
export const AssistanceRequest = Schema.Struct({
  id: AssistanceId,
  type: Schema.Literal("otp"),
  descriptor: OtpDescriptor,
  prompt: Schema.optionalKey(Schema.String),
  attempts: Schema.Int
})
export type AssistanceRequest = typeof AssistanceRequest.Type

export const AssistanceRequestedData = Schema.Struct({ ...AssistanceRequest.fields, expires_at: Timestamp })
export const AssistanceFulfilledData = Schema.Struct({ id: AssistanceId })
export const AssistanceCancelledData = Schema.Struct({
  id: AssistanceId,
  reason: Schema.Literals(["timed_out", "cancelled", "session_ended", "rejected"])
})
export const LoginFailedData = Schema.Struct({
  kind: LoginFailureKind,
  message: Schema.String,
  blocked: Schema.Boolean
})
export const ScrapeFailedData = Schema.Struct({ kind: FailureKind, message: Schema.String, blocked: Schema.Boolean })
export const ScrapeSucceededData = Schema.Struct({
  scrape_id: ScrapeId,
  movements_new: Schema.Int,
  movements_updated: Schema.Int
})
export const SessionStartedData = Schema.Struct({ session_id: SessionId })
export const SessionStoppedData = Schema.Struct({ session_id: SessionId })

/** The data of each type of event. */
export const eventData = {
  "assistance.requested": AssistanceRequestedData,
  "assistance.fulfilled": AssistanceFulfilledData,
  "assistance.cancelled": AssistanceCancelledData,
  "login.failed": LoginFailedData,
  "scrape.failed": ScrapeFailedData,
  "scrape.succeeded": ScrapeSucceededData,
  "session.started": SessionStartedData,
  "session.stopped": SessionStoppedData
} as const

export const realtimeEventTypes = [
  "assistance.requested",
  "assistance.fulfilled",
  "assistance.cancelled",
  "login.failed",
  "scrape.failed",
  "scrape.succeeded",
  "session.started",
  "session.stopped"
] as const

export const RealtimeEventType = Schema.Literals(realtimeEventTypes)
export type RealtimeEventType = typeof RealtimeEventType.Type

const event = <const Type extends RealtimeEventType>(type: Type) =>
  Schema.Struct({ type: Schema.Literal(type), data: eventData[type] })

/** An event before it has an account and a time: `{ type, data }`. */
export const AccountEvent = Schema.Union([
  event("assistance.requested"),
  event("assistance.fulfilled"),
  event("assistance.cancelled"),
  event("login.failed"),
  event("scrape.failed"),
  event("scrape.succeeded"),
  event("session.started"),
  event("session.stopped")
])
export type AccountEvent = typeof AccountEvent.Type

const message = <const Type extends RealtimeEventType>(type: Type) =>
  Schema.Struct({
    type: Schema.Literal(type),
    userId: Schema.String,
    accountId: AccountId,
    data: eventData[type],
    occurredAt: Timestamp
  })

/** One message of the realtime stream. */
export const RealtimeMessage = Schema.Union([
  message("assistance.requested"),
  message("assistance.fulfilled"),
  message("assistance.cancelled"),
  message("login.failed"),
  message("scrape.failed"),
  message("scrape.succeeded"),
  message("session.started"),
  message("session.stopped")
])
export type RealtimeMessage = typeof RealtimeMessage.Type

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

/** The data of what only those hear who ask for it. */
const furtherEventData = {
  "orders.pending": OrdersToldData,
  "orders.matched": OrdersToldData,
  "orders.ambiguous": OrdersToldData,
  "orders.not_found": OrdersToldData,
  "orders.expired": OrdersToldData,
  "orders.cancelled": OrdersToldData,
  "orders.failed": OrdersToldData,
  "movements.stored": MovementsStoredData,
  "delivery.exhausted": DeliveryExhaustedData,
  "endpoint.disabled": Schema.Struct({}),
  "account.changed": AccountChangedData
} as const

export const furtherEventTypes = [
  "orders.pending",
  "orders.matched",
  "orders.ambiguous",
  "orders.not_found",
  "orders.expired",
  "orders.cancelled",
  "orders.failed",
  "movements.stored",
  "delivery.exhausted",
  "endpoint.disabled",
  "account.changed"
] as const

export const AnyEventType = Schema.Literals([...realtimeEventTypes, ...furtherEventTypes])
export type AnyEventType = typeof AnyEventType.Type

const allEventData = { ...eventData, ...furtherEventData }

const numbered = <const Type extends AnyEventType>(type: Type) =>
  Schema.Struct({
    id: Schema.String.annotate({ description: "Digits; grows, with gaps, and may come a little out of order" }),
    type: Schema.Literal(type),
    userId: Schema.String,
    accountId: AccountId,
    data: allEventData[type],
    occurredAt: Timestamp
  })

/** One message of a stream that was asked for with all types. */
export const NumberedMessage = Schema.Union([
  numbered("assistance.requested"),
  numbered("assistance.fulfilled"),
  numbered("assistance.cancelled"),
  numbered("login.failed"),
  numbered("scrape.failed"),
  numbered("scrape.succeeded"),
  numbered("session.started"),
  numbered("session.stopped"),
  numbered("orders.pending"),
  numbered("orders.matched"),
  numbered("orders.ambiguous"),
  numbered("orders.not_found"),
  numbered("orders.expired"),
  numbered("orders.cancelled"),
  numbered("orders.failed"),
  numbered("movements.stored"),
  numbered("delivery.exhausted"),
  numbered("endpoint.disabled"),
  numbered("account.changed")
])

const contractTypes: ReadonlySet<string> = new Set(realtimeEventTypes)

/** Whether it is one of the contract's eight, which every stream hears. */
export const isContractEvent = (type: AnyEventType): type is RealtimeEventType => contractTypes.has(type)

export const notificationEvents = ["assistance_required", "login_failed", "scrape_failed"] as const
export const NotificationEvent = Schema.Literals(notificationEvents)
export type NotificationEvent = typeof NotificationEvent.Type

/** The notification that an event becomes, if it becomes one. */
export const notificationOf = (type: RealtimeEventType): Option.Option<NotificationEvent> => {
  switch (type) {
    case "assistance.requested":
      return Option.some("assistance_required")
    case "login.failed":
      return Option.some("login_failed")
    case "scrape.failed":
      return Option.some("scrape_failed")
    default:
      return Option.none()
  }
}
