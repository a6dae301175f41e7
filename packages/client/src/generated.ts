/* Written by `npm run update-goldens` from docs/openapi.json. */

export interface Schemas {
readonly RealtimeMessage: Schemas["RealtimeMessageAssistanceRequested"] | Schemas["RealtimeMessageAssistanceFulfilled"] | Schemas["RealtimeMessageAssistanceCancelled"] | Schemas["RealtimeMessageLoginFailed"] | Schemas["RealtimeMessageScrapeFailed"] | Schemas["RealtimeMessageScrapeSucceeded"] | Schemas["RealtimeMessageSessionStarted"] | Schemas["RealtimeMessageSessionStopped"]
readonly RealtimeMessageAssistanceRequested: {
readonly type: "assistance.requested"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
readonly type: "otp"
readonly descriptor: {
readonly length: number
readonly type: "numeric" | "alphanumeric"
readonly purpose?: string
}
readonly prompt?: string
readonly attempts: number
/** An ISO 8601 instant */
readonly expires_at: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly RealtimeMessageAssistanceFulfilled: {
readonly type: "assistance.fulfilled"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly RealtimeMessageAssistanceCancelled: {
readonly type: "assistance.cancelled"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
readonly reason: "timed_out" | "cancelled" | "session_ended" | "rejected"
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly RealtimeMessageLoginFailed: {
readonly type: "login.failed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly kind: "invalid_credentials" | "account_locked" | "action_required" | "otp_rejected" | "otp_timeout" | "bank_unavailable" | "automation_blocked" | "session_elsewhere" | "layout_changed"
readonly message: string
readonly blocked: boolean
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly RealtimeMessageScrapeFailed: {
readonly type: "scrape.failed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly kind: "invalid_credentials" | "account_locked" | "action_required" | "otp_rejected" | "otp_timeout" | "bank_unavailable" | "automation_blocked" | "session_elsewhere" | "layout_changed" | "script_error" | "timeout" | "navigation_refused" | "address_refused" | "browser_crashed" | "out_of_memory"
readonly message: string
readonly blocked: boolean
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly RealtimeMessageScrapeSucceeded: {
readonly type: "scrape.succeeded"
readonly userId: string
readonly accountId: string
readonly data: {
readonly scrape_id: string
readonly movements_new: number
readonly movements_updated: number
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly RealtimeMessageSessionStarted: {
readonly type: "session.started"
readonly userId: string
readonly accountId: string
readonly data: {
readonly session_id: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly RealtimeMessageSessionStopped: {
readonly type: "session.stopped"
readonly userId: string
readonly accountId: string
readonly data: {
readonly session_id: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly OrderResultWebhook: {
/** The order reference */
readonly external_id: string
readonly amount: number
/** ISO 4217 code */
readonly currency: string
/** The order's name */
readonly name: string
readonly status: "matched" | "ambiguous" | "expired"
}
readonly MovementWebhook: {
/** A UUID */
readonly id: string
readonly amount: number
/** ISO 4217 code */
readonly currency: string
/** The sender */
readonly name: string
/** ISO 8601 in UTC */
readonly received_at: string
}
readonly NotificationWebhook: Schemas["NotificationWebhookAssistanceRequired"] | Schemas["NotificationWebhookLoginFailed"] | Schemas["NotificationWebhookScrapeFailed"] | Schemas["NotificationWebhookMovementsRemoved"] | Schemas["NotificationWebhookScriptChanged"]
readonly NotificationWebhookAssistanceRequired: {
readonly type: "assistance_required"
/** A UUID */
readonly account_id: string
/** The bank's code */
readonly bank: string
readonly account_name: string
/** ISO 8601 in UTC */
readonly occurred_at: string
readonly data: {
readonly id: string
readonly type: "otp"
readonly descriptor: {
readonly length: number
readonly type: "numeric" | "alphanumeric"
readonly purpose?: string
}
readonly prompt?: string
readonly attempts: number
/** An ISO 8601 instant */
readonly expires_at: string
}
}
readonly NotificationWebhookLoginFailed: {
readonly type: "login_failed"
/** A UUID */
readonly account_id: string
/** The bank's code */
readonly bank: string
readonly account_name: string
/** ISO 8601 in UTC */
readonly occurred_at: string
readonly data: {
readonly kind: "invalid_credentials" | "account_locked" | "action_required" | "otp_rejected" | "otp_timeout" | "bank_unavailable" | "automation_blocked" | "session_elsewhere" | "layout_changed"
readonly message: string
readonly blocked: boolean
}
}
readonly NotificationWebhookScrapeFailed: {
readonly type: "scrape_failed"
/** A UUID */
readonly account_id: string
/** The bank's code */
readonly bank: string
readonly account_name: string
/** ISO 8601 in UTC */
readonly occurred_at: string
readonly data: {
readonly kind: "invalid_credentials" | "account_locked" | "action_required" | "otp_rejected" | "otp_timeout" | "bank_unavailable" | "automation_blocked" | "session_elsewhere" | "layout_changed" | "script_error" | "timeout" | "navigation_refused" | "address_refused" | "browser_crashed" | "out_of_memory"
readonly message: string
readonly blocked: boolean
}
}
readonly NotificationWebhookMovementsRemoved: {
readonly type: "movements_removed"
/** A UUID */
readonly account_id: string
/** The bank's code */
readonly bank: string
readonly account_name: string
/** ISO 8601 in UTC */
readonly occurred_at: string
readonly data: {
readonly count: number
/** The first hundred */
readonly movements: ReadonlyArray<{
readonly id: string
readonly external_id: string
/** A decimal */
readonly amount: string
readonly currency: string
/** An ISO 8601 instant */
readonly received_at: string
readonly status: "pending" | "booked"
/** When your system was told of it */
readonly notified_at: string | null
/** The external_id of the order that it still pays */
readonly order: string | null
/** Of all of them, where a person gave it to several: `order` is the first */
readonly orders?: ReadonlyArray<string>
}>
}
}
readonly NotificationWebhookScriptChanged: {
readonly type: "script_changed"
/** A UUID */
readonly account_id: string
/** The bank's code */
readonly bank: string
readonly account_name: string
/** ISO 8601 in UTC */
readonly occurred_at: string
readonly data: {
readonly message: string
}
}
readonly TestWebhook: {
readonly type: "test"
/** A UUID */
readonly account_id: string
/** The bank's code */
readonly bank: string
readonly account_name: string
/** ISO 8601 in UTC */
readonly occurred_at: string
}
readonly V1Forbidden: {
readonly error: {
readonly code: "FORBIDDEN"
/** One sentence: what is wrong */
readonly message: string
}
}
readonly V1Unauthorized: {
readonly error: {
readonly code: "UNAUTHORIZED" | "INVALID_API_KEY"
/** One sentence: what is wrong */
readonly message: string
}
}
readonly V1Conflict: {
readonly error: {
readonly code: "NO_PENDING_ASSISTANCE"
/** One sentence: what is wrong */
readonly message: string
}
}
readonly V1NotFound: {
readonly error: {
readonly code: "NOT_FOUND"
/** One sentence: what is wrong */
readonly message: string
}
}
readonly V1BadRequest: {
readonly error: {
readonly code: "INVALID_REQUEST"
/** One sentence: what is wrong */
readonly message: string
}
}
readonly AssistancePicture: {
/** It may move (APNG) */
readonly media_type: "image/png"
/** In base64; fields and secrets are covered */
readonly data: string
}
readonly AssistanceEntry: {
/** A UUID */
readonly id: string
/** otp: a one-time code. approval: in the bank's app. question, picture: answered like a code, with POST …/answer */
readonly type: "otp" | "approval" | "question" | "picture"
/** Of an approval: what to choose in the bank's app, as the script says; null: nothing */
readonly number: string | null
/** In the script's words: don't show it as yours */
readonly question: string | null
/** Of a question: the answer is one of them, in the script's words; null: any words */
readonly choices: ReadonlyArray<string> | null
/** How many characters the answer has; null: not known */
readonly length: number | null
readonly status: "pending" | "fulfilled" | "cancelled"
/** null while it is pending */
readonly outcome: "accepted" | "rejected" | "timed_out" | "cancelled" | "session_ended" | null
readonly prompt: string | null
/** Codes that the bank refused */
readonly attempts: number
/** ISO 8601 in UTC with milliseconds */
readonly requested_at: string
/** ISO 8601 in UTC with milliseconds */
readonly expires_at: string
readonly ended_at: null | string
/** The channel of the last code; null: none came */
readonly answered_by: "dashboard" | "api" | "sms" | "totp" | "email" | "telegram" | "app" | null
readonly answered_at: null | string
readonly answered_after_seconds: number | null
}
readonly AccountStatus: {
/** A UUID */
readonly account_id: string
readonly session_running: boolean
readonly pending_assistance: Schemas["AssistanceRequest"] | null
}
readonly AssistanceRequest: {
readonly id: string
readonly type: "otp"
readonly descriptor: {
/** Number of characters of the code */
readonly length: number
readonly type: "numeric" | "alphanumeric"
/** In the script's words: don't show it as yours */
readonly purpose?: string
}
/** What to ask the owner with, in the service's own words; the script's are marked as such (extension) */
readonly prompt?: string
/** Codes already tried for this request */
readonly attempts: number
/** ISO 8601 in UTC with milliseconds */
readonly expires_at?: string
}
readonly ForwardedSmsAnswer: {
readonly submitted: boolean
/** The login has not asked yet, and gets the code when it does */
readonly held?: true
/** Why the message was not used */
readonly reason?: "not_a_message" | "sender_not_allowed" | "no_login" | "sent_earlier" | "sent_in_future" | "time_missing" | "duplicate" | "no_code" | "several_codes" | "other_login"
/** The same, in one sentence */
readonly message?: string
}
readonly ForwardedSms: {
/** text is required: the message's words */
readonly text: string
/** Its sender, as the phone names it */
readonly from?: string
/** When it was sent: ISO 8601 with a zone, or Unix time */
readonly sent_at?: string
}
readonly Unauthorized: {
/** One sentence: what is wrong */
readonly error: string
}
readonly Conflict: {
/** One sentence: what is wrong */
readonly error: string
}
readonly NotFound: {
/** One sentence: what is wrong */
readonly error: string
}
readonly BadRequest: {
/** One sentence: what is wrong */
readonly error: string
}
readonly DemoConnection: {
/** A UUID */
readonly bank_id: string
readonly bank_username: string
/** Of a customer of the demo bank, made for this user */
readonly bank_password: string
readonly pending_orders_endpoint: string
readonly webhook_url: string
/** Where a person sees the bank */
readonly bank_page: string
/** Where a person sees the shop's orders and webhooks */
readonly shop_page: string
}
readonly NumberedRealtimeMessage: Schemas["NumberedRealtimeMessageAssistanceRequested"] | Schemas["NumberedRealtimeMessageAssistanceFulfilled"] | Schemas["NumberedRealtimeMessageAssistanceCancelled"] | Schemas["NumberedRealtimeMessageLoginFailed"] | Schemas["NumberedRealtimeMessageScrapeFailed"] | Schemas["NumberedRealtimeMessageScrapeSucceeded"] | Schemas["NumberedRealtimeMessageSessionStarted"] | Schemas["NumberedRealtimeMessageSessionStopped"] | Schemas["NumberedRealtimeMessageAssistanceOpened"] | Schemas["NumberedRealtimeMessageAssistanceClosed"] | Schemas["NumberedRealtimeMessageOrdersPending"] | Schemas["NumberedRealtimeMessageOrdersMatched"] | Schemas["NumberedRealtimeMessageOrdersAmbiguous"] | Schemas["NumberedRealtimeMessageOrdersNotFound"] | Schemas["NumberedRealtimeMessageOrdersExpired"] | Schemas["NumberedRealtimeMessageOrdersCancelled"] | Schemas["NumberedRealtimeMessageOrdersFailed"] | Schemas["NumberedRealtimeMessageOrdersLeft"] | Schemas["NumberedRealtimeMessageOrdersReopened"] | Schemas["NumberedRealtimeMessageMovementsStored"] | Schemas["NumberedRealtimeMessageMovementsRemoved"] | Schemas["NumberedRealtimeMessageDeliveryExhausted"] | Schemas["NumberedRealtimeMessageEndpointDisabled"] | Schemas["NumberedRealtimeMessageAccountChanged"] | Schemas["NumberedRealtimeMessageScriptChanged"]
readonly NumberedRealtimeMessageAssistanceRequested: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "assistance.requested"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
readonly type: "otp"
readonly descriptor: {
readonly length: number
readonly type: "numeric" | "alphanumeric"
readonly purpose?: string
}
readonly prompt?: string
readonly attempts: number
/** An ISO 8601 instant */
readonly expires_at: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageAssistanceFulfilled: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "assistance.fulfilled"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageAssistanceCancelled: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "assistance.cancelled"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
readonly reason: "timed_out" | "cancelled" | "session_ended" | "rejected"
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageLoginFailed: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "login.failed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly kind: "invalid_credentials" | "account_locked" | "action_required" | "otp_rejected" | "otp_timeout" | "bank_unavailable" | "automation_blocked" | "session_elsewhere" | "layout_changed"
readonly message: string
readonly blocked: boolean
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageScrapeFailed: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "scrape.failed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly kind: "invalid_credentials" | "account_locked" | "action_required" | "otp_rejected" | "otp_timeout" | "bank_unavailable" | "automation_blocked" | "session_elsewhere" | "layout_changed" | "script_error" | "timeout" | "navigation_refused" | "address_refused" | "browser_crashed" | "out_of_memory"
readonly message: string
readonly blocked: boolean
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageScrapeSucceeded: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "scrape.succeeded"
readonly userId: string
readonly accountId: string
readonly data: {
readonly scrape_id: string
readonly movements_new: number
readonly movements_updated: number
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageSessionStarted: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "session.started"
readonly userId: string
readonly accountId: string
readonly data: {
readonly session_id: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageSessionStopped: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "session.stopped"
readonly userId: string
readonly accountId: string
readonly data: {
readonly session_id: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageAssistanceOpened: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "assistance.opened"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
readonly type: "otp" | "approval" | "question" | "picture"
readonly prompt: string
/** Of an approval: what to choose in the bank's app */
readonly number: string | null
readonly question: string | null
readonly choices: ReadonlyArray<string> | null
readonly length: number | null
readonly attempts: number
/** An ISO 8601 instant */
readonly expires_at: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageAssistanceClosed: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "assistance.closed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly id: string
readonly type: "otp" | "approval" | "question" | "picture"
readonly outcome: "accepted" | "rejected" | "timed_out" | "cancelled" | "session_ended"
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersPending: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.pending"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersMatched: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.matched"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersAmbiguous: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.ambiguous"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersNotFound: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.not_found"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersExpired: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.expired"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersCancelled: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.cancelled"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersFailed: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.failed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersLeft: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.left"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageOrdersReopened: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "orders.reopened"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first twenty */
readonly orders: ReadonlyArray<{
readonly id: string
readonly external_id: string
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageMovementsStored: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "movements.stored"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The newest twenty */
readonly movement_ids: ReadonlyArray<string>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageMovementsRemoved: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "movements.removed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly count: number
/** The first hundred */
readonly movements: ReadonlyArray<{
readonly id: string
readonly external_id: string
/** A decimal */
readonly amount: string
readonly currency: string
/** An ISO 8601 instant */
readonly received_at: string
readonly status: "pending" | "booked"
/** When your system was told of it */
readonly notified_at: string | null
/** The external_id of the order that it still pays */
readonly order: string | null
/** Of all of them, where a person gave it to several: `order` is the first */
readonly orders?: ReadonlyArray<string>
}>
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageDeliveryExhausted: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "delivery.exhausted"
readonly userId: string
readonly accountId: string
readonly data: {
readonly delivery_id: string
readonly event: string
readonly request_id: string | null
readonly movement_id: string | null
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageEndpointDisabled: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "endpoint.disabled"
readonly userId: string
readonly accountId: string
readonly data: unknown
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageAccountChanged: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "account.changed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly status: "active" | "paused"
readonly scrape_blocked_at: string | null
readonly scrape_blocked_reason: string | null
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly NumberedRealtimeMessageScriptChanged: {
/** Digits; grows, with gaps, and may come a little out of order */
readonly id: string
readonly type: "script.changed"
readonly userId: string
readonly accountId: string
readonly data: {
readonly message: string
}
/** An ISO 8601 instant */
readonly occurredAt: string
}
readonly Consent: {
/** null: nothing was agreed to yet */
readonly agreed: Schemas["ConsentTerms"] | null
readonly asked: Schemas["ConsentTerms_1"]
/** What of it was not agreed to, in sentences; while there is any, no script runs on the account */
readonly missing: ReadonlyArray<string>
/** The same as missing, each as a word and what it is about */
readonly gaps: ReadonlyArray<{
readonly code: "nothing" | "creator" | "origin" | "request" | "login_anything" | "login_request" | "password_shown"
/** The origin or the request, where it is about one */
readonly about: string | null
}>
/** Names what is asked for; agreeing sends it back */
readonly fingerprint: string
}
/** What the bank and its active script ask for now */
readonly ConsentTerms_1: {
/** Who made the bank and publishes its scripts; null: whoever runs this server (extension) */
readonly creator: {
readonly name: string | null
readonly administrator: boolean
} | null
/** Where the script goes, and secrets are typed */
readonly origins: ReadonlyArray<string>
/** What the bank's page may send after the login beyond reading, such as `POST /movements/search` */
readonly requests: ReadonlyArray<string>
/** What alone the bank's page may send in the login beyond reading, such as `POST /login`; absent: anything, to the bank's origins (extension) */
readonly login_requests?: ReadonlyArray<string>
/** The script types the password into a field whose text the bank's page shows; absent: into password fields and on keypads only (extension) */
readonly password_fields?: "text"
}
readonly ConsentTerms: {
/** Who made the bank and publishes its scripts; null: whoever runs this server (extension) */
readonly creator: {
readonly name: string | null
readonly administrator: boolean
} | null
/** Where the script goes, and secrets are typed */
readonly origins: ReadonlyArray<string>
/** What the bank's page may send after the login beyond reading, such as `POST /movements/search` */
readonly requests: ReadonlyArray<string>
/** What alone the bank's page may send in the login beyond reading, such as `POST /login`; absent: anything, to the bank's origins (extension) */
readonly login_requests?: ReadonlyArray<string>
/** The script types the password into a field whose text the bank's page shows; absent: into password fields and on keypads only (extension) */
readonly password_fields?: "text"
}
readonly TaughtPayer: {
/** A UUID */
readonly id: string
/** The payer's name as orders have it */
readonly order_name: string
/** The payer's name as the bank shows it; empty where it names nobody */
readonly sender_name: string
/** The account that the money came from, where the bank prints one */
readonly counterparty_account: string | null
/** What a person said last. confirmed: the sender, by name and by account, counts as the payer of later orders of that name; separated: it speaks against it */
readonly verdict: "confirmed" | "separated"
/** ISO 8601 in UTC with milliseconds */
readonly taught_at: string
}
readonly ShadowConsent: {
/** null: no version is tried on the account */
readonly agreed_at: null | string
/** The last one of each version, the newest first; 50 at most */
readonly runs: ReadonlyArray<Schemas["ShadowRun"]>
}
readonly ShadowRun: {
/** A UUID */
readonly script_id: string
readonly version: string
/** ISO 8601 in UTC with milliseconds */
readonly started_at: string
readonly finished_at: null | string
/** read, not_comparable, or the kind of failure; null while it runs, or if it was broken off */
readonly outcome: string | null
/** That the active version read */
readonly movements_before: number
readonly movements_after: number
readonly identities_changed: number
readonly signs_changed: number
}
readonly Forbidden: {
/** One sentence: what is wrong */
readonly error: string
}
readonly ScriptReport: {
readonly script: Schemas["ScriptRecord"]
readonly comparison: {
/** A UUID */
readonly against: string
readonly source: "recordings"
/** ISO 8601 in UTC with milliseconds */
readonly compared_at: string
/** That the other version read */
readonly movements: number
readonly identities_changed: number
readonly signs_changed: number
/** identities_changed of movements, 0 to 1 */
readonly changed_share: number
readonly samples: ReadonlyArray<Schemas["ScriptComparisonSample"]>
} | null
readonly shadow: Schemas["ScriptShadow"] | null
readonly promotion: Schemas["ScriptPromotion"]
/** All of the bank's, the newest promotion first */
readonly versions: ReadonlyArray<Schemas["ScriptVersionHealth"]>
}
readonly ScriptVersionHealth: {
/** A UUID */
readonly script_id: string
readonly version: string
readonly status: "active" | "review"
readonly promoted_at: null | string
/** Cycles of accounts in the last thirty days */
readonly runs: number
readonly succeeded: number
/** 0 to 1; null without any run */
readonly success_rate: number | null
readonly failures: ReadonlyArray<{
readonly kind: string
readonly count: number
}>
/** Of the runs that succeeded, from start to end, waiting for codes included; null too where they are of less than ten accounts, not all of them yours */
readonly median_ms: number | null
readonly p95_ms: number | null
}
/** What happens if you promote it now */
readonly ScriptPromotion: {
/** That are read with it from their next read on; of fewer than ten of others only those that were there before today, unless you are an administrator */
readonly accounts: number
/** Those of them that are yours */
readonly own: number
/** Those of them that are not read before their owners agree */
readonly waiting: number
/** What these have not agreed to yet, in sentences */
readonly missing: ReadonlyArray<string>
}
/** The last run on each account, all together */
readonly ScriptShadow: {
/** On which it was tried, their owners having agreed */
readonly accounts: number
/** Those of them that both versions read */
readonly compared: number
/** Of the others: not_comparable (it wanted to log in, or can't go on with an open session), or a kind of failure */
readonly outcomes: ReadonlyArray<{
readonly kind: string
readonly count: number
}>
/** ISO 8601 in UTC with milliseconds */
readonly last_at: string
/** That the active version read */
readonly movements: number
readonly identities_changed: number
readonly signs_changed: number
/** identities_changed of movements, 0 to 1 */
readonly changed_share: number
}
readonly ScriptComparisonSample: {
/** The recording */
readonly name: string
/** read, or the kind of failure that it ended with */
readonly outcome_before: string
/** read, or the kind of failure that it ended with */
readonly outcome_after: string
readonly movements_before: number
readonly movements_after: number
/** Movements of the other version that this one would not recognise again */
readonly identities_changed: number
/** Movements whose amount would change its sign */
readonly signs_changed: number
}
readonly ScriptRecord: {
/** A UUID */
readonly id: string
readonly flow_type: "extract_transactions"
/** Dotted: 1.4.0 */
readonly version: string
readonly status: "active" | "review"
readonly origin: "manual"
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** The bank's code */
readonly bank: string
/** A UUID */
readonly bank_id: string
/** What the bank's page may send beyond reading once the script has logged in (extension) */
readonly requests: ReadonlyArray<{
/** POST, PUT, PATCH, DELETE; or WEBSOCKET: sockets, whatever their path */
readonly method: string
/** Without query; a segment that is * stands for any one segment */
readonly path: string
/** Absent: all but login, in which everything may be sent */
readonly phases?: ReadonlyArray<string>
}>
/** The script types the password into a field whose text the bank's page shows; absent: into password fields and on keypads only (extension) */
readonly password_fields?: "text"
}
readonly Script: {
/** A UUID */
readonly id: string
readonly flow_type: "extract_transactions"
/** Dotted: 1.4.0 */
readonly version: string
readonly status: "active" | "review"
readonly origin: "manual"
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** The bank's code */
readonly bank: string
/** A UUID */
readonly bank_id: string
}
readonly Bank: {
/** A UUID */
readonly id: string
readonly code: string
readonly name: string
readonly loginUrl?: string
readonly status: "active" | "retired"
}
readonly BankDetail: {
/** A UUID */
readonly id: string
readonly code: string
readonly name: string
readonly loginUrl?: string
readonly status: "active" | "retired"
/** Where secrets may be typed (extension) */
readonly origins: ReadonlyArray<string>
/** Who made the bank and publishes its scripts; null: whoever runs this server (extension) */
readonly creator: {
readonly name: string | null
readonly administrator: boolean
} | null
/** The script's version that reads the accounts (extension) */
readonly active: {
readonly version: string
/** ISO 8601 in UTC with milliseconds */
readonly since: string
/** What the bank's page may send after the login beyond reading, such as `POST /movements/search` */
readonly requests: ReadonlyArray<string>
/** What alone the bank's page may send in the login beyond reading, such as `POST /login`; absent: anything, to the bank's origins (extension) */
readonly login_requests?: ReadonlyArray<string>
/** The script types the password into a field whose text the bank's page shows; absent: into password fields and on keypads only (extension) */
readonly password_fields?: "text"
} | null
/** Names what enrolling at the bank agrees to; `POST /accounts` takes it (extension) */
readonly fingerprint: string
readonly scripts: ReadonlyArray<Schemas["ScriptSummary"]>
}
readonly ScriptSummary: {
/** A UUID */
readonly id: string
readonly flow_type: "extract_transactions"
/** Dotted: 1.4.0 */
readonly version: string
readonly status: "active" | "review"
readonly origin: "manual"
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
}
readonly WebhookTest: {
/** As of an attempt in the delivery log */
readonly outcome: string
readonly http_status: number | null
readonly duration_ms: number
/** At most 16 KiB; your token, the webhook secret and signatures masked */
readonly response: string | null
/** Why there was no answer, in one sentence */
readonly fault: string | null
/** What would help, where we know it */
readonly advice: string | null
}
readonly Endpoint: {
/** The account's webhook_url, without its query */
readonly url: string
/** disabled: it answered 410. paused: a person paused it */
readonly state: "active" | "disabled" | "paused"
/** In a row, up to now */
readonly failures: number
readonly last_success_at: null | string
readonly last_failure_at: null | string
/** What came of the last test by hand */
readonly last_test: {
/** ISO 8601 in UTC with milliseconds */
readonly at: string
/** As of an attempt in the delivery log */
readonly outcome: string
} | null
/** Results that are not delivered yet, held ones among them */
readonly waiting: number
}
readonly DeliveryDetail: {
/** A UUID */
readonly id: string
/** The header `webhook-id`: the same over retries and replays */
readonly webhook_id: string
/** A UUID */
readonly account_id: string
/** To `webhook_url`, or to `notification_endpoint_url` */
readonly lane: "result" | "notification"
/** `matched`, `ambiguous`, `expired`, `movement`, or a notification */
readonly event: string
readonly request_id: string | null
readonly movement_id: string | null
/** The order's, of a result */
readonly external_id: string | null
/** The payer: of the order, or of the movement that is passed on */
readonly sender_name: string | null
/** The header `counterfoil-sequence`: the same over retries and replays */
readonly sequence: number
/** held: its endpoint is paused, disabled or missing. exhausted: the schedule is used up. cancelled: what it tells of is over, or a later result of the same order replaced it */
readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "cancelled" | "held"
readonly attempts_made: number
/** Of the latest attempt that ended */
readonly last_outcome: string | null
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
readonly next_attempt_at: null | string
readonly delivered_at: null | string
/** One sentence; null while it goes on */
readonly stopped_because: string | null
/** The same as a word: gone, exhausted, no_address, paused, disabled, about_to_be_sent, superseded or over */
readonly stopped_code: string | null
/** The bytes that every attempt sends, as text */
readonly body: string
/** The latest 50, in the order they were made */
readonly attempts: ReadonlyArray<Schemas["DeliveryAttempt"]>
}
readonly DeliveryAttempt: {
/** The header `counterfoil-attempt` */
readonly number: number
/** Without its query */
readonly url: string
/** ISO 8601 in UTC with milliseconds */
readonly started_at: string
readonly finished_at: null | string
readonly duration_ms: number | null
/** Before its turn: it used up nothing of the schedule */
readonly early: boolean
/** delivered, rejected (another status), redirected, gone (410), egress_refused, dns_failed, connect_failed, tls_failed, timeout, broken; null while it is under way, or when it was cut off */
readonly outcome: string | null
readonly http_status: number | null
/** At most 16 KiB; your token, the webhook secret and signatures masked */
readonly response: string | null
/** Why there was no answer, in one sentence */
readonly fault: string | null
}
readonly Delivery: {
/** A UUID */
readonly id: string
/** The header `webhook-id`: the same over retries and replays */
readonly webhook_id: string
/** A UUID */
readonly account_id: string
/** To `webhook_url`, or to `notification_endpoint_url` */
readonly lane: "result" | "notification"
/** `matched`, `ambiguous`, `expired`, `movement`, or a notification */
readonly event: string
readonly request_id: string | null
readonly movement_id: string | null
/** The order's, of a result */
readonly external_id: string | null
/** The payer: of the order, or of the movement that is passed on */
readonly sender_name: string | null
/** The header `counterfoil-sequence`: the same over retries and replays */
readonly sequence: number
/** held: its endpoint is paused, disabled or missing. exhausted: the schedule is used up. cancelled: what it tells of is over, or a later result of the same order replaced it */
readonly status: "pending" | "delivering" | "delivered" | "exhausted" | "cancelled" | "held"
readonly attempts_made: number
/** Of the latest attempt that ended */
readonly last_outcome: string | null
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
readonly next_attempt_at: null | string
readonly delivered_at: null | string
/** One sentence; null while it goes on */
readonly stopped_because: string | null
/** The same as a word: gone, exhausted, no_address, paused, disabled, about_to_be_sent, superseded or over */
readonly stopped_code: string | null
}
readonly ConciliationDetail: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
/** The order reference */
readonly external_id: string
readonly status: "pending" | "processing" | "matched" | "ambiguous" | "not_found" | "expired" | "cancelled" | "failed"
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** The bank's code */
readonly bank: string
readonly account_name: string
readonly attempts: ReadonlyArray<Schemas["Attempt"]>
readonly match: Schemas["Match"] | null
/** All movements that pay the request, `match` first: several only where a person chose them (extension) */
readonly matches: ReadonlyArray<Schemas["Payment"]>
}
readonly Payment: {
/** A UUID */
readonly id: string
/** A UUID */
readonly request_id: string
/** The movement */
readonly bank_transaction_id: string
readonly is_primary: boolean
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly received_at: string
/** Other requests that a person gave the same movement to */
readonly also_pays: ReadonlyArray<{
/** A UUID */
readonly request_id: string
readonly external_id: string
}>
}
readonly Match: {
/** A UUID */
readonly id: string
/** A UUID */
readonly request_id: string
/** The movement */
readonly bank_transaction_id: string
readonly is_primary: boolean
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly received_at: string
}
readonly Attempt: {
/** A UUID */
readonly id: string
/** A UUID */
readonly request_id: string
readonly attempt_number: number
readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
readonly reason: string | null
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
}
readonly Resolve: {
readonly movement_id?: string
/** Several movements that together pay the request; with or instead of movement_id */
readonly movement_ids?: ReadonlyArray<string>
/** Further requests that the same movement pays */
readonly request_ids?: ReadonlyArray<string>
}
readonly Explanation: {
readonly attempt_number: number
readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
/** Of the reason: one fixed sentence per code */
readonly code: string
readonly reason: string | null
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** Version of the weights */
readonly ruleset: string
readonly preset: string
readonly script_version: string | null
/** The days that had been read whole, in the bank's local dates */
readonly coverage: {
readonly from: string
readonly to: string
readonly complete: boolean
} | null
/** What the candidates are held against, as your system lists it now */
readonly order: {
readonly external_id: string
readonly name: string
readonly reference: string | null
readonly tax_id: string | null
}
readonly candidates: ReadonlyArray<Schemas["Candidate"]>
/** What one order and one payment don't explain, as it is now: for a person to see, never counted as paid by itself */
readonly beyond_one: ReadonlyArray<Schemas["BeyondOne"]>
}
readonly BeyondOne: {
/** one_for_several: the payment is the exact sum of these orders; several_for_one: these payments are; partial: a payment of the same payer of another amount */
readonly kind: "one_for_several" | "several_for_one" | "partial"
readonly movements: ReadonlyArray<{
/** A UUID */
readonly movement_id: string
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
readonly sender_name: string
/** YYYY-MM-DD, the bank's */
readonly booked_date: string
}>
/** The request itself comes first */
readonly requests: ReadonlyArray<{
/** A UUID */
readonly request_id: string
readonly external_id: string
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
}>
/** ISO 4217 code */
readonly currency: string
/** What came, less what the requests are of; negative: too little was paid */
readonly difference: string
}
readonly Candidate: {
/** A UUID */
readonly movement_id: string
/** In bits; null where a person chose */
readonly score: number | null
/** match, contender, review, runner_up or near_miss; separated: a person unmatched it from the request */
readonly role: string
/** The terms of the score */
readonly evidence: ReadonlyArray<{
/** name, alias, alias_account, alias_account_part, reference, tax_id, account, crowding or amount; more may come */
readonly kind: string
readonly bits: number
/** How far the names agree */
readonly level?: string
/** Of amount: what came less what the request is of; negative: too little (extension) */
readonly difference?: string
}>
/** As it is now */
readonly movement: {
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly received_at: string
readonly external_id: string
/** As the bank shows it */
readonly description: string
readonly counterparty: string | null
readonly counterparty_account: string | null
/** YYYY-MM-DD, the bank's */
readonly booked_date: string
/** Whether it could pay the request: booked, there, not excluded, and no other request's (extension) */
readonly can_pay: boolean
} | null
}
readonly TimelineEntry: {
/** ISO 8601 in UTC with milliseconds */
readonly at: string
/** Of left, cancelled and listed_again the latest */
readonly kind: "listed" | "attempt" | "matched" | "unmatched" | "expired" | "left" | "cancelled" | "listed_again" | "delivery" | "delivery_attempt"
/** Of matched and unmatched */
readonly movement_id: string | null
/** Of matched and unmatched */
readonly movement: {
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** YYYY-MM-DD, the bank's */
readonly booked_date: string
} | null
/** Of matched and unmatched */
readonly by_person: boolean | null
/** Of attempt and delivery_attempt */
readonly number: number | null
/** Of an attempt; of a delivery_attempt its outcome, null while it is under way */
readonly result: string | null
/** Of an attempt's reason; of cancelled withdrawn or mode_changed, null where it is not known; of left waiting or closed */
readonly code: string | null
/** Of an attempt; of a delivery_attempt its fault */
readonly reason: string | null
/** Of delivery and delivery_attempt */
readonly delivery_id: string | null
/** Of a delivery */
readonly event: string | null
/** Of a delivery, as it is now */
readonly status: string | null
/** Of a delivery_attempt */
readonly http_status: number | null
}
readonly RehearsalReport: {
readonly preset: "strict" | "default" | "lenient"
readonly preset_in_force: "strict" | "default" | "lenient"
/** Version of the weights */
readonly ruleset: string
readonly orders: number
readonly movements: number
readonly matched_now: number
readonly matched_rehearsed: number
/** Matched in both, with the same movement */
readonly same: number
/** Matched in both, with another movement */
readonly different: number
/** Matched now only */
readonly lost: number
/** Matched in the rehearsal only */
readonly gained: number
readonly ambiguous_now: number
readonly ambiguous_rehearsed: number
/** Matched in the rehearsal in spite of what a person has chosen or separated */
readonly against_person: number
/** What goes against a person first, then different, lost, gained; at most 200 */
readonly changes: ReadonlyArray<Schemas["RehearsedChange"]>
/** How many more changes there are than those listed */
readonly changes_left_off: number
}
readonly RehearsedChange: {
/** A UUID */
readonly request_id: string
/** A UUID */
readonly account_id: string
/** The order reference */
readonly external_id: string
readonly change: "different" | "lost" | "gained"
/** A person has chosen or separated otherwise */
readonly against_person: boolean
readonly before: {
readonly status: "pending" | "processing" | "matched" | "ambiguous" | "not_found" | "expired" | "cancelled" | "failed"
/** The movement that pays it */
readonly movement_id: string | null
/** Of the latest attempt */
readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error" | null
readonly reason: string | null
}
readonly after: {
/** The movement that pays it */
readonly movement_id: string | null
readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
readonly reason: string
}
}
readonly RehearsalPlan: {
readonly preset: "strict" | "default" | "lenient"
/** Only this account; all of yours without it */
readonly account_id?: string
/** ISO 8601 in UTC with milliseconds */
readonly since?: string
}
readonly OrdersOfDay: {
/** YYYY-MM-DD, in the zone that was asked for */
readonly date: string
/** ISO 4217 code */
readonly currency: string
readonly status: "pending" | "processing" | "matched" | "ambiguous" | "not_found" | "expired" | "cancelled" | "failed"
readonly count: number
/** How many of them need a person, as needs_person of the summary */
readonly needs_person: number
/** How many of them a person has closed, as closed_of of the summary */
readonly closed: number
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly sum: string
}
readonly FoundRequest: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
/** The order reference */
readonly external_id: string
readonly status: "pending" | "processing" | "matched" | "ambiguous" | "not_found" | "expired" | "cancelled" | "failed"
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** The bank's code */
readonly bank: string
readonly account_name: string
readonly reference: string | null
/** When it was made, by your system; null: it doesn't say (extension) */
readonly ordered_at: null | string
/** ISO 8601 in UTC with milliseconds */
readonly first_seen_at: string
/** ISO 8601 in UTC with milliseconds */
readonly updated_at: string
readonly attempts_made: number
/** When a person unmatched it; null once it is settled, left as it is, listed again after it was withdrawn, or expired */
readonly separated_at: null | string
/** Of a matched one: since when the bank has booked back what pays it; null once it is unmatched or left as it is */
readonly reversed_at: null | string
/** Of one that a person unmatched: whether your system's latest list has it. Null: no list has been read since, or nobody waits to know */
readonly listed: boolean | null
/** What a person took back last; it stays until the request is matched again */
readonly unmatched: {
/** ISO 8601 in UTC with milliseconds */
readonly at: string
/** Whether it speaks against the payer's name; false once forgotten */
readonly taught: boolean
readonly payments: ReadonlyArray<{
/** A UUID */
readonly movement_id: string
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** YYYY-MM-DD, the bank's */
readonly booked_date: string
}>
} | null
/** What a person decided of it after unmatching it */
readonly left: {
/** ISO 8601 in UTC with milliseconds */
readonly at: string
/** waiting: for another payment, as long as it is listed; closed: nobody waits for it */
readonly as: "waiting" | "closed"
} | null
/** Null unless it is cancelled */
readonly cancelled_at: null | string
/** Of a cancelled one: your system no longer lists it, or the mode was changed. Null: not known */
readonly cancelled_because: "withdrawn" | "mode" | null
/** Why it is what it is, and how far was looked */
readonly last_attempt: {
readonly number: number
readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
/** Of the reason: one fixed sentence per code */
readonly code: string
readonly reason: string | null
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** The days that had been read whole */
readonly coverage: {
readonly from: string
readonly to: string
readonly complete: boolean
} | null
/** Whether a payment of its amount that was not certain enough could pay it now (extension) */
readonly comes_close: boolean
} | null
readonly match: {
/** A UUID */
readonly movement_id: string
/** ISO 8601 in UTC with milliseconds */
readonly received_at: string
readonly sender_name: string
/** Whether a person chose it */
readonly by_person: boolean
/** ISO 8601 in UTC with milliseconds */
readonly at: string
/** The e-mail of the person who chose it */
readonly by: string | null
} | null
/** What your system was told of it last */
readonly last_delivery: {
/** A UUID */
readonly id: string
readonly event: string
readonly status: string
readonly delivered_at: null | string
} | null
}
readonly ConciliationSummary: {
readonly pending: number
readonly processing: number
readonly matched: number
readonly ambiguous: number
readonly not_found: number
readonly expired: number
readonly cancelled: number
readonly failed: number
/** Ambiguous or failed and not closed, unmatched by a person and neither settled nor left since, or matched with what the bank has booked back */
readonly needs_person: number
/** How many of each status need a person; together they are needs_person */
readonly needs_person_of: {
readonly pending: number
readonly processing: number
readonly matched: number
readonly ambiguous: number
readonly not_found: number
readonly expired: number
readonly cancelled: number
readonly failed: number
}
/** How many of each status a person has unmatched and closed: nobody waits for them */
readonly closed_of: {
readonly pending: number
readonly processing: number
readonly matched: number
readonly ambiguous: number
readonly not_found: number
readonly expired: number
readonly cancelled: number
readonly failed: number
}
/** Unmatched by a person and not matched again: what unmatched=yes and unmatched=decided list together */
readonly taken_back: number
}
readonly ConciliationRequest: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
/** The order reference */
readonly external_id: string
readonly status: "pending" | "processing" | "matched" | "ambiguous" | "not_found" | "expired" | "cancelled" | "failed"
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** The bank's code */
readonly bank: string
readonly account_name: string
}
readonly StatementTaken: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
readonly status: "ingested" | "quarantined"
/** Of an uploaded statement; null: read by a script */
readonly format: "ofx" | "camt053" | "mt940" | "norma43" | "csv" | "spreadsheet" | null
/** The days that were read, in the bank's local dates */
readonly coverage: {
readonly from: string
readonly to: string
readonly complete: boolean
}
readonly rows_read: number
readonly rows_new: number
/** Why it is or was quarantined */
readonly fault: string | null
/** ISO 8601 in UTC with milliseconds */
readonly finished_at: string
/** When a person took it out of quarantine */
readonly accepted_at: null | string
/** Since when what it brought is taken out, by a person */
readonly excluded_at: null | string
/** Of rows_new, how many are held as possible duplicates: neither matched nor sent until they are settled (`include`, `exclude`) */
readonly rows_held: number
/** How many of them are movements that a person has taken out before: they stay out (`include`) */
readonly rows_excluded: number
}
readonly StatementUpload: {
/** The file as text, if it is in UTF-8. Either this or content_base64 */
readonly content?: string
/** The file's bytes: a workbook, or a text in UTF-8, in UTF-16 with its mark, or else in Windows-1252 */
readonly content_base64?: string
/** Told from the content where it is left out */
readonly format?: "ofx" | "camt053" | "mt940" | "norma43" | "csv" | "spreadsheet"
/** Of files that don't say it, as CSV and workbooks: an ISO 4217 code in any case */
readonly currency?: string
/** The decimal sign of a CSV or of texts in a workbook. Told from its amounts where it is left out; where none of them shows it, as where all are like 1.250, the refusal asks for it */
readonly decimal?: "," | "."
/** The order of day, month and year in the dates of a CSV or a workbook. Told from them where it is left out, or as the bank's script has it; where nothing tells it, as of 05/06/2026 in English and dollars, the refusal asks for it */
readonly dates?: "dmy" | "mdy" | "ymd"
/** For people to know the file again: the account's activity names it, without the account's number */
readonly file_name?: string
/** true: the file is of this account, although it names another bank account than the last one of its format, or what is in it is known at another account of the caller */
readonly anyway?: boolean
}
readonly ScrapeIncluded: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
readonly status: "ingested" | "quarantined"
/** Of an uploaded statement; null: read by a script */
readonly format: "ofx" | "camt053" | "mt940" | "norma43" | "csv" | "spreadsheet" | null
/** The days that were read, in the bank's local dates */
readonly coverage: {
readonly from: string
readonly to: string
readonly complete: boolean
}
readonly rows_read: number
readonly rows_new: number
/** Why it is or was quarantined */
readonly fault: string | null
/** ISO 8601 in UTC with milliseconds */
readonly finished_at: string
/** When a person took it out of quarantine */
readonly accepted_at: null | string
/** Since when what it brought is taken out, by a person */
readonly excluded_at: null | string
/** How many are in again */
readonly movements_included: number
}
readonly ScrapeExcluded: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
readonly status: "ingested" | "quarantined"
/** Of an uploaded statement; null: read by a script */
readonly format: "ofx" | "camt053" | "mt940" | "norma43" | "csv" | "spreadsheet" | null
/** The days that were read, in the bank's local dates */
readonly coverage: {
readonly from: string
readonly to: string
readonly complete: boolean
}
readonly rows_read: number
readonly rows_new: number
/** Why it is or was quarantined */
readonly fault: string | null
/** ISO 8601 in UTC with milliseconds */
readonly finished_at: string
/** When a person took it out of quarantine */
readonly accepted_at: null | string
/** Since when what it brought is taken out, by a person */
readonly excluded_at: null | string
/** How many were taken out now */
readonly movements_excluded: number
/** How many stay, since they pay an order: unmatch it first, and exclude once more */
readonly movements_kept: number
}
readonly Scrape: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
readonly status: "ingested" | "quarantined"
/** Of an uploaded statement; null: read by a script */
readonly format: "ofx" | "camt053" | "mt940" | "norma43" | "csv" | "spreadsheet" | null
/** The days that were read, in the bank's local dates */
readonly coverage: {
readonly from: string
readonly to: string
readonly complete: boolean
}
readonly rows_read: number
readonly rows_new: number
/** Why it is or was quarantined */
readonly fault: string | null
/** ISO 8601 in UTC with milliseconds */
readonly finished_at: string
/** When a person took it out of quarantine */
readonly accepted_at: null | string
/** Since when what it brought is taken out, by a person */
readonly excluded_at: null | string
}
readonly ScrapeDetail: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
readonly status: "ingested" | "quarantined"
/** Of an uploaded statement; null: read by a script */
readonly format: "ofx" | "camt053" | "mt940" | "norma43" | "csv" | "spreadsheet" | null
/** The days that were read, in the bank's local dates */
readonly coverage: {
readonly from: string
readonly to: string
readonly complete: boolean
}
readonly rows_read: number
readonly rows_new: number
/** Why it is or was quarantined */
readonly fault: string | null
/** ISO 8601 in UTC with milliseconds */
readonly finished_at: string
/** When a person took it out of quarantine */
readonly accepted_at: null | string
/** Since when what it brought is taken out, by a person */
readonly excluded_at: null | string
/** As they were read; null unless it is quarantined */
readonly rows: ReadonlyArray<{
readonly date: string
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
readonly description: string
readonly counterparty: string | null
readonly counterparty_account: string | null
readonly balance: string | null
readonly pending: boolean
}> | null
}
readonly Movement: {
/** A UUID */
readonly id: string
readonly external_id: string
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
/** Empty when the bank names nobody */
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly received_at: string
readonly notified_at: null | string
/** Taken out by a person: neither matches nor is sent */
readonly excluded_at: null | string
/** The bank's own id as it prints it, which may repeat (extension) */
readonly bank_movement_id: string | null
/** The bank's day (extension) */
readonly booked_date: string
/** Where the bank prints one (extension) */
readonly value_date: string | null
/** As the bank has it; only what is booked matches and is sent (extension) */
readonly status: "pending" | "booked"
/** As the bank shows it (extension) */
readonly description: string
/** Who paid or was paid, where the bank prints it apart from the description (extension) */
readonly counterparty: string | null
/** The number of the other side's account, where the bank prints one: whole (an IBAN without spaces), or masked, or its end (extension) */
readonly counterparty_account: string | null
/** The account's balance after it, where the bank prints one (extension) */
readonly balance: string | null
/** Since when the bank no longer shows it: it pays nothing and is not sent any more (extension) */
readonly removed_at: null | string
/** Since when it is known to be taken back, or to take one back (extension) */
readonly reversed_at: null | string
/** Only where it may be one of these movements (extension): neither matched nor sent until a complete scrape or a person (`include`, `exclude`) settles it */
readonly possible_duplicate_of?: ReadonlyArray<string>
}
readonly PaidOrder: {
/** A UUID */
readonly request_id: string
readonly external_id: string
/** The order's */
readonly sender_name: string
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
/** ISO 8601 in UTC with milliseconds */
readonly at: string
/** Who chose it: an e-mail; null: it was matched by itself */
readonly by: string | null
/** Since then it pays the order no longer; null: it does */
readonly ended_at: null | string
/** Who undid it: an e-mail */
readonly ended_by: string | null
}
readonly MoneyOfDay: {
/** YYYY-MM-DD, the bank's */
readonly date: string
/** ISO 4217 code */
readonly currency: string
readonly in_count: number
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly in_sum: string
readonly out_count: number
/** Negative, or 0.00 */
readonly out_sum: string
}
readonly FoundMovement: {
/** A UUID */
readonly id: string
readonly external_id: string
/** A decimal string with two decimals (three or four in currencies that have them) */
readonly amount: string
/** ISO 4217 code */
readonly currency: string
/** Empty when the bank names nobody */
readonly sender_name: string
/** ISO 8601 in UTC with milliseconds */
readonly received_at: string
readonly notified_at: null | string
/** Taken out by a person: neither matches nor is sent */
readonly excluded_at: null | string
/** The bank's own id as it prints it, which may repeat (extension) */
readonly bank_movement_id: string | null
/** The bank's day (extension) */
readonly booked_date: string
/** Where the bank prints one (extension) */
readonly value_date: string | null
/** As the bank has it; only what is booked matches and is sent (extension) */
readonly status: "pending" | "booked"
/** As the bank shows it (extension) */
readonly description: string
/** Who paid or was paid, where the bank prints it apart from the description (extension) */
readonly counterparty: string | null
/** The number of the other side's account, where the bank prints one: whole (an IBAN without spaces), or masked, or its end (extension) */
readonly counterparty_account: string | null
/** The account's balance after it, where the bank prints one (extension) */
readonly balance: string | null
/** Since when the bank no longer shows it: it pays nothing and is not sent any more (extension) */
readonly removed_at: null | string
/** Since when it is known to be taken back, or to take one back (extension) */
readonly reversed_at: null | string
/** Only where it may be one of these movements (extension): neither matched nor sent until a complete scrape or a person (`include`, `exclude`) settles it */
readonly possible_duplicate_of?: ReadonlyArray<string>
/** A UUID */
readonly account_id: string
readonly account_name: string
/** The bank's code */
readonly bank: string
/** The order that it is matched with */
readonly pays: {
/** A UUID */
readonly request_id: string
readonly external_id: string
} | null
}
/** Without addresses and tokens: they are sealed */
readonly NoticeChannel: {
/** A UUID */
readonly id: string
readonly kind: "ntfy" | "gotify" | "telegram" | "email" | "apprise"
readonly name: string
readonly language: "en" | "es"
readonly page_origin: string | null
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
readonly last_success_at: null | string
/** Why the last try failed; null after a success */
readonly last_fault: string | null
}
readonly NoticeChannelWrite: {
readonly kind: "ntfy"
readonly name: string
/** (Default: en) */
readonly language?: "en" | "es"
/** Where a tap leads. (Default: nowhere) */
readonly page_origin?: string | null
readonly url: string
readonly topic: string
readonly token?: string
} | {
readonly kind: "gotify"
readonly name: string
/** (Default: en) */
readonly language?: "en" | "es"
/** Where a tap leads. (Default: nowhere) */
readonly page_origin?: string | null
readonly url: string
readonly token: string
} | {
readonly kind: "telegram"
readonly name: string
/** (Default: en) */
readonly language?: "en" | "es"
/** Where a tap leads. (Default: nowhere) */
readonly page_origin?: string | null
readonly bot_token: string
readonly chat_id: string
/** Of a Bot API server of your own */
readonly url?: string
} | {
readonly kind: "email"
readonly name: string
/** (Default: en) */
readonly language?: "en" | "es"
/** Where a tap leads. (Default: nowhere) */
readonly page_origin?: string | null
readonly host: string
readonly port: number
readonly security: "tls" | "starttls"
readonly username?: string
readonly password?: string
readonly from: string
readonly to: string
} | {
readonly kind: "apprise"
readonly name: string
/** (Default: en) */
readonly language?: "en" | "es"
/** Where a tap leads. (Default: nowhere) */
readonly page_origin?: string | null
readonly url: string
readonly tag?: string
}
readonly Mailbox: {
readonly host: string
readonly port: number
readonly security: "tls" | "starttls"
readonly username: string
/** Which is sealed, and never shown */
readonly opens_with: "password" | "oauth"
readonly folder: string
readonly senders: ReadonlyArray<string>
readonly subject: string | null
/** ISO 8601 in UTC with milliseconds */
readonly added_at: string
/** Why it could not be read the last time. Where it was refused, it isn't tried again before it is saved anew */
readonly problem: string | null
readonly pattern: string | null
}
readonly AskRules: {
/** Times of day, from 09:00 to 10:00, say; null: the service's own (ASSISTED_HOURS) */
readonly hours: {
readonly from: string
readonly to: string
} | null
/** Whose times these are, IANA; null: the bank's */
readonly zone: string | null
/** In any 24 hours; null: as the schedule wants */
readonly most_per_day: number | null
readonly snoozed_until: null | string
}
readonly CodeSettings: {
readonly sms: {
/** Whose messages are read, as the phone names them; empty: anybody's */
readonly senders: ReadonlyArray<string>
/** Where messages are forwarded to, with an API key */
readonly path: string
/** A regular expression of the bank's messages; its first group, or all of it, is the code. In any case */
readonly pattern: string | null
}
readonly totp: Schemas["AuthenticatorSecret"] | null
}
/** What it makes; the secret itself is never shown */
readonly AuthenticatorSecret: {
readonly digits: number
/** Seconds */
readonly period: number
readonly algorithm: string
/** Who handed it out, in its own words */
readonly issuer: string | null
/** ISO 8601 in UTC with milliseconds */
readonly added_at: string
}
readonly AccountState: {
/** A UUID */
readonly account_id: string
readonly status: "active" | "paused"
/** idle, opening, awaiting-otp, reading, monitoring, closing */
readonly state: string
readonly session_running: boolean
readonly pending_assistance: Schemas["AssistanceRequest"] | null
readonly next_run_at: null | string
readonly scrape_blocked_at: null | string
readonly scrape_blocked_reason: string | null
}
readonly Evidence: {
/** A UUID */
readonly id: string
/** The failure's kind, as in `scrape.failed` and `login.failed` */
readonly kind: string
/** ISO 8601 in UTC with milliseconds */
readonly occurred_at: string
/** ISO 8601 in UTC with milliseconds */
readonly expires_at: string
/** The address of the bank's page, without secrets */
readonly url: string
/** Roles and names of what was on the page, one per line; the values of fields are left out */
readonly outline: string
/** A PNG in base64; fields and secrets are covered */
readonly screenshot: string
}
readonly EvidenceEntry: {
/** A UUID */
readonly id: string
/** The failure's kind, as in `scrape.failed` and `login.failed` */
readonly kind: string
/** ISO 8601 in UTC with milliseconds */
readonly occurred_at: string
/** ISO 8601 in UTC with milliseconds */
readonly expires_at: string
}
readonly ActivityEntry: {
/** Grows with time; the cursor of `before` */
readonly id: string
/** ISO 8601 in UTC with milliseconds */
readonly occurred_at: string
/** A stable word, such as scrape.read: docs/api.md has all of them */
readonly kind: string
/** In English, for reading */
readonly message: string
/** What varies in the message, by kind: with both it can be said in another language. said and purpose are a script's own words: quote them */
readonly data: { readonly [key: string]: unknown }
}
readonly Account: {
/** A UUID */
readonly id: string
/** The bank's code */
readonly bank: string
readonly name: string
readonly status: "active" | "paused"
}
readonly Settings: {
/** A UUID */
readonly id: string
/** A UUID */
readonly account_id: string
/** Your list of pending orders. Required when the operation mode is reconcile, ignored in passthrough */
readonly pending_orders_endpoint: string | null
/** Where results are sent. Always required */
readonly webhook_url: string
/** As auth_type, for webhook_url */
readonly webhook_auth_type: "bearer" | "api_key" | null
/** Without it, auth_type and auth_token are used */
readonly webhook_auth_token: string | null
/** Where operational notifications are sent. Empty disables them */
readonly notification_endpoint_url: string | null
/** As auth_type, for notification_endpoint_url */
readonly notification_auth_type: "bearer" | "api_key" | null
/** Sent to notification_endpoint_url */
readonly notification_auth_token: string | null
/** Which operational notifications are sent (`movements_removed` and `script_changed` are ours) */
readonly notification_events: ReadonlyArray<"assistance_required" | "login_failed" | "scrape_failed" | "movements_removed" | "script_changed">
/** How many times matching is tried again before an order is not_found */
readonly retry_limit: number
/** How much less than an order's amount a payment of its payer may be and still match, in the order's currency, for banks that keep a fee (extension): a decimal as text, counted up to a fifth of the order; null: nothing */
readonly fee_tolerance: string | null
/** How the pending orders are asked for */
readonly polling_method: "GET" | "POST"
/** Sent as JSON when polling_method is POST */
readonly polling_body: unknown
/** `Authorization: Bearer <auth_token>` or `Authorization: Api-Key <auth_token>` */
readonly auth_type: "bearer" | "api_key" | null
/** Sent to pending_orders_endpoint, and to webhook_url where that has no token of its own */
readonly auth_token: string | null
/** The online banking login. Leaving out both bank_username and bank_password keeps what is stored */
readonly bank_username: string | null
/** Which account of the login to read (extension): an IBAN or what else the bank's script knows it by; null: its only one. Leaving it out keeps what is stored */
readonly bank_account: string | null
/** Whether an expired webhook is sent for stale orders */
readonly notify_on_expired: boolean
/** Merged into every webhook, but for the keys external_id, status, amount, currency, name, id and received_at, and in notifications their own */
readonly webhook_extra_fields: { readonly [key: string]: unknown } | null
/** one-shot: log in, read, log out. persistent: stay logged in and keep reading */
readonly session_type: "one-shot" | "persistent"
/** assisted: the bank asks a person for a one-time code */
readonly login_mode: "simple" | "assisted"
/** Passthrough only: transactions are taken in without a webhook, for backfills */
readonly silent_ingestion: boolean
/** Only where there are any (extension): your accounts at the same bank that most likely read the same bank account (of one login, neither or both name it; of two, both name its number), so that each of its payments counts twice. The activity of each says so too */
readonly same_bank_account?: ReadonlyArray<{
/** A UUID */
readonly id: string
readonly name: string
}>
/** Addresses that the server's egress rules refuse as they are now, where there are any; what a name leads to is told in the answer to PUT only, where it is found at once (extension) */
readonly address_warnings?: ReadonlyArray<{
/** The setting that holds the address */
readonly field: string
/** Why it would not be called, in one sentence */
readonly message: string
}>
}
readonly SettingsWrite: {
/** Where results are sent. Always required */
readonly webhook_url: string
/** Your list of pending orders. Required when the operation mode is reconcile, ignored in passthrough */
readonly pending_orders_endpoint?: string | null
/** As auth_type, for webhook_url */
readonly webhook_auth_type?: "bearer" | "api_key" | null
/** Without it, auth_type and auth_token are used */
readonly webhook_auth_token?: string | null
/** Where operational notifications are sent. Empty disables them */
readonly notification_endpoint_url?: string | null
/** As auth_type, for notification_endpoint_url */
readonly notification_auth_type?: "bearer" | "api_key" | null
/** Sent to notification_endpoint_url */
readonly notification_auth_token?: string | null
/** Which operational notifications are sent (`movements_removed` and `script_changed` are ours) (default: []) */
readonly notification_events?: ReadonlyArray<"assistance_required" | "login_failed" | "scrape_failed" | "movements_removed" | "script_changed">
/** How many times matching is tried again before an order is not_found (default: 3) */
readonly retry_limit?: number
/** How much less than an order's amount a payment of its payer may be and still match, in the order's currency, for banks that keep a fee (extension): a decimal as text, counted up to a fifth of the order; null: nothing */
readonly fee_tolerance?: string | null
/** How the pending orders are asked for (default: "GET") */
readonly polling_method?: "GET" | "POST"
/** Sent as JSON when polling_method is POST (default: null) */
readonly polling_body?: unknown
/** `Authorization: Bearer <auth_token>` or `Authorization: Api-Key <auth_token>` */
readonly auth_type?: "bearer" | "api_key" | null
/** Sent to pending_orders_endpoint, and to webhook_url where that has no token of its own */
readonly auth_token?: string | null
/** The online banking login. Leaving out both bank_username and bank_password keeps what is stored */
readonly bank_username?: string | null
/** Stored encrypted, never shown */
readonly bank_password?: string | null
/** Which account of the login to read (extension): an IBAN or what else the bank's script knows it by; null: its only one. Leaving it out keeps what is stored */
readonly bank_account?: string | null
/** Whether an expired webhook is sent for stale orders (default: false) */
readonly notify_on_expired?: boolean
/** Merged into every webhook, but for the keys external_id, status, amount, currency, name, id and received_at, and in notifications their own */
readonly webhook_extra_fields?: { readonly [key: string]: unknown } | null
/** one-shot: log in, read, log out. persistent: stay logged in and keep reading (default: "one-shot") */
readonly session_type?: "one-shot" | "persistent"
/** assisted: the bank asks a person for a one-time code (default: "simple") */
readonly login_mode?: "simple" | "assisted"
/** Passthrough only: transactions are taken in without a webhook, for backfills (default: false) */
readonly silent_ingestion?: boolean
}
readonly AccountOverview: {
/** A UUID */
readonly id: string
/** The bank's code */
readonly bank: string
readonly bank_name: string
readonly name: string
readonly status: "active" | "paused"
/** idle, opening, awaiting-otp, reading, monitoring, closing, blocked or paused */
readonly state: string
readonly session_running: boolean
readonly pending_assistance: Schemas["AssistanceRequest"] | null
readonly open_assistance: Schemas["OpenAssistance"] | null
readonly scrape_blocked_at: null | string
readonly scrape_blocked_reason: string | null
/** The failure's kind, the reason's first word: invalid_credentials, account_locked or action_required */
readonly block_kind: string | null
/** Why nothing is read by itself, in one sentence */
readonly impediment: string | null
/** The same, as a word */
readonly impediment_code: "deleted" | "blocked" | "paused" | "no_settings" | "no_credentials" | "no_script" | "consent" | null
/** Of the last complete one */
readonly last_scrape_at: null | string
/** When the schedule's next read can begin */
readonly next_run_at: null | string
/** What the next read waits for */
readonly waits_for: "busy" | "schedule" | "bank_pause" | "held_back" | "assisted_hours" | "snoozed" | "asked_enough" | "impediment" | "fault" | "nothing"
/** Of the present spell of failures */
readonly failure_kind: string | null
/** In a row, up to now */
readonly failures: number
readonly has_settings: boolean
readonly session_type: "one-shot" | "persistent"
readonly login_mode: "simple" | "assisted"
/** The active version of its bank */
readonly script_version: string | null
/** The sessions that this version can have: where persistent isn't among them, one-shot is what a session_type of persistent means */
readonly script_session_types: ReadonlyArray<"one-shot" | "persistent"> | null
/** Of the bank's page at the last failure */
readonly latest_evidence_id: string | null
/** Of pending_assistance: how the bank sends the code; null: its script doesn't say */
readonly code_via: "sms" | "app" | "email" | "token" | null
/** The list of pending orders, while it can't be read; null: it can, or isn't asked for */
readonly orders_failing: Schemas["OrdersFailing"] | null
}
/** Why pending_orders_endpoint can't be read, as the activity's orders.poll_failed tells it */
readonly OrdersFailing: {
/** ISO 8601 in UTC with milliseconds */
readonly since: string
/** Polls in a row */
readonly failures: number
/** Of the last of them, in one sentence */
readonly message: string
/** Of an answer other than 200 */
readonly http_status: number | null
/** Why there was no answer: egress_refused, dns_failed, connect_failed, tls_failed, timeout or broken */
readonly reason: string | null
}
/** What a login waits for besides a code, as the stream's assistance.opened tells it */
readonly OpenAssistance: {
/** A UUID */
readonly id: string
readonly type: "approval" | "question" | "picture"
readonly prompt: string
/** Of an approval: what to choose in the bank's app */
readonly number: string | null
/** In the script's words: don't show it as yours */
readonly question: string | null
/** null: any words */
readonly choices: ReadonlyArray<string> | null
/** Characters of the answer; null: not known */
readonly length: number | null
readonly attempts: number
/** ISO 8601 in UTC with milliseconds */
readonly expires_at: string
}
readonly AccountListItem: {
/** A UUID */
readonly id: string
/** The bank's code */
readonly bank: string
readonly name: string
readonly status: "active" | "paused"
/** Since when scraping is stopped by a fatal failure */
readonly scrapeBlockedAt: null | string
readonly scrapeBlockedReason: string | null
}
readonly PushTest: {
/** gone: the browser has unsubscribed, and the channel was removed */
readonly outcome: "sent" | "gone" | "failed"
readonly fault: string | null
}
readonly PushChannel: {
/** A UUID */
readonly id: string
readonly kind: "web_push"
readonly label: string
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
readonly last_success_at: null | string
/** Why the last try failed; null after a success */
readonly last_fault: string | null
}
readonly CreatedApiKey: {
/** A UUID */
readonly id: string
readonly name: string
/** 8 characters that tell keys apart; not secret */
readonly prefix: string
readonly scopes: ReadonlyArray<"otp:write" | "status:read">
/** Null: all accounts of the user */
readonly account_ids: ReadonlyArray<string> | null
/** all: for what isn't a code, too. Absent: for codes only (extension) */
readonly types?: "all"
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** Noted at most once a minute; null: never used */
readonly last_used_at: null | string
readonly revoked_at: null | string
/** The whole key, `svc_<prefix>_<secret>`: only here, never again */
readonly key: string
}
readonly ApiKey: {
/** A UUID */
readonly id: string
readonly name: string
/** 8 characters that tell keys apart; not secret */
readonly prefix: string
readonly scopes: ReadonlyArray<"otp:write" | "status:read">
/** Null: all accounts of the user */
readonly account_ids: ReadonlyArray<string> | null
/** all: for what isn't a code, too. Absent: for codes only (extension) */
readonly types?: "all"
/** ISO 8601 in UTC with milliseconds */
readonly created_at: string
/** Noted at most once a minute; null: never used */
readonly last_used_at: null | string
readonly revoked_at: null | string
}
readonly RegistrationState: {
/** Whether somebody may register */
readonly open: boolean
/** Whether nobody has registered yet: who comes first administers the installation */
readonly first_user: boolean
}
readonly Refusal: {
/** One sentence: what is wrong */
readonly error: string
}
readonly V1Refusal: {
readonly error: {
readonly code: "INVALID_REQUEST" | "UNAUTHORIZED" | "INVALID_API_KEY" | "FORBIDDEN" | "NOT_FOUND" | "NO_PENDING_ASSISTANCE" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE"
/** One sentence: what is wrong */
readonly message: string
}
}
}

export interface Paths {
readonly "/auth/registration": {
/** Whether one can register here (extension) */
readonly get: {
readonly answer: Schemas["RegistrationState"]
}
}
readonly "/auth/register": {
/** Register */
readonly post: {
readonly body: {
readonly email: string
/** 8 to 256 characters */
readonly password: string
readonly name?: string | null
}
readonly answer: {
/** A UUID */
readonly id: string
readonly email: string
}
}
}
readonly "/auth/login": {
/** Log in */
readonly post: {
readonly body: {
readonly email: string
/** 8 to 256 characters */
readonly password: string
}
readonly answer: {
/** A JWT, valid for 7 days */
readonly token: string
readonly user: {
/** A UUID */
readonly id: string
readonly email: string
readonly name?: string
}
}
}
}
readonly "/me": {
/** Who am I */
readonly get: {
readonly answer: {
/** A UUID */
readonly id: string
readonly email: string
readonly name?: string
/** Null: not chosen yet */
readonly operation_mode: "reconcile" | "passthrough" | null
}
}
/** Delete the caller (extension) */
readonly delete: {
readonly body: {
readonly current_password: string
}
readonly answer: null
}
}
readonly "/me/operation-mode": {
/** Choose the operation mode */
readonly put: {
readonly body: {
readonly mode: "reconcile" | "passthrough"
}
readonly answer: {
readonly operation_mode: "reconcile" | "passthrough"
}
}
}
readonly "/me/password": {
/** Change the password (extension) */
readonly post: {
readonly body: {
readonly current_password: string
/** 8 to 256 characters */
readonly new_password: string
}
readonly answer: {
readonly token: string
}
}
}
readonly "/me/api-keys": {
/** List API keys, newest first */
readonly get: {
readonly answer: {
readonly keys: ReadonlyArray<Schemas["ApiKey"]>
readonly available_scopes: ReadonlyArray<"otp:write" | "status:read">
}
}
/** Create an API key */
readonly post: {
readonly body: {
readonly name: string
readonly scopes: ReadonlyArray<"otp:write" | "status:read">
readonly account_ids?: ReadonlyArray<string> | null
/** With all the key is also told of approvals, questions and pictures (scope status:read) and answers them (otp:write): /v1/accounts/{accountId}/assistances. Absent: codes only, as the contract says (extension) */
readonly types?: "all"
}
readonly answer: Schemas["CreatedApiKey"]
}
}
readonly "/me/api-keys/{id}": {
/** Revoke an API key, effective at once */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly id: string
}
readonly answer: null
}
}
readonly "/me/push": {
/** The browsers that ring when a bank wants a code, newest first (extension) */
readonly get: {
readonly answer: {
/** The applicationServerKey that browsers subscribe with */
readonly public_key: string
readonly channels: ReadonlyArray<Schemas["PushChannel"]>
}
}
/** Ring this browser too (extension) */
readonly post: {
readonly body: {
readonly kind: "web_push"
/** Of the browser's subscription */
readonly endpoint: string
/** Of the browser's subscription */
readonly keys: {
readonly p256dh: string
readonly auth: string
}
readonly label: string
/** Where a tap leads */
readonly page_origin: string
readonly language: "en" | "es"
}
readonly answer: Schemas["PushChannel"]
}
}
readonly "/me/push/{id}": {
/** Ring it no more (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly id: string
}
readonly answer: null
}
}
readonly "/me/push/{id}/test": {
/** Ring it now (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly id: string
}
readonly answer: Schemas["PushTest"]
}
}
readonly "/accounts": {
/** List accounts */
readonly get: {
readonly answer: ReadonlyArray<Schemas["AccountListItem"]>
}
/** Enrol an account */
readonly post: {
readonly body: {
/** A UUID, the bank's id */
readonly bankId: string
readonly name: string
/** That of `GET /banks/:bankId`: refused (409) if the bank or its script asks for something else meanwhile; absent: what is asked for now is agreed to (extension) */
readonly fingerprint?: string
}
readonly answer: Schemas["Account"]
}
}
readonly "/accounts/overview": {
/** All accounts with what each does, waits for and suffers from, at one look (extension) */
readonly get: {
readonly answer: ReadonlyArray<Schemas["AccountOverview"]>
}
}
readonly "/accounts/{accountId}": {
/** Read an account */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Account"]
}
/** Rename an account (extension) */
readonly patch: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly name: string
}
readonly answer: Schemas["Account"]
}
/** Delete an account */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly confirmation_name: string
}
readonly answer: null
}
}
readonly "/accounts/{accountId}/config": {
/** Read the settings, or null when none are saved */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Settings"] | null
}
/** Replace the settings */
readonly put: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: Schemas["SettingsWrite"]
readonly answer: Schemas["Settings"]
}
}
readonly "/accounts/{accountId}/scrape": {
/** Log in to the bank now */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: {
/** A UUID */
readonly jobId: string
}
}
}
readonly "/accounts/{accountId}/restart": {
/** Lift the block and scrape now */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: {
/** A UUID */
readonly jobId: string
}
}
}
readonly "/accounts/{accountId}/pause": {
/** Stop scraping until resumed (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Account"]
}
}
readonly "/accounts/{accountId}/resume": {
/** Scrape again (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Account"]
}
}
readonly "/accounts/{accountId}/webhook-secret": {
/** The secret that signs webhooks (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: {
/** `whsec_…`; null before the first settings */
readonly secret: string | null
}
}
}
readonly "/accounts/{accountId}/webhook-secret/rotate": {
/** Rotate the webhook secret (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: {
readonly secret: string
}
}
}
readonly "/accounts/{accountId}/activity": {
/** What happened to the account, newest first (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly query?: {
/** How many rows at most: 1 to 200, 50 by default */
readonly limit?: number | undefined
/** Ours: only what comes after the row with this id (an entry) in the order of the list */
readonly before?: string | undefined
}
readonly answer: ReadonlyArray<Schemas["ActivityEntry"]>
}
}
readonly "/accounts/{accountId}/evidence": {
/** What was kept of failures, newest first (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: ReadonlyArray<Schemas["EvidenceEntry"]>
}
}
readonly "/accounts/{accountId}/evidence/{evidenceId}": {
/** The bank's page at a failure (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly evidenceId: string
}
readonly answer: Schemas["Evidence"]
}
}
readonly "/accounts/{accountId}/state": {
/** What the account does at the moment (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["AccountState"]
}
}
readonly "/accounts/{accountId}/otp": {
/** The pending request for a code, or null */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["AssistanceRequest"] | null
}
/** Submit a code */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly code: string
/** For this request only: 409 where another one, or none, is pending (extension) */
readonly assistance_id?: string
}
readonly answer: {
readonly submitted: true
}
}
/** Cancel the pending request (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: null
}
}
readonly "/accounts/{accountId}/codes": {
/** How codes come by themselves (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["CodeSettings"]
}
/** Say whose messages hold the account's codes (extension) */
readonly put: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly sms: {
readonly senders: ReadonlyArray<string>
readonly pattern: string | null
}
}
readonly answer: Schemas["CodeSettings"]
}
}
readonly "/accounts/{accountId}/totp": {
/** Let the service make the codes itself (extension) */
readonly put: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly secret: string
}
readonly answer: Schemas["CodeSettings"]
}
/** Forget the authenticator secret (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: null
}
}
readonly "/accounts/{accountId}/asking": {
/** When, and how often, you are asked (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["AskRules"]
}
/** Say when, and how often, you are asked (extension) */
readonly put: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly hours: {
readonly from: string
readonly to: string
} | null
readonly zone: string | null
readonly most_per_day: number | null
readonly snoozed_until: string | null
}
readonly answer: Schemas["AskRules"]
}
}
readonly "/accounts/{accountId}/assistances": {
/** What was asked of people and machines, newest first (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly query?: {
/** How many rows at most: 1 to 200, 50 by default */
readonly limit?: number | undefined
/** Ours: only what comes after the row with this id (an assistance request) in the order of the list */
readonly before?: string | undefined
}
readonly answer: ReadonlyArray<Schemas["AssistanceEntry"]>
}
}
readonly "/accounts/{accountId}/assistances/{assistanceId}/answer": {
/** Answer a request of any type (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly assistanceId: string
}
readonly body: {
readonly answer: string
}
readonly answer: {
readonly submitted: true
}
}
}
readonly "/accounts/{accountId}/assistances/{assistanceId}/picture": {
/** What a request of type picture shows (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly assistanceId: string
}
readonly query?: {
/** How fast chipTAN's bars flicker: 2 to 40. (Default: 20) */
readonly steps_per_second?: string | undefined
}
readonly answer: Schemas["AssistancePicture"]
}
}
readonly "/accounts/{accountId}/assistances/{assistanceId}": {
/** Cancel a pending request of any type (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly assistanceId: string
}
readonly answer: null
}
}
readonly "/accounts/{accountId}/mailbox": {
/** The mailbox that codes are read from, or null (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Mailbox"] | null
}
/** Read codes from a mailbox (extension) */
readonly put: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly host: string
/** Default: 993, with starttls 143 */
readonly port?: number
/** Default: tls. Never in the clear */
readonly security?: "tls" | "starttls"
readonly username: string
readonly password?: string
/** In place of a password: a refresh token, with which a new token is fetched each time */
readonly oauth?: {
readonly token_url: string
readonly client_id: string
readonly client_secret?: string
readonly refresh_token: string
}
/** Default: INBOX */
readonly folder?: string
readonly senders: ReadonlyArray<string>
/** A part of the subject, in any case. Default: any */
readonly subject?: string | null
/** Of the bank's messages; its first group, or all of it, is the code */
readonly pattern?: string | null
}
readonly answer: Schemas["Mailbox"]
}
/** Read codes from no mailbox any more (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: null
}
}
readonly "/accounts/{accountId}/mailbox/test": {
/** Open the mailbox once, and read nothing (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: {
readonly works: boolean
/** Why it can't be read, in one sentence */
readonly problem: string | null
}
}
}
readonly "/me/channels": {
/** Where you are told that a login waits (extension) */
readonly get: {
readonly answer: ReadonlyArray<Schemas["NoticeChannel"]>
}
/** Add a channel (extension) */
readonly post: {
readonly body: Schemas["NoticeChannelWrite"]
readonly answer: Schemas["NoticeChannel"]
}
}
readonly "/me/channels/{channelId}": {
/** Remove a channel (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly channelId: string
}
readonly answer: null
}
}
readonly "/me/channels/{channelId}/test": {
/** Send a test message now (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly channelId: string
}
readonly answer: {
readonly sent: boolean
/** Why it could not be sent, in one sentence */
readonly problem: string | null
}
}
}
readonly "/accounts/{accountId}/movements": {
/** List movements, newest first */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly query?: {
/** How many rows at most: 1 to 500, 100 by default */
readonly limit?: number | undefined
/** How many rows to pass over, 0 by default */
readonly offset?: number | undefined
/** Ours: only what comes after the row with this id (a movement) in the order of the list */
readonly before?: string | undefined
}
readonly answer: ReadonlyArray<Schemas["Movement"]>
}
}
readonly "/movements": {
/** Search the movements of all accounts, newest first (extension) */
readonly get: {
readonly query?: {
/** How many rows at most: 1 to 200, 50 by default */
readonly limit?: number | undefined
/** Ours: only what comes after the row with this id (a movement) in the order of the list */
readonly before?: string | undefined
readonly account_id?: string | undefined
readonly from?: string | undefined
readonly to?: string | undefined
/** Words, or their beginnings, that all occur in the name, the references or the description; neither case nor accents count. A number among them (of several the first three) finds its amount too, the end of an account what its holder paid, the whole id of an order what pays it */
readonly q?: string | undefined
/** Whatever its sign */
readonly amount?: string | undefined
readonly direction?: "in" | "out" | undefined
/** yes: matched with an order; no: money that came in, pays no order, and still could */
readonly pays?: "yes" | "no" | undefined
/** Whether your system was told of it */
readonly sent?: "yes" | "no" | undefined
/** yes: held as a possible duplicate, until a person includes or excludes it */
readonly held?: "yes" | undefined
}
readonly answer: ReadonlyArray<Schemas["FoundMovement"]>
}
}
readonly "/movements/daily": {
/** Money in and out by day, oldest first (extension) */
readonly get: {
readonly query: {
/** The first day, YYYY-MM-DD; at most 400 days */
readonly from: string
/** The last day */
readonly to: string
readonly account_id?: string | undefined
}
readonly answer: ReadonlyArray<Schemas["MoneyOfDay"]>
}
}
readonly "/movements/{movementId}/orders": {
/** The orders that the movement pays, and those that it was taken off (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly movementId: string
}
readonly answer: ReadonlyArray<Schemas["PaidOrder"]>
}
}
readonly "/accounts/{accountId}/movements/{movementId}/notify": {
/** Replay the movement's webhook */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly movementId: string
}
readonly answer: {
readonly queued: true
}
}
}
readonly "/accounts/{accountId}/movements/{movementId}/exclude": {
/** Take the movement out (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly movementId: string
}
readonly answer: Schemas["Movement"]
}
}
readonly "/accounts/{accountId}/movements/{movementId}/include": {
/** Take the movement in again (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly movementId: string
}
readonly answer: Schemas["Movement"]
}
}
readonly "/accounts/{accountId}/scrapes": {
/** List scrapes and uploaded statements, newest first (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly query?: {
/** How many rows at most: 1 to 200, 50 by default */
readonly limit?: number | undefined
/** How many rows to pass over, 0 by default */
readonly offset?: number | undefined
readonly status?: "ingested" | "quarantined" | undefined
}
readonly answer: ReadonlyArray<Schemas["Scrape"]>
}
}
readonly "/accounts/{accountId}/scrapes/{scrapeId}": {
/** Read a scrape, with its rows while it is quarantined (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scrapeId: string
}
readonly answer: Schemas["ScrapeDetail"]
}
}
readonly "/accounts/{accountId}/scrapes/{scrapeId}/accept": {
/** Take a quarantined scrape in as it was read (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scrapeId: string
}
readonly answer: Schemas["Scrape"]
}
}
readonly "/accounts/{accountId}/scrapes/{scrapeId}/exclude": {
/** Take out all movements that a scrape or an uploaded statement brought first (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scrapeId: string
}
readonly answer: Schemas["ScrapeExcluded"]
}
}
readonly "/accounts/{accountId}/scrapes/{scrapeId}/include": {
/** Take in again what was taken out with its scrape or statement (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scrapeId: string
}
readonly answer: Schemas["ScrapeIncluded"]
}
}
readonly "/accounts/{accountId}/statements": {
/** Take in a statement file: OFX, CAMT.053, MT940, Norma 43, CSV or a workbook (XLSX, XLS, ODS), of one account (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: Schemas["StatementUpload"]
readonly answer: Schemas["StatementTaken"]
}
}
readonly "/conciliation": {
/** List requests over all accounts, newest first */
readonly get: {
readonly query?: {
/** How many rows at most: 1 to 200, 50 by default */
readonly limit?: number | undefined
/** How many rows to pass over, 0 by default */
readonly offset?: number | undefined
readonly status?: "pending" | "processing" | "matched" | "ambiguous" | "not_found" | "expired" | "cancelled" | "failed" | undefined
/** Ours: only what comes after the row with this id (a request) in the order of the list */
readonly before?: string | undefined
}
readonly answer: ReadonlyArray<Schemas["ConciliationRequest"]>
}
}
readonly "/conciliation/summary": {
/** Counts by status (extension) */
readonly get: {
readonly answer: Schemas["ConciliationSummary"]
}
}
readonly "/conciliation/requests": {
/** Search the requests of all accounts, newest first (extension) */
readonly get: {
readonly query?: {
/** How many rows at most: 1 to 200, 50 by default */
readonly limit?: number | undefined
/** Ours: only what comes after the row with this id (a request) in the order of the list */
readonly before?: string | undefined
readonly account_id?: string | undefined
readonly from?: string | undefined
readonly to?: string | undefined
/** Words, or their beginnings, that all occur in the name, the references or the description; neither case nor accents count. A number among them (of several the first three) finds its amount too */
readonly q?: string | undefined
/** Whatever its sign */
readonly amount?: string | undefined
/** One or several, separated by commas */
readonly status?: string | undefined
readonly id?: string | undefined
/** yes: only what needs a person: ambiguous or failed and not closed, unmatched by a person and neither settled nor left since, or matched with what the bank has booked back; no: all else */
readonly needs_person?: "yes" | "no" | undefined
/** yes: only what a person unmatched and nobody has settled or left since; decided: only what was unmatched, is not matched again, and needs nobody any more */
readonly unmatched?: "yes" | "decided" | undefined
/** yes: only what a person unmatched and closed, and what is not matched again; no: all else */
readonly closed?: "yes" | "no" | undefined
}
readonly answer: ReadonlyArray<Schemas["FoundRequest"]>
}
}
readonly "/conciliation/daily": {
/** Requests by the day they were made and their status now, oldest first (extension) */
readonly get: {
readonly query: {
/** The first day, YYYY-MM-DD; at most 400 days */
readonly from: string
/** The last day */
readonly to: string
readonly account_id?: string | undefined
/** Whose days: an IANA time zone, UTC by default */
readonly zone?: string | undefined
}
readonly answer: ReadonlyArray<Schemas["OrdersOfDay"]>
}
}
readonly "/conciliation/rehearsal": {
/** What another preset would have matched in your history; changes nothing (extension) */
readonly post: {
readonly body: Schemas["RehearsalPlan"]
readonly answer: Schemas["RehearsalReport"]
}
}
readonly "/conciliation/{requestId}": {
/** Read a request with its attempts and its match */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: Schemas["ConciliationDetail"]
}
}
readonly "/conciliation/{requestId}/timeline": {
/** The request's story from its listing to each delivery attempt, oldest first (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: ReadonlyArray<Schemas["TimelineEntry"]>
}
}
readonly "/conciliation/{requestId}/explanation": {
/** Every candidate of the latest attempt with each term of its score; or null (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: Schemas["Explanation"] | null
}
}
readonly "/conciliation/{requestId}/resolve": {
/** Choose what pays the request (a movement, several, or one for several requests): matched, and told (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly body: Schemas["Resolve"]
readonly answer: Schemas["ConciliationDetail"]
}
}
readonly "/conciliation/{requestId}/unmatch": {
/** Separate the request from its movements for good; nothing is told (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: Schemas["ConciliationDetail"]
}
}
readonly "/conciliation/{requestId}/leave": {
/** An unmatched request needs nobody any more: it waits for another payment, or is closed (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly query?: {
/** Left out: an open request waits, a cancelled one is closed */
readonly as?: "waiting" | "closed" | undefined
}
readonly answer: Schemas["ConciliationDetail"]
}
}
readonly "/conciliation/{requestId}/reopen": {
/** What was left waiting or closed needs its person again; what was not stays as it is (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: Schemas["ConciliationDetail"]
}
}
readonly "/conciliation/{requestId}/forget": {
/** What choosing or unmatching the request's payments taught of their payers' names counts no more (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: Schemas["ConciliationDetail"]
}
}
readonly "/conciliation/{requestId}/run": {
/** Run matching again */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: {
readonly queued: true
}
}
}
readonly "/conciliation/{requestId}/notify": {
/** Replay the request's webhook */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly requestId: string
}
readonly answer: {
readonly queued: true
}
}
}
readonly "/conciliation/poll/{accountId}": {
/** Poll the pending-orders endpoint now */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: {
readonly queued: true
}
}
}
readonly "/deliveries": {
/** List deliveries over all accounts, newest first (extension) */
readonly get: {
readonly query?: {
/** How many rows at most: 1 to 200, 50 by default */
readonly limit?: number | undefined
/** How many rows to pass over, 0 by default */
readonly offset?: number | undefined
/** Ours: only what comes after the row with this id (a delivery) in the order of the list */
readonly before?: string | undefined
readonly account_id?: string | undefined
readonly status?: "pending" | "delivering" | "delivered" | "exhausted" | "cancelled" | "held" | undefined
readonly event?: string | undefined
readonly request_id?: string | undefined
readonly movement_id?: string | undefined
}
readonly answer: ReadonlyArray<Schemas["Delivery"]>
}
}
readonly "/deliveries/{deliveryId}": {
/** Read a delivery with its body and its attempts (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly deliveryId: string
}
readonly answer: Schemas["DeliveryDetail"]
}
}
readonly "/deliveries/{deliveryId}/replay": {
/** Send a delivery again (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly deliveryId: string
}
readonly answer: {
readonly queued: true
}
}
}
readonly "/deliveries/replay": {
/** Send many deliveries again (extension) */
readonly post: {
readonly body: {
readonly status: "exhausted" | "held"
readonly account_id?: string
readonly since?: string
}
readonly answer: {
readonly queued: number
}
}
}
readonly "/accounts/{accountId}/endpoint": {
/** How the account's webhook endpoint does, or null before its settings (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Endpoint"] | null
}
}
readonly "/accounts/{accountId}/endpoint/pause": {
/** Hold the account's results (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Endpoint"]
}
}
readonly "/accounts/{accountId}/endpoint/resume": {
/** Send what was held, few at a time first (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Endpoint"]
}
}
readonly "/accounts/{accountId}/webhook-test": {
/** Send a signed test webhook now and tell what came of it (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["WebhookTest"]
}
}
readonly "/banks": {
/** List banks */
readonly get: {
readonly answer: ReadonlyArray<Schemas["Bank"]>
}
/** Add a bank */
readonly post: {
readonly body: {
readonly code: string
readonly name: string
readonly loginUrl?: string | null
}
readonly answer: {
/** A UUID */
readonly id: string
}
}
}
readonly "/banks/{bankId}": {
/** Read a bank with its scripts */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly bankId: string
}
readonly answer: Schemas["BankDetail"]
}
/** Rename a bank, retire it, or take that back (extension) */
readonly patch: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly bankId: string
}
readonly body: {
readonly name?: string
/** retired: the bank takes no new accounts, those that it has go on */
readonly status?: "active" | "retired"
}
readonly answer: Schemas["Bank"]
}
/** Delete a bank with its scripts (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly bankId: string
}
readonly answer: null
}
}
readonly "/banks/{bankId}/origins": {
/** Let the bank's pages live at further origins (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly bankId: string
}
readonly body: {
readonly origins: ReadonlyArray<string>
}
readonly answer: {
/** Where secrets may be typed */
readonly origins: ReadonlyArray<string>
}
}
}
readonly "/scripts": {
/** List the scripts of all banks */
readonly get: {
readonly answer: ReadonlyArray<Schemas["Script"]>
}
}
readonly "/scripts/{scriptId}": {
/** Read a script */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scriptId: string
}
readonly answer: Schemas["ScriptRecord"]
}
}
readonly "/scripts/{scriptId}/promote": {
/** Make a version the active one of its bank */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scriptId: string
}
readonly answer: {
readonly promoted: true
}
}
}
readonly "/banks/{bankId}/scripts": {
/** Publish a version, in review (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly bankId: string
}
readonly body: {
readonly version: string
readonly flow_type: "extract_transactions"
readonly manifest: { readonly [key: string]: unknown }
readonly bundle: string
}
readonly answer: Schemas["Script"]
}
}
readonly "/scripts/{scriptId}/report": {
/** How the versions do, and what this one would change (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scriptId: string
}
readonly answer: Schemas["ScriptReport"]
}
/** Add what both versions made of recordings (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scriptId: string
}
readonly body: {
readonly against: string
readonly samples: ReadonlyArray<Schemas["ScriptComparisonSample"]>
}
readonly answer: Schemas["ScriptReport"]
}
}
readonly "/scripts/{scriptId}/bundle": {
/** Read a version's code (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly scriptId: string
}
readonly answer: {
readonly bundle: string
}
}
}
readonly "/accounts/{accountId}/shadow": {
/** Whether versions in review are tried on the account, and what came of it (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["ShadowConsent"]
}
/** Agree to shadow runs on the account (extension) */
readonly put: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["ShadowConsent"]
}
/** Withdraw that agreement (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["ShadowConsent"]
}
}
readonly "/accounts/{accountId}/payers": {
/** What choosing and separating payments has taught of payers' names and accounts, the latest first; 500 at most (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: ReadonlyArray<Schemas["TaughtPayer"]>
}
}
readonly "/accounts/{accountId}/payers/{payerId}": {
/** Have it forgotten: from the next pass on it counts no more; matches stay (extension) */
readonly delete: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly payerId: string
}
readonly answer: null
}
}
readonly "/accounts/{accountId}/consent": {
/** What the owner agreed that the bank's script may do (extension) */
readonly get: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly answer: Schemas["Consent"]
}
/** Agree to what the bank and its script ask for now (extension) */
readonly post: {
readonly path: {
/** A UUID. A malformed one is answered like an absent one: 404. */
readonly accountId: string
}
readonly body: {
readonly fingerprint: string
}
readonly answer: Schemas["Consent"]
}
}
readonly "/realtime/ticket": {
/** A ticket that opens one realtime stream */
readonly post: {
readonly body?: {
/** Whatever there is to tell (extension) */
readonly types?: "all"
}
readonly answer: {
readonly ticket: string
readonly ttl_seconds: number
}
}
}
readonly "/events": {
/** What the stream of all types told, oldest first (extension) */
readonly get: {
readonly query?: {
/** Only what has a greater id; absent: the last ones */
readonly after?: string | undefined
/** How many rows at most: 1 to 500, 200 by default */
readonly limit?: number | undefined
}
readonly answer: ReadonlyArray<Schemas["NumberedRealtimeMessage"]>
}
}
readonly "/demo": {
/** Whether there is a demo to connect with (extension) */
readonly get: {
readonly answer: {
readonly available: boolean
/** Null: it doesn't run, or you have not connected it */
readonly connected: {
/** The code of the demo's bank */
readonly bank: string
/** Where a person sees the codes that the demo bank sends */
readonly phone_page: string
} | null
}
}
/** Start the demo bank and the demo shop, and make a customer and orders there (extension) */
readonly post: {
readonly answer: Schemas["DemoConnection"]
}
}
readonly "/demo/webhook-secret": {
/** Tell the demo shop the secret that signs an account's webhooks, so that it checks them (extension) */
readonly post: {
readonly body: {
readonly account_id: string
}
readonly answer: null
}
}
readonly "/health": {
/** The process answers */
readonly get: {
readonly answer: {
readonly ok: true
}
}
}
readonly "/ready": {
/** The service can do its work (extension) */
readonly get: {
readonly answer: {
readonly ok: true
}
}
}
}
