import { type DataKeys, KeyRepository } from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowAs, rowsAs, run } from "./rows.ts"

const key = rowAs(Schema.Struct({ keyId: Schema.String, wrapped: Schema.Uint8Array }))
const keyIds = rowsAs(Schema.Struct({ keyId: Schema.String }))
const owners = rowsAs(Schema.Struct({ ownerId: Schema.String }))

const dataKeys = (sql: SqlClient.SqlClient, of: "account" | "user"): DataKeys => {
  const [table, owner] = [sql(`${of}_keys`), sql(`${of}_id`)]
  return {
    find: (ownerId) => key(sql`select key_id as "keyId", wrapped from ${table} where ${owner} = ${ownerId}`),
    addIfAbsent: (ownerId, { keyId, wrapped }) =>
      run(sql`insert into ${table} (${owner}, key_id, wrapped) values (${ownerId}, ${keyId}, ${wrapped})
        on conflict (${owner}) do nothing`),
    replace: (ownerId, from, { keyId, wrapped }) =>
      run(sql`update ${table} set key_id = ${keyId}, wrapped = ${wrapped}
        where ${owner} = ${ownerId} and key_id = ${from}`),
    notWrappedBy: (keyId, limit) =>
      Effect.map(
        owners(sql`select ${owner} as "ownerId" from ${table} where key_id <> ${keyId} limit ${limit}`),
        (rows) => rows.map(({ ownerId }) => ownerId)
      ),
    remove: (ownerId) => run(sql`delete from ${table} where ${owner} = ${ownerId}`)
  }
}

export const KeyRepositorySql: Layer.Layer<KeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  KeyRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    KeyRepository.of({
      accounts: dataKeys(sql, "account"),
      users: dataKeys(sql, "user"),
      keyIds: Effect.map(
        keyIds(sql`select key_id as "keyId" from account_keys union select key_id from user_keys`),
        (rows) => rows.map(({ keyId }) => keyId)
      )
    })
  )
)
