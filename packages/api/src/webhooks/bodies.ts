/** What the service sends: result webhooks and operational notifications. Amounts are JSON numbers here. */
import {
  AssistanceRequestedData,
  LoginFailedData,
  MovementsRemovedData,
  ScrapeFailedData,
  ScriptChangedData
} from "@counterfoil/domain"
import { Schema } from "effect"
import { Currency, Id } from "../fields.ts"

const Instant = Schema.String.annotate({ description: "ISO 8601 in UTC" })

const orderFields = {
  external_id: Schema.String.annotate({ description: "The order reference" }),
  amount: Schema.Finite,
  currency: Currency,
  name: Schema.String.annotate({ description: "The order's name" })
}

/** Reconcile: an order was matched, is ambiguous, or expired. Keys of `webhook_extra_fields` are merged in. */
export const OrderResultWebhook = Schema.Struct({
  ...orderFields,
  status: Schema.Literals(["matched", "ambiguous", "expired"])
}).annotate({ identifier: "OrderResultWebhook" })

/** Passthrough: a bank transaction with a sender name. Keys of `webhook_extra_fields` are merged in. */
export const MovementWebhook = Schema.Struct({
  id: Id,
  amount: Schema.Finite,
  currency: Currency,
  name: Schema.String.annotate({ description: "The sender" }),
  received_at: Instant
}).annotate({ identifier: "MovementWebhook" })

const notification = <const Kind extends string, Data extends Schema.Top>(type: Kind, data: Data) =>
  Schema.Struct({
    type: Schema.Literal(type),
    account_id: Id,
    bank: Schema.String.annotate({ description: "The bank's code" }),
    account_name: Schema.String,
    occurred_at: Instant,
    data
  })

/** Sent to `notification_endpoint_url`. Keys of `webhook_extra_fields` are merged in. */
export const NotificationWebhook = Schema.Union([
  notification("assistance_required", AssistanceRequestedData),
  notification("login_failed", LoginFailedData),
  notification("scrape_failed", ScrapeFailedData),
  notification("movements_removed", MovementsRemovedData),
  notification("script_changed", ScriptChangedData)
]).annotate({ identifier: "NotificationWebhook" })

/** Of POST /accounts/:accountId/webhook-test, to `webhook_url`. Keys of `webhook_extra_fields` are merged in. */
export const TestWebhook = Schema.Struct({
  type: Schema.Literal("test"),
  account_id: Id,
  bank: Schema.String.annotate({ description: "The bank's code" }),
  account_name: Schema.String,
  occurred_at: Instant
}).annotate({ identifier: "TestWebhook" })
