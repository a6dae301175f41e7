/** What the server answers, under the names of the page; the shapes come from its OpenAPI document. */
import type { Schemas } from "@counterfoil/client"

export type Mode = "reconcile" | "passthrough"

export interface Profile {
  readonly id: string
  readonly email: string
  readonly name?: string
  readonly operation_mode: Mode | null
}

export type Assistance = Schemas["AssistanceRequest"]
export type AccountOverview = Schemas["AccountOverview"]
export type Settings = Schemas["Settings"]
export type Activity = Schemas["ActivityEntry"]
export type Evidence = Schemas["Evidence"]
export type Movement = Schemas["FoundMovement"]
export type MoneyOfDay = Schemas["MoneyOfDay"]
export type Order = Schemas["FoundRequest"]
export type OrderStatus = Order["status"]
export type OrderDetail = Schemas["ConciliationDetail"]
export type OrdersOfDay = Schemas["OrdersOfDay"]
export type Candidate = Schemas["Candidate"]
export type Explanation = Schemas["Explanation"]
export type TimelineEntry = Schemas["TimelineEntry"]
export type Delivery = Schemas["Delivery"]
export type DeliveryAttempt = Schemas["DeliveryAttempt"]
export type DeliveryDetail = Schemas["DeliveryDetail"]
export type Endpoint = Schemas["Endpoint"]
export type WebhookTest = Schemas["WebhookTest"]
export type ApiKey = Schemas["ApiKey"]
export type CreatedApiKey = Schemas["CreatedApiKey"]
export type Bank = Schemas["Bank"]
export type BankDetail = Schemas["BankDetail"]
export type Script = Schemas["Script"]
export type ScriptSummary = Schemas["ScriptSummary"]
export type ScriptReport = Schemas["ScriptReport"]
export type VersionHealth = Schemas["ScriptVersionHealth"]
export type Consent = Schemas["Consent"]
