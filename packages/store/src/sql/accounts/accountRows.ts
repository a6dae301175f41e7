import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AccountRows, OperationMode } from "@counterfoil/core"
import { batchedLookup } from "../batchedLookup.ts"
import { InstantOrNull, rowAs, rowsAs, run, touched } from "../rows.ts"

const AccountRow = Schema.Struct({
  id: Schema.String,
  userId: Schema.String,
  bankId: Schema.String,
  bank: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  scrapeBlockedAt: InstantOrNull,
  scrapeBlockedReason: Schema.NullOr(Schema.String)
})

const accounts = rowsAs(AccountRow)
const AccountWithModeRow = Schema.Struct({ ...AccountRow.fields, operationMode: Schema.NullOr(OperationMode) })
const accountWithMode = rowAs(AccountWithModeRow)
const accountsWithMode = rowsAs(AccountWithModeRow)

export const accountRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(`a.id, a.user_id as "userId", a.bank_id as "bankId", b.code as bank, a.name, a.status,
      a.scrape_blocked_at as "scrapeBlockedAt", a.scrape_blocked_reason as "scrapeBlockedReason"`)
  const withMode = (accountIds: ReadonlyArray<string>) =>
    sql`select ${columns}, u.operation_mode as "operationMode"
        from accounts a join banks b on b.id = a.bank_id join users u on u.id = a.user_id
        where a.id = any (${accountIds}::uuid[]) and a.deleted_at is null`
  const findById = yield* batchedLookup(
    (accountIds) => accountsWithMode(withMode(accountIds)),
    ({ id }) => id
  )

  return {
    list: (userId) =>
      accounts(sql`select ${columns} from accounts a join banks b on b.id = a.bank_id
          where a.user_id = ${userId} and a.deleted_at is null order by a.created_at, a.id`),
    find: (accountId) => Effect.map(findById(accountId.toLowerCase()), ([found]) => found ?? null),
    lock: (accountId) => accountWithMode(sql`${withMode([accountId])} for no key update of a`),
    insert: (row) =>
      run(sql`with enrolled as (insert into accounts (id, user_id, bank_id, name, status, created_at, consent)
            values (${row.id}, ${row.userId}, ${row.bankId}, ${row.name}, ${row.status},
              ${DateTime.toDateUtc(row.createdAt)}, bank_terms(${row.bankId}::uuid)) returning id)
          insert into account_due (account_id, due_at) select id, now() from enrolled`),
    rename: (accountId, name) => run(sql`update accounts set name = ${name} where id = ${accountId}`),
    leaveNow: (accountId) =>
      touched(sql`update browser_states b set leave_at = now() from accounts a where a.id = b.account_id
          and a.id = ${accountId} and (b.is_open or b.leave_at is not null) returning a.id`),
    isToLeave: (accountId) =>
      touched(sql`select 1 from browser_states where account_id = ${accountId} and leave_at is not null`),
    remove: (accountId, at) =>
      Effect.all(
        [
          run(
            sql`update accounts set deleted_at = ${DateTime.toDateUtc(at)}, next_run_at = null where id = ${accountId}`
          ),
          run(sql`delete from account_settings where account_id = ${accountId}`),
          run(sql`delete from webhook_secrets where account_id = ${accountId}`),
          run(sql`delete from browser_states where account_id = ${accountId}`),
          run(sql`delete from code_settings where account_id = ${accountId}`),
          run(sql`delete from code_mailboxes where account_id = ${accountId}`),
          run(sql`delete from ask_rules where account_id = ${accountId}`),
          run(sql`delete from spent_codes where account_id = ${accountId}`),
          run(sql`delete from evidence where account_id = ${accountId}`)
        ],
        { discard: true }
      )
  } satisfies AccountRows
})
