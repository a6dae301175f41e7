/** Accounts with webhook settings, and what became of their messages. */
import { Accounts, type AccountSettings } from "@counterfoil/core"
import { type AuthType, settingDefaults } from "@counterfoil/domain"
import { Effect, Layer, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { seedAccount } from "../seed.ts"
import { beat } from "../waiting.ts"

interface Endpoints {
  readonly webhookUrl?: string
  readonly webhookAuth?: readonly [AuthType, string]
  readonly auth?: readonly [AuthType, string]
  readonly notificationUrl?: string
  readonly notificationAuth?: readonly [AuthType, string]
}

const given = new Map<string, Endpoints>()

/** `whsec_…`, present and earlier, of each account. */
export const secretsOf = new Map<string, ReadonlyArray<string>>()

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`

const token = (auth: readonly [AuthType, string] | undefined) => (auth === undefined ? null : Redacted.make(auth[1]))

const settingsOf = (accountId: string, endpoints: Endpoints): AccountSettings => ({
  ...settingDefaults,
  id: accountId,
  accountId,
  webhookUrl: endpoints.webhookUrl ?? "",
  webhookAuthType: endpoints.webhookAuth?.[0] ?? null,
  webhookAuthToken: token(endpoints.webhookAuth),
  notificationEndpointUrl: endpoints.notificationUrl ?? null,
  notificationAuthType: endpoints.notificationAuth?.[0] ?? null,
  notificationAuthToken: token(endpoints.notificationAuth),
  authType: endpoints.auth?.[0] ?? null,
  authToken: token(endpoints.auth),
  credentialsVersion: 0,
  webhookAddress: endpoints.webhookUrl ?? "",
  notificationAddress: endpoints.notificationUrl ?? null
})

/** Settings as the tests gave them; encryption has its own tests. */
export const GivenAccounts = Layer.mock(Accounts, {
  findSettings: (accountId) =>
    Effect.sync(() => {
      const endpoints = given.get(accountId)
      return endpoints === undefined ? null : settingsOf(accountId, endpoints)
    }),
  signingSecrets: (accountId) =>
    Effect.sync(() => (secretsOf.get(accountId) ?? []).map((secret) => Redacted.make(secret)))
})

const hostOf = (url: string | undefined) => (url === undefined ? null : new URL(url).hostname)

export const saveEndpoints = Effect.fnUntraced(function* (accountId: string, endpoints: Endpoints) {
  const sql = yield* SqlClient.SqlClient
  given.set(accountId, endpoints)
  const row = {
    id: accountId,
    account_id: accountId,
    webhook_url: endpoints.webhookUrl ?? "",
    webhook_address: endpoints.webhookUrl ?? "",
    webhook_host: hostOf(endpoints.webhookUrl),
    notification_address: endpoints.notificationUrl ?? null,
    notification_host: hostOf(endpoints.notificationUrl),
    created_at: new Date(),
    updated_at: new Date()
  }
  yield* sql`insert into account_settings ${sql.insert(row)} on conflict (account_id) do update set ${sql.update(row)}`
})

export const newAccount = Effect.fnUntraced(function* (endpoints?: Endpoints) {
  const account = yield* seedAccount()
  secretsOf.set(account.id, [newSecret(), newSecret()])
  if (endpoints !== undefined) yield* saveEndpoints(account.id, endpoints)
  return account
})

export const seedMovement = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const id = SecureRandom.uuidV7Unsafe()
  yield* sql`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
      sender_name, description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
    values (${id}, ${accountId}, ${id}, ${id}, 1, ${"1000"}, 'EUR', 'Ana', '', '2026-11-20', 'booked', now(), now(),
      ${id}, ${id})`
  return id
})

const decodeNotified = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ notifiedAt: Schema.NullOr(Schema.DateTimeUtcFromDate) })])
)

export const notifiedAt = Effect.fnUntraced(function* (movementId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select notified_at as "notifiedAt" from movements where id = ${movementId}`
  const [row] = yield* decodeNotified(rows)
  return row.notifiedAt
})

const decodeSlot = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ seconds: Schema.Finite })]))

/** Seconds from the end of the last attempt of the account's oldest message to the schedule's next one. */
export const secondsToSlot = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select extract(epoch from o.due_at - (select max(d.finished_at) from delivery_attempts d
      where d.outbox_id = o.id))::float8 as seconds
    from outbox o where o.account_id = ${accountId} order by o.created_at, o.id limit 1`
  const [row] = yield* decodeSlot(rows)
  return row.seconds
})

/** The schedule's next attempt of the account's messages is due now. */
export const comesDue = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update outbox set due_at = now() where account_id = ${accountId}`
})

const decodeMessages = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      id: Schema.String,
      messageId: Schema.String,
      status: Schema.String,
      attempts: Schema.Int
    })
  )
)

/** The account's messages, oldest first. */
export const messagesOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id, message_id as "messageId", status, attempts_made as attempts from outbox
    where account_id = ${accountId} order by created_at, id`
  return yield* decodeMessages(rows)
})

const decodeAttempts = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      number: Schema.Int,
      url: Schema.String,
      outcome: Schema.NullOr(Schema.String),
      httpStatus: Schema.NullOr(Schema.Int),
      response: Schema.NullOr(Schema.String),
      fault: Schema.NullOr(Schema.String)
    })
  )
)

/** The attempts of the account's messages. */
export const attemptsOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`select d.attempt_number as number, d.address as url, d.outcome, d.http_status as "httpStatus", d.response,
      d.fault
    from delivery_attempts d join outbox o on o.id = d.outbox_id
    where o.account_id = ${accountId} order by d.started_at, d.attempt_number`
  return yield* decodeAttempts(rows)
})

/** Looks until the account's messages have these statuses, oldest first; the test's own time-out ends it. */
export const becomes = Effect.fnUntraced(function* (accountId: string, ...statuses: ReadonlyArray<string>) {
  for (;;) {
    const messages = yield* messagesOf(accountId)
    if (messages.map(({ status }) => status).join() === statuses.join()) return messages
    yield* beat
  }
})
