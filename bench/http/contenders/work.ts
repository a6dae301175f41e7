/**
 * What the compared servers do for a request, written the way one writes it by hand: node-postgres with prepared
 * statements, the credential checked with node:crypto, the same rows as the service reads, the same headers and one log line
 * for each request. What they leave out: the share of each user, metrics, and other refusals than these.
 */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto"
import pg from "pg"

const env = (name: string): string => process.env[name] ?? ""

const pool = new pg.Pool({ connectionString: env("DATABASE_URL"), max: 16 })

const first = async (
  name: string,
  text: string,
  values: ReadonlyArray<unknown>
): Promise<Record<string, unknown> | undefined> => (await pool.query({ name, text, values: [...values] })).rows[0]

const hmac = (key: string, text: string): Buffer => createHmac("sha256", key).update(text).digest()

/** Answers hold tokens and other people's money: nobody keeps them. */
export const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

let lines = ""

const writeLines = () => {
  process.stderr.write(lines)
  lines = ""
}

/** A line as the service writes it. Those of one turn of the event loop go out together. */
export const log = (method: string, path: string, status: number, began: number): void => {
  if (lines === "") setImmediate(writeLines)
  const annotations = { requestId: randomUUID(), method, path, status, milliseconds: Date.now() - began }
  const line = { message: "request", level: "INFO", timestamp: new Date().toISOString(), annotations, spans: {} }
  lines += `${JSON.stringify(line)}\n`
}

const keyForm = /^svc_[0-9A-Za-z]{8}_[0-9A-Za-z]{64}$/

/** Whether the row is of this key, and the key is for this; notes its use once a minute. */
const admits = async (
  found: Record<string, unknown> | undefined,
  key: string,
  scope: string,
  accountId: string
): Promise<boolean> => {
  if (found === undefined || found["revoked_at"] !== null || !(found["key_hash"] instanceof Buffer)) return false
  if (!timingSafeEqual(found["key_hash"], hmac(env("API_KEY_PEPPER"), key))) return false
  const [scopes, accounts] = [found["scopes"], found["account_ids"]]
  if (!Array.isArray(scopes) || !scopes.includes(scope)) return false
  if (Array.isArray(accounts) && !accounts.includes(accountId)) return false
  const used = found["last_used_at"]
  if (!(used instanceof Date) || Date.now() - used.getTime() > 60_000) {
    await pool.query("update api_keys set last_used_at = now() where id = $1", [found["id"]])
  }
  return true
}

/** The key's owner; undefined for a bad key, or one that is not for this. */
export const ownerOfKey = async (
  key: string | undefined,
  scope: string,
  accountId: string
): Promise<string | undefined> => {
  if (key === undefined || !keyForm.test(key)) return undefined
  const found = await first(
    "key",
    `select id, user_id, scopes, account_ids, key_hash, revoked_at, last_used_at from api_keys where prefix = $1`,
    [key.slice(4, 12)]
  )
  return (await admits(found, key, scope, accountId)) ? String(found?.["user_id"]) : undefined
}

/** Whether the key is good for this account, which is its owner's: both in one query. */
export const isKeyFor = async (key: string, scope: string, accountId: string): Promise<boolean> => {
  if (!keyForm.test(key)) return false
  const found = await first(
    "key and account",
    `select k.id, k.scopes, k.account_ids, k.key_hash, k.revoked_at, k.last_used_at
     from api_keys k join accounts a on a.user_id = k.user_id
     where k.prefix = $1 and a.id = $2 and a.deleted_at is null`,
    [key.slice(4, 12), accountId]
  )
  return admits(found, key, scope, accountId)
}

/** The token's user; undefined for a bad token. */
export const userOfToken = async (authorization: string | undefined): Promise<string | undefined> => {
  const [head, claims, signature] = (authorization ?? "").replace(/^Bearer /, "").split(".")
  if (head === undefined || claims === undefined || signature === undefined) return undefined
  const given = Buffer.from(signature, "base64url")
  const expected = hmac(env("JWT_SIGNING_KEY"), `${head}.${claims}`)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const { exp, sub, sv } = JSON.parse(Buffer.from(claims, "base64url").toString())
  if (exp * 1000 < Date.now()) return undefined
  const user = await first("user", "select id, session_version, operation_mode from users where id = $1", [sub])
  return user?.["session_version"] === sv ? sub : undefined
}

