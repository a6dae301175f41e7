import { AccountKeyRepository } from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowAs, rowsAs, run } from "./rows.ts"

const key = rowAs(Schema.Struct({ keyId: Schema.String, wrapped: Schema.Uint8Array }))
const keyIds = rowsAs(Schema.Struct({ keyId: Schema.String }))
const accountIds = rowsAs(Schema.Struct({ accountId: Schema.String }))

export const AccountKeyRepositorySql: Layer.Layer<AccountKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  AccountKeyRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AccountKeyRepository.of({
      find: (accountId) =>
        key(sql`select key_id as "keyId", wrapped from account_keys where account_id = ${accountId}`),
      addIfAbsent: (accountId, { keyId, wrapped }) =>
        run(sql`insert into account_keys (account_id, key_id, wrapped) values (${accountId}, ${keyId}, ${wrapped})
          on conflict (account_id) do nothing`),
      replace: (accountId, from, { keyId, wrapped }) =>
        run(sql`update account_keys set key_id = ${keyId}, wrapped = ${wrapped}
          where account_id = ${accountId} and key_id = ${from}`),
      notWrappedBy: (keyId, limit) =>
        accountIds(
          sql`select account_id as "accountId" from account_keys where key_id <> ${keyId} limit ${limit}`
        ).pipe(Effect.map((rows) => rows.map((row) => row.accountId))),
      keyIds: keyIds(sql`select distinct key_id as "keyId" from account_keys`).pipe(
        Effect.map((rows) => rows.map((row) => row.keyId))
      ),
      remove: (accountId) => run(sql`delete from account_keys where account_id = ${accountId}`)
    })
  )
)
