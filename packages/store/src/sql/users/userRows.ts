import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailAlreadyExists, type NewUser, OperationMode, type UserRows } from "@counterfoil/core"
import { dueChannel } from "../dueChannel.ts"
import { batchedLookup } from "../batchedLookup.ts"
import { onTaken, rowAs, rowsAs, run, touched } from "../rows.ts"
import { openStatuses } from "../requestStatuses.ts"
import { lockQuota } from "./quotaRows.ts"

const UserRow = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  operationMode: Schema.NullOr(OperationMode),
  sessionVersion: Schema.Int,
  passwordHash: Schema.String
})

/** Each statement has a time limit, and a busy database takes milliseconds for one of them. */
const requestsAtOnce = 5_000

/** Where a user's rows go whole, and at once. */
const leavesNothing = [
  "api_keys",
  "mailbox_tokens",
  "moved_topics",
  "notice_channels",
  "push_channels",
  "realtime_tickets",
  "user_keys"
]

const user = rowAs(UserRow)
const users = rowsAs(UserRow)
const Email = Schema.Struct({ email: Schema.String })
const emails = rowsAs(Email)
const firstEmail = rowAs(Email)
const leaving = rowAs(Schema.Struct({ isLastAdministrator: Schema.Boolean, passwordHash: Schema.String }))
const versioned = rowAs(Schema.Struct({ sessionVersion: Schema.Int }))
const modeBefore = rowAs(Schema.Struct({ before: Schema.NullOr(OperationMode) }))

export const userRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(`id, email, name, operation_mode as "operationMode", session_version as "sessionVersion",
      password_hash as "passwordHash"`)

  const findById = yield* batchedLookup(
    (userIds) => users(sql`select ${columns} from users where id = any (${userIds}::uuid[]) and deleted_at is null`),
    ({ id }) => id
  )

  const insert = (row: NewUser) =>
    sql`insert into users (id, email, email_key, name, password_hash, created_at, is_administrator) values (
        ${row.id}, ${row.email}, ${row.emailKey}, ${row.name}, ${row.passwordHash}, ${DateTime.toDateUtc(row.createdAt)},
        ${row.isAdministrator})`

  return {
    insert: (row) => Effect.asVoid(onTaken("users_email_key_key", () => new EmailAlreadyExists({}))(insert(row))),
    isEmpty: Effect.map(touched(sql`select 1 from users limit 1`), (found) => !found),
    lockInserts: run(sql`lock table users in share row exclusive mode`),
    find: (userId) => Effect.map(findById(userId.toLowerCase()), ([found]) => found ?? null),
    findByEmailKey: (emailKey) => user(sql`select ${columns} from users where email_key = ${emailKey}`),
    isAdministrator: (userId) => touched(sql`select 1 from users where id = ${userId} and is_administrator`),
    hasAdministrator: touched(sql`select 1 from users where is_administrator limit 1`),
    administrators: Effect.map(
      emails(sql`select email from users where is_administrator order by created_at, id`),
      (rows) => rows.map(({ email }) => email)
    ),
    setAdministrator: (emailKey, is) =>
      touched(sql`update users set is_administrator = ${is} where email_key = ${emailKey} returning 1`),
    makeFirstAdministrator: Effect.map(
      firstEmail(sql`update users set is_administrator = true
          where id = (select id from users where deleted_at is null order by created_at, id limit 1) returning email`),
      (row) => row?.email ?? null
    ),
    lockForDeletion: (userId) =>
      Effect.andThen(
        run(lockQuota(sql, userId)),
        leaving(sql`select u.is_administrator and not exists (
              select from users o where o.is_administrator and o.id <> u.id) as "isLastAdministrator",
              u.password_hash as "passwordHash"
            from users u where u.id = ${userId} and u.deleted_at is null for no key update`)
      ),
    remove: (userId, at) =>
      Effect.all(
        [
          ...leavesNothing.map((table) => run(sql`delete from ${sql(table)} where user_id = ${userId}`)),
          // The blank keeps the place of the e-mail from being anybody's.
          run(sql`update users set email = '', email_key = 'deleted ' || id, name = null, password_hash = '',
              session_version = session_version + 1, is_administrator = false, deleted_at = ${DateTime.toDateUtc(at)}
            where id = ${userId}`)
        ],
        { discard: true }
      ),
    setPassword: (userId, passwordHash) =>
      run(sql`update users set password_hash = ${passwordHash}, session_version = session_version + 1
          where id = ${userId}`),
    replacePassword: (userId, present, next) =>
      versioned(sql`update users set password_hash = ${next}, session_version = session_version + 1
          where id = ${userId} and password_hash = ${present} and deleted_at is null
          returning session_version as "sessionVersion"`).pipe(Effect.map((row) => row?.sessionVersion ?? null)),
    setOperationMode: (userId, mode) =>
      modeBefore(sql`
          with present as (select id, operation_mode from users where id = ${userId} for no key update)
          , changed as (
            update users set operation_mode = ${mode} from present
            where users.id = present.id and present.operation_mode is distinct from ${mode} returning users.id),
          woken as (
            update account_due d set due_at = least(d.due_at, now()), wakes = d.wakes + 1
            from accounts a, changed where a.id = d.account_id and a.user_id = changed.id and a.deleted_at is null returning 1)
          select present.operation_mode as before,
            case when exists (select from woken) then pg_notify(${dueChannel}, '') end::text as announced
          from present`),
    // Locked where they are chosen: one that is matched in this moment is no longer open by then.
    cancelOpenRequests: (userId, at) =>
      touched(sql`update conciliation_requests set status = 'cancelled', cancelled_at = ${DateTime.toDateUtc(at)},
            cancelled_because = 'mode', separated_at = null, left_at = null, left_as = null, updated_at = ${DateTime.toDateUtc(at)}
          where id = any(array(select id from conciliation_requests
            where user_id = ${userId} and status in ${sql.literal(openStatuses)} limit ${requestsAtOnce}
            for no key update)) returning 1`).pipe(Effect.repeat({ while: (wereThere) => wereThere }), Effect.asVoid)
  } satisfies UserRows
})
