/**
 * What belongs to a user, as lists for people and programs. Only what is named here leaves the database: nothing sealed, no hash
 * of a password or key. `$1` is the user; a name that ends in `_minor` is an amount in the row's currency.
 */
export interface ExportSet {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** After "select …": tables, condition and order. */
  readonly from: string
}

const ofAccounts = "join accounts a on a.id = t.account_id where a.user_id = $1 and a.deleted_at is null"

const list = (name: string, from: string, columns: string): ExportSet => ({
  name,
  from,
  columns: columns.split(/,\s+/)
})

export const exportSets: ReadonlyArray<ExportSet> = [
  list(
    "profile",
    "users t where t.id = $1",
    "t.id, t.email, t.name, t.operation_mode, t.is_administrator, t.created_at"
  ),
  list(
    "accounts",
    "accounts t join banks b on b.id = t.bank_id where t.user_id = $1 and t.deleted_at is null order by t.created_at, t.id",
    "t.id, b.code as bank, t.name, t.status, t.scrape_blocked_at, t.scrape_blocked_reason, t.watched_from, t.last_complete_scrape_at, t.created_at"
  ),
  list(
    "settings",
    `account_settings t ${ofAccounts} order by t.account_id`,
    "t.account_id, t.webhook_host, t.notification_host, t.notification_events, t.retry_limit, t.polling_method, t.session_type, t.login_mode, t.notify_on_expired, t.silent_ingestion, t.created_at, t.updated_at"
  ),
  list(
    "movements",
    `movements t ${ofAccounts} order by t.account_id, t.received_at, t.id`,
    "t.id, t.account_id, t.external_id, t.amount_minor, t.currency, t.sender_name, t.description, t.counterparty, t.counterparty_account, t.bank_movement_id, t.booked_date, t.value_date, t.balance_minor, t.status, t.received_at, t.removed_at, t.reversed_at, t.excluded_at, nullif(t.held_for,'{}') as possible_duplicate_of, t.notified_at, (select string_agg(r.external_id,'; ' order by x.nth_order) from matches x join conciliation_requests r on r.id = x.request_id where x.movement_id = t.id and x.active) as pays_order"
  ),
  list(
    "orders",
    `conciliation_requests t ${ofAccounts} order by t.account_id, t.created_at, t.id`,
    "t.id, t.account_id, t.external_id, t.status, t.amount_minor, t.currency, t.sender_name, t.reference, t.tax_id, t.payer_account, t.ordered_at, t.expired_at, t.cancelled_at, t.cancelled_because, t.created_at, t.updated_at"
  ),
  list(
    "matches",
    `matches t join conciliation_requests r on r.id = t.request_id join accounts a on a.id = r.account_id
      where a.user_id = $1 and a.deleted_at is null order by t.created_at, t.id`,
    "t.id, t.request_id, t.movement_id, t.active, t.created_at, t.ended_at, t.chosen_by is not null as by_a_person, r.external_id"
  ),
  list(
    "attempts",
    `attempts t join conciliation_requests r on r.id = t.request_id join accounts a on a.id = r.account_id
      where a.user_id = $1 and a.deleted_at is null order by t.created_at, t.id`,
    "t.id, t.request_id, t.attempt_number, t.result, t.code, t.reason, t.explanation, t.created_at"
  ),
  list(
    "deliveries",
    `outbox t ${ofAccounts} order by t.created_at, t.id`,
    "t.id, t.message_id, t.account_id, t.lane, t.event, t.request_id, t.movement_id, t.status, t.attempts_made, t.created_at, t.delivered_at"
  ),
  list(
    "delivery_attempts",
    `delivery_attempts t join outbox o on o.id = t.outbox_id join accounts a on a.id = o.account_id
      where a.user_id = $1 and a.deleted_at is null order by t.started_at, t.outbox_id`,
    "t.outbox_id as delivery_id, t.attempt_number, t.started_at, t.finished_at, t.outcome, t.http_status"
  ),
  list(
    "scrapes",
    `scrapes t ${ofAccounts} order by t.finished_at, t.id`,
    "t.id, t.account_id, t.status, t.coverage_from, t.coverage_to, t.complete, t.rows_read, t.rows_new, t.fault, t.finished_at"
  ),
  list(
    "sessions",
    `bank_sessions t ${ofAccounts} order by t.started_at, t.id`,
    "t.id, t.account_id, t.session_type, t.started_at, t.ended_at, t.end_reason"
  ),
  list(
    "questions",
    `assistance_requests t ${ofAccounts} order by t.requested_at, t.id`,
    "t.id, t.account_id, t.descriptor, t.prompt, t.status, t.outcome, t.answered_by, t.requested_at, t.ended_at"
  ),
  list(
    "activity",
    `activity t ${ofAccounts} order by t.account_id, t.id`,
    "t.account_id, t.occurred_at, t.kind, t.message, t.data"
  ),
  list(
    "api_keys",
    "api_keys t where t.user_id = $1 order by t.created_at, t.id",
    "t.id, t.name, t.prefix, t.scopes, t.account_ids, t.created_at, t.last_used_at, t.revoked_at"
  ),
  list(
    "channels",
    "notice_channels t where t.user_id = $1 order by t.created_at, t.id",
    "t.id, t.kind, t.name, t.language, t.created_at, t.last_success_at"
  ),
  list(
    "phones",
    "push_channels t where t.user_id = $1 order by t.created_at, t.id",
    "t.id, t.label, t.language, t.created_at, t.last_success_at"
  ),
  list(
    "banks_made",
    "banks t where t.created_by = $1 order by t.created_at, t.id",
    "t.id, t.code, t.name, t.login_url, t.status, t.created_at"
  ),
  list(
    "scripts_published",
    "scripts t join banks b on b.id = t.bank_id where t.published_by = $1 order by t.created_at, t.id",
    "t.id, b.code as bank, t.version, t.status, t.bundle_sha256, t.created_at, t.promoted_at"
  )
]

/** The name under which a column comes. */
export const nameOf = (column: string): string => /(\w+)$/.exec(column)?.[1] ?? column