export const ownAccount = (userId: string, accountId: string) =>
  first(
    "account",
    `select a.id, a.name, a.status, b.code as bank from accounts a join banks b on b.id = a.bank_id
     where a.id = $1 and a.user_id = $2 and a.deleted_at is null`,
    [accountId, userId]
  )

/** The service asks the account's actor; here a map stands in for it. */
const sessions = new Map<string, { readonly running: boolean; readonly pending: object | null }>()

export const statusOf = (accountId: string) => {
  const session = sessions.get(accountId)
  return {
    account_id: accountId,
    session_running: session?.running ?? false,
    pending_assistance: session?.pending ?? null
  }
}

const hashOf = (ticket: string): Buffer => createHash("sha256").update(ticket).digest()

export const ticketFor = async (userId: string): Promise<string> => {
  const ticket = randomBytes(32).toString("base64url")
  await pool.query({
    name: "issue",
    text: "insert into realtime_tickets (ticket_hash, user_id, session_version, expires_at) values ($1, $2, 0, now() + interval '30 seconds')",
    values: [hashOf(ticket), userId]
  })
  return ticket
}

/** A ticket opens one stream. */
export const holderOf = async (ticket: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ user_id: string }>({
    name: "redeem",
    text: "delete from realtime_tickets where ticket_hash = $1 and expires_at > now() returning user_id",
    values: [hashOf(ticket)]
  })
  return rows[0]?.user_id
}

/** Hands over each event as the bytes that the service sends of it. */
export const feedOf = async (tell: (userId: string, text: string) => void): Promise<void> => {
  const feed = await pool.connect()
  await feed.query("listen counterfoil_events")
  feed.on("notification", ({ payload }) => {
    const read = pool.query<{ type: string; user_id: string; account_id: string; data: object; occurred_at: Date }>({
      name: "event",
      text: "select type, user_id, account_id, data, occurred_at from events where id = $1",
      values: [payload]
    })
    void read.then(({ rows }) => {
      for (const { account_id: accountId, data, occurred_at: at, type, user_id: userId } of rows) {
        tell(userId, JSON.stringify({ type, userId, accountId, data, occurredAt: at.toISOString() }))
      }
    })
  })
}

const decimal = (minor: unknown): string =>
  String(minor)
    .padStart(3, "0")
    .replace(/(\d\d)$/, ".$1")
const iso = (time: unknown): string | null => (time instanceof Date ? time.toISOString() : null)

export const movementsOf = async (accountId: string, limit: number) => {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: "movements",
    text: `select id, external_id, amount_minor, currency, sender_name, received_at, notified_at, excluded_at,
        bank_movement_id, booked_date::text, value_date::text, status, description, counterparty, counterparty_account,
        balance_minor, removed_at, reversed_at, held_for::text[]
      from movements where account_id = $1 and (removed_at is null or queued_at is not null)
      order by received_at desc, id desc limit $2 offset 0`,
    values: [accountId, limit]
  })
  return rows.map((row) => ({
    id: row["id"],
    external_id: row["external_id"],
    amount: decimal(row["amount_minor"]),
    currency: row["currency"],
    sender_name: row["sender_name"],
    received_at: iso(row["received_at"]),
    notified_at: iso(row["notified_at"]),
    excluded_at: iso(row["excluded_at"]),
    bank_movement_id: row["bank_movement_id"],
    booked_date: row["booked_date"],
    value_date: row["value_date"],
    status: row["status"],
    description: row["description"],
    counterparty: row["counterparty"],
    counterparty_account: row["counterparty_account"],
    balance: row["balance_minor"] === null ? null : decimal(row["balance_minor"]),
    removed_at: iso(row["removed_at"]),
    reversed_at: iso(row["reversed_at"]),
    ...(Array.isArray(row["held_for"]) && row["held_for"].length > 0 ? { possible_duplicate_of: row["held_for"] } : {})
  }))
}
