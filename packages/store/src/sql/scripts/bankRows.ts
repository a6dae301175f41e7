import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BankCodeTaken, type BankRows, BankStatus } from "@counterfoil/core"
import { InstantOrNull, onTaken, rowAs, rowsAs, run, touched } from "../rows.ts"

const BankRow = Schema.Struct({
  id: Schema.String,
  code: Schema.String,
  name: Schema.String,
  loginUrl: Schema.NullOr(Schema.String),
  status: BankStatus,
  origins: Schema.Array(Schema.String),
  createdBy: Schema.NullOr(Schema.String)
})

const serviceRow = rowAs(
  Schema.Struct({
    creator: Schema.NullOr(Schema.Struct({ name: Schema.NullOr(Schema.String), isAdministrator: Schema.Boolean })),
    version: Schema.NullOr(Schema.String),
    since: InstantOrNull,
    requests: Schema.Array(Schema.String),
    login: Schema.NullOr(Schema.Array(Schema.String)),
    passwordFields: Schema.NullOr(Schema.Literal("text"))
  })
)
const bank = rowAs(BankRow)
const banks = rowsAs(BankRow)

export const bankRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(`id, code, name, login_url as "loginUrl", status, origins, created_by as "createdBy"`)
  return {
    listBanks: banks(sql`select ${columns} from banks order by created_at, id`),
    findBank: (bankId) => bank(sql`select ${columns} from banks where id = ${bankId}`),
    lockBank: (bankId) => bank(sql`select ${columns} from banks where id = ${bankId} for no key update`),
    bankService: (bankId) =>
      Effect.map(
        serviceRow(sql`select case when u.id is not null then jsonb_build_object(
                'name', u.name, 'isAdministrator', u.is_administrator) end as creator, s.version, s.promoted_at as since,
              array(select jsonb_array_elements_text(bank_terms(b.id) -> 'requests')) as requests,
              bank_terms(b.id) -> 'login' as login,
              s.manifest ->> 'passwordFields' as "passwordFields"
            from banks b left join users u on u.id = b.created_by
              left join scripts s on s.bank_id = b.id and s.status = 'active'
            where b.id = ${bankId}`),
        (row) => ({
          creator: row?.creator ?? null,
          active:
            row === null || row.version === null || row.since === null
              ? null
              : {
                  version: row.version,
                  since: row.since,
                  requests: row.requests,
                  login: row.login,
                  passwordFields: row.passwordFields
                }
        })
      ),
    insertBank: (row) =>
      sql`insert into banks (id, code, name, login_url, status, origins, created_by, created_at) values (
          ${row.id}, ${row.code}, ${row.name}, ${row.loginUrl}, ${row.status}, ${row.origins}, ${row.createdBy},
          ${DateTime.toDateUtc(row.createdAt)})`.pipe(
        onTaken("banks_code_key", () => new BankCodeTaken({})),
        Effect.asVoid
      ),
    setBankNameAndStatus: ({ id, name, status }) =>
      run(sql`update banks set name = ${name}, status = ${status} where id = ${id}`),
    deleteUnusedBank: Effect.fnUntraced(function* (bankId) {
      // Keeps out an account that is being made: its reference to the bank waits for this lock.
      yield* run(sql`select 1 from banks where id = ${bankId} for update`)
      if (yield* touched(sql`select 1 from accounts where bank_id = ${bankId} limit 1`)) return false
      yield* run(sql`delete from scripts where bank_id = ${bankId}`)
      yield* run(sql`delete from banks where id = ${bankId}`)
      return true
    }),
    setBankOrigins: (bankId, origins) => run(sql`update banks set origins = ${origins} where id = ${bankId}`),
    hasAccountsOfOthers: (bankId, userId) =>
      touched(sql`select 1 from accounts
          where bank_id = ${bankId} and user_id <> ${userId} and deleted_at is null limit 1`)
  } satisfies BankRows
})
