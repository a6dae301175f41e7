import type { LoginKey, LoginRows, UserAtBank } from "@counterfoil/core"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsAs, run } from "../rows.ts"
import { spentOutcomes } from "../spentOutcomes.ts"

const members = rowsAs(
  Schema.Struct({
    accountId: Schema.String,
    id: Schema.String,
    loginId: Schema.String,
    credentialsVersion: Schema.Int,
    loginGrant: Schema.Int,
    bankUsername: Schema.Uint8Array,
    bankPassword: Schema.Uint8Array
  })
)
const readers = rowsAs(
  Schema.Struct({
    accountId: Schema.String,
    loginId: Schema.String,
    name: Schema.String,
    id: Schema.String,
    bankAccount: Schema.NullOr(Schema.Uint8Array)
  })
)
const places = rowsAs(Schema.Struct({ userId: Schema.String, bankId: Schema.String }))

const batch = 200

export const loginRows = Effect.map(SqlClient.SqlClient, (sql): LoginRows => {
  const spent = sql.literal(spentOutcomes)
  const at = (key: LoginKey) => sql`login_id = ${key.loginId} and credentials_version = ${key.credentialsVersion}
      and login_grant = ${key.loginGrant}`

  return {
    lockLogins: ({ bankId, userId }: UserAtBank) =>
      run(
        sql`select pg_advisory_xact_lock(hashtextextended('counterfoil.login ' || ${userId} || ' ' || ${bankId}, 0))`
      ),
    loginMembers: ({ bankId, userId }) =>
      members(sql`select a.id as "accountId", s.id, a.login_id as "loginId", a.login_grant as "loginGrant",
            s.credentials_version as "credentialsVersion", s.bank_username as "bankUsername", s.bank_password as "bankPassword"
          from accounts a join account_settings s on s.account_id = a.id
          where a.user_id = ${userId} and a.bank_id = ${bankId} and a.deleted_at is null
            and s.bank_username is not null and s.bank_password is not null
          order by a.created_at, a.id`),
    readersAtBank: (accountId) =>
      readers(sql`select a.id as "accountId", a.login_id as "loginId", a.name, s.id, s.bank_account as "bankAccount"
          from accounts own join accounts a on a.user_id = own.user_id and a.bank_id = own.bank_id and a.deleted_at is null
            join account_settings s on s.account_id = a.id and s.bank_username is not null
          where own.id = ${accountId} order by a.created_at, a.id`),
    assignLogin: (accountId, { credentialsVersion, loginGrant, loginId }) =>
      Effect.andThen(
        run(sql`update accounts set login_id = ${loginId}, login_grant = ${loginGrant} where id = ${accountId}`),
        run(
          sql`update account_settings set credentials_version = ${credentialsVersion} where account_id = ${accountId}`
        )
      ),
    saveCredentials: (accountId, { bankPassword, bankUsername }) =>
      run(sql`update account_settings set bank_username = ${bankUsername}, bank_password = ${bankPassword}
          where account_id = ${accountId}`),
    carryLogin: (from, to) =>
      Effect.andThen(
        // If both logins have spent their attempt, one row is enough: the other is not carried over.
        run(sql`update login_attempts set login_id = ${to.loginId}, credentials_version = ${to.credentialsVersion},
              login_grant = case when login_grant = ${from.loginGrant} then ${to.loginGrant} else login_grant end
            where login_id = ${from.loginId} and credentials_version = ${from.credentialsVersion} and (
              not (${spent}) or (login_grant = ${from.loginGrant}
                and not exists (select from login_attempts l where ${at(to)} and (${spent}))))`),
        run(sql`update browser_states b set credentials_version = ${to.credentialsVersion}
            from accounts a where a.id = b.account_id and a.login_id = ${from.loginId}
              and b.credentials_version = ${from.credentialsVersion}`)
      ),
    unknownLogins: places(sql`select distinct user_id as "userId", bank_id as "bankId" from accounts
        where not login_known limit ${batch}`),
    noteLoginsKnown: ({ bankId, userId }) =>
      run(
        sql`update accounts set login_known = true where user_id = ${userId} and bank_id = ${bankId} and not login_known`
      )
  }
})
