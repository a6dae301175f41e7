/** Rows that other rows need, written directly. */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"

const uuid = Effect.sync(() => SecureRandom.uuidV7Unsafe())

export const seedUser = Effect.fnUntraced(function* (mode: "reconcile" | "passthrough" | null = null) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  const email = `${id}@example.test`
  yield* sql`insert into users (id, email, email_key, password_hash, operation_mode, created_at)
    values (${id}, ${email}, ${email}, ${"-"}, ${mode}, now())`
  return { id, email }
})

export const seedBank = Effect.fnUntraced(function* (origins: ReadonlyArray<string> = ["https://bank.test"]) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  const code = `bank-${id.slice(-12)}`
  yield* sql`insert into banks (id, code, name, origins, created_at)
    values (${id}, ${code}, ${"A bank"}, ${origins}, now())`
  return { id, code }
})

export const seedAccount = Effect.fnUntraced(function* (userId?: string, bankId?: string) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  const owner = userId ?? (yield* seedUser()).id
  const bank = bankId ?? (yield* seedBank()).id
  yield* sql`insert into accounts (id, user_id, bank_id, name, created_at)
    values (${id}, ${owner}, ${bank}, ${"Main account"}, now())`
  return { id, userId: owner, bankId: bank }
})

export const loginIdOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string }>`select login_id as id from accounts where id = ${accountId}`
  return row?.id ?? (yield* Effect.die(new Error("no such account")))
}, Effect.orDie)

export const seedSettings = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into account_settings (id, account_id, webhook_url, webhook_address, created_at, updated_at)
    values (${accountId}, ${accountId}, ${"http://shop.test/hook"}, ${"http://shop.test/hook"}, now(), now())`
})

interface SeededRequest {
  readonly status: string
  readonly externalId?: string
  readonly createdAt?: string
}

export const seedRequest = Effect.fnUntraced(function* (
  account: { readonly id: string; readonly userId: string },
  { createdAt = "2026-11-20T10:00:00.000Z", externalId, status }: SeededRequest
) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  yield* sql`insert into conciliation_requests
    (id, account_id, user_id, external_id, status, amount_minor, currency, sender_name, first_seen_at, created_at, updated_at)
    values (${id}, ${account.id}, ${account.userId}, ${externalId ?? `order-${id}`}, ${status}, ${"125000"}, ${"EUR"},
      ${"Ana Gomez"}, ${createdAt}, ${createdAt}, ${createdAt})`
  return { id }
})

interface SeededMovement {
  readonly receivedAt?: string
  readonly senderName?: string
  readonly removed?: boolean
  /** The scrape that brought it, to be matched with pending orders. */
  readonly toMatchFrom?: string
}

export const seedMovement = Effect.fnUntraced(function* (
  accountId: string,
  {
    receivedAt = "2026-11-20T10:00:00.000Z",
    removed = false,
    senderName = "Ana Gomez",
    toMatchFrom
  }: SeededMovement = {}
) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  yield* sql`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
      sender_name, description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id, mode_at_ingestion, removed_at)
    values (${id}, ${accountId}, ${`ext-${id}`}, ${id}, 1, ${"125050"}, ${"EUR"}, ${senderName}, ${"TRF"}, ${"2026-11-20"},
      ${"booked"}, ${receivedAt}, now(), ${toMatchFrom ?? id}, ${toMatchFrom ?? id},
      ${toMatchFrom === undefined ? null : "reconcile"}, ${removed ? "2026-11-21T00:00:00Z" : null})`
  return id
})

/** Of the account's bank. */
export const seedScript = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  yield* sql`insert into scripts (id, bank_id, version, flow_type, status, origin, manifest, bundle, bundle_sha256, created_at)
    select ${id}, bank_id, '1.0.0', 'extract_transactions', 'review', 'manual', '{}', '-', '-', now()
    from accounts where id = ${accountId}`
  return id
})
