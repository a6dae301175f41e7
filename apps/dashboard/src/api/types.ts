/** What the server answers, under the names of the page; the shapes come from its OpenAPI document. */
import type { Paths, Schemas } from "@counterfoil/client"

export type Mode = "reconcile" | "passthrough"

export type Assistance = Schemas["AssistanceRequest"]
export type AccountOverview = Schemas["AccountOverview"]
export type Settings = Schemas["Settings"]
export type SettingsWrite = Schemas["SettingsWrite"]
export type NewApiKey = Paths["/me/api-keys"]["post"]["body"]
export type PushChannel = Schemas["PushChannel"]
export type Movement = Schemas["FoundMovement"]
export type Order = Schemas["FoundRequest"]
export type OrderStatus = Order["status"]
export type OrderDetail = Schemas["ConciliationDetail"]
export type Candidate = Schemas["Candidate"]
export type TimelineEntry = Schemas["TimelineEntry"]
export type Delivery = Schemas["Delivery"]
export type DeliveryAttempt = Schemas["DeliveryAttempt"]
export type Endpoint = Schemas["Endpoint"]
export type ApiKey = Schemas["ApiKey"]
export type CreatedApiKey = Schemas["CreatedApiKey"]
export type Bank = Schemas["Bank"]
export type BankDetail = Schemas["BankDetail"]
export type Script = Schemas["Script"]
export type ScriptSummary = Schemas["ScriptSummary"]
export type ScriptReport = Schemas["ScriptReport"]
export type VersionHealth = Schemas["ScriptVersionHealth"]
