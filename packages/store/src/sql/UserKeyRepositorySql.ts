import { UserKeyRepository } from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowAs, rowsAs, run } from "./rows.ts"

const key = rowAs(Schema.Struct({ keyId: Schema.String, wrapped: Schema.Uint8Array }))
const keyIds = rowsAs(Schema.Struct({ keyId: Schema.String }))
const userIds = rowsAs(Schema.Struct({ userId: Schema.String }))

export const UserKeyRepositorySql: Layer.Layer<UserKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  UserKeyRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    UserKeyRepository.of({
      find: (userId) => key(sql`select key_id as "keyId", wrapped from user_keys where user_id = ${userId}`),
      addIfAbsent: (userId, { keyId, wrapped }) =>
        run(sql`insert into user_keys (user_id, key_id, wrapped) values (${userId}, ${keyId}, ${wrapped})
          on conflict (user_id) do nothing`),
      replace: (userId, from, { keyId, wrapped }) =>
        run(sql`update user_keys set key_id = ${keyId}, wrapped = ${wrapped}
          where user_id = ${userId} and key_id = ${from}`),
      notWrappedBy: (keyId, limit) =>
        Effect.map(
          userIds(sql`select user_id as "userId" from user_keys where key_id <> ${keyId} limit ${limit}`),
          (rows) => rows.map((row) => row.userId)
        ),
      keyIds: Effect.map(keyIds(sql`select distinct key_id as "keyId" from user_keys`), (rows) =>
        rows.map((row) => row.keyId)
      ),
      remove: (userId) => run(sql`delete from user_keys where user_id = ${userId}`)
    })
  )
)
