/** What the server answers, as far as the page reads it; the reference is docs/openapi.json. Times are ISO 8601 texts. */
export type Mode = "reconcile" | "passthrough"

export interface Profile {
  readonly id: string
  readonly email: string
  readonly name?: string
  readonly operation_mode: Mode | null
}

export interface Assistance {
  readonly id: string
  readonly type: string
  readonly descriptor: { readonly length: number; readonly type: "numeric" | "alphanumeric"; readonly purpose?: string }
  readonly prompt?: string
  readonly attempts: number
  readonly expires_at?: string
}

export interface AccountOverview {
  readonly id: string
  readonly bank: string
  readonly bank_name: string
  readonly name: string
  readonly status: "active" | "paused"
  readonly state: string
  readonly session_running: boolean
  readonly pending_assistance: Assistance | null
  readonly scrape_blocked_at: string | null
  readonly scrape_blocked_reason: string | null
  readonly block_kind: string | null
  readonly last_scrape_at: string | null
  readonly next_run_at: string | null
  readonly waits_for: string | null
  readonly failure_kind: string | null
  readonly failures: number
  readonly has_settings: boolean
  readonly session_type: "one-shot" | "persistent"
  readonly login_mode: "simple" | "assisted"
  readonly script_version: string | null
  readonly latest_evidence_id: string | null
}

type AuthType = "bearer" | "api_key"

export interface Settings {
  readonly pending_orders_endpoint: string | null
  readonly webhook_url: string
  readonly webhook_auth_type: AuthType | null
  readonly webhook_auth_token: string | null
  readonly notification_endpoint_url: string | null
  readonly notification_auth_type: AuthType | null
  readonly notification_auth_token: string | null
  readonly notification_events: ReadonlyArray<string>
  readonly retry_limit: number
  readonly polling_method: "GET" | "POST"
  readonly polling_body: unknown
  readonly auth_type: AuthType | null
  readonly auth_token: string | null
  readonly bank_username: string | null
  readonly notify_on_expired: boolean
  readonly webhook_extra_fields: Readonly<Record<string, unknown>> | null
  readonly session_type: "one-shot" | "persistent"
  readonly login_mode: "simple" | "assisted"
  readonly silent_ingestion: boolean
}

export interface Activity {
  readonly id: string
  readonly occurred_at: string
  readonly kind: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface EvidenceEntry {
  readonly id: string
  readonly kind: string
  readonly occurred_at: string
  readonly expires_at: string
}

export interface Evidence extends EvidenceEntry {
  readonly url: string
  readonly outline: string
  readonly screenshot: string
}

export interface Movement {
  readonly id: string
  readonly external_id: string
  readonly amount: string
  readonly currency: string
  readonly sender_name: string
  readonly received_at: string
  readonly notified_at: string | null
  readonly excluded_at: string | null
  readonly possible_duplicate_of?: ReadonlyArray<string>
  readonly account_id: string
  readonly account_name: string
  readonly bank: string
  readonly booked_date: string
  readonly status: "pending" | "booked"
  readonly description: string
  readonly counterparty: string | null
  readonly removed_at: string | null
  readonly reversed_at: string | null
  readonly pays: { readonly request_id: string; readonly external_id: string } | null
}

export const orderStatuses = [
  "pending",
  "processing",
  "matched",
  "ambiguous",
  "not_found",
  "expired",
  "cancelled",
  "failed"
] as const
export type OrderStatus = (typeof orderStatuses)[number]

interface Coverage {
  readonly from: string
  readonly to: string
  readonly complete: boolean
}

export interface OrderBase {
  readonly id: string
  readonly account_id: string
  readonly external_id: string
  readonly status: OrderStatus
  readonly amount: string
  readonly currency: string
  readonly sender_name: string
  readonly created_at: string
  readonly bank: string
  readonly account_name: string
}

export interface Order extends OrderBase {
  readonly reference: string | null
  readonly first_seen_at: string
  readonly updated_at: string
  readonly attempts_made: number
  readonly last_attempt: {
    readonly number: number
    readonly result: string
    readonly code: string
    readonly reason: string | null
    readonly created_at: string
    readonly coverage: Coverage | null
  } | null
  readonly match: {
    readonly movement_id: string
    readonly received_at: string
    readonly sender_name: string
    readonly by_person: boolean
  } | null
  readonly last_delivery: {
    readonly id: string
    readonly event: string
    readonly status: string
    readonly delivered_at: string | null
  } | null
}

export interface OrderDetail extends OrderBase {
  readonly attempts: ReadonlyArray<{
    readonly id: string
    readonly attempt_number: number
    readonly result: string
    readonly reason: string | null
    readonly created_at: string
  }>
  readonly match: {
    readonly bank_transaction_id: string
    readonly amount: string
    readonly currency: string
    readonly sender_name: string
    readonly received_at: string
  } | null
}

export interface Candidate {
  readonly movement_id: string
  readonly score: number | null
  readonly role: string
  readonly evidence: ReadonlyArray<{ readonly kind: string; readonly bits: number; readonly level?: string }>
  readonly movement: {
    readonly amount: string
    readonly currency: string
    readonly sender_name: string
    readonly received_at: string
    readonly external_id?: string
    readonly description?: string
    readonly counterparty?: string | null
    readonly booked_date?: string
  } | null
}

export interface Explanation {
  readonly attempt_number: number
  readonly result: string
  readonly code: string
  readonly reason: string | null
  readonly created_at: string
  readonly preset: string
  readonly coverage: Coverage | null
  readonly candidates: ReadonlyArray<Candidate>
  readonly order?: {
    readonly external_id: string
    readonly name: string
    readonly reference: string | null
    readonly tax_id: string | null
  }
}

export interface TimelineEntry {
  readonly at: string
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Delivery {
  readonly id: string
  readonly webhook_id: string
  readonly account_id: string
  readonly lane: "result" | "notification"
  readonly event: string
  readonly request_id: string | null
  readonly movement_id: string | null
  readonly status: string
  readonly attempts_made: number
  readonly last_outcome: string | null
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly delivered_at: string | null
  readonly stopped_because: string | null
}

export interface DeliveryAttempt {
  readonly number: number
  readonly url: string
  readonly started_at: string
  readonly finished_at: string | null
  readonly duration_ms: number | null
  readonly outcome: string | null
  readonly http_status: number | null
  readonly response: string | null
  readonly fault: string | null
}

export interface DeliveryDetail extends Delivery {
  readonly body: string
  readonly attempts: ReadonlyArray<DeliveryAttempt>
}

export interface Endpoint {
  readonly url: string
  readonly state: "active" | "disabled" | "paused"
  readonly failures: number
  readonly last_success_at: string | null
  readonly last_failure_at: string | null
  readonly waiting: number
}

export interface WebhookTest {
  readonly outcome: string
  readonly http_status: number | null
  readonly duration_ms: number
  readonly response: string | null
  readonly fault: string | null
  readonly advice: string | null
}
