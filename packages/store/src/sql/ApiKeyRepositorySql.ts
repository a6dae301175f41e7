import { ApiKeyRepository, Scope } from "@counterfoil/core"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant, InstantOrNull, rowsAs, run, touched } from "./rows.ts"

const ApiKeyRow = Schema.Struct({
  id: Schema.String,
  userId: Schema.String,
  name: Schema.String,
  prefix: Schema.String,
  scopes: Schema.Array(Scope),
  accountIds: Schema.NullOr(Schema.Array(Schema.String)),
  createdAt: Instant,
  lastUsedAt: InstantOrNull,
  revokedAt: InstantOrNull
})

const apiKeys = rowsAs(ApiKeyRow)
const hashedApiKeys = rowsAs(Schema.Struct({ ...ApiKeyRow.fields, keyHash: Schema.Uint8Array }))

export const ApiKeyRepositorySql: Layer.Layer<ApiKeyRepository, never, SqlClient.SqlClient> = Layer.effect(
  ApiKeyRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(`id, user_id as "userId", name, prefix, scopes, account_ids as "accountIds",
      created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`)

    return ApiKeyRepository.of({
      list: (userId) =>
        apiKeys(sql`select ${columns} from api_keys where user_id = ${userId} order by created_at desc, id desc`),
      insert: (row) =>
        run(sql`insert into api_keys (id, user_id, name, prefix, key_hash, scopes, account_ids, created_at) values (
          ${row.id}, ${row.userId}, ${row.name}, ${row.prefix}, ${row.keyHash}, ${row.scopes}, ${row.accountIds}::uuid[],
          ${DateTime.toDateUtc(row.createdAt)})`),
      revoke: (userId, id, at) =>
        touched(sql`update api_keys set revoked_at = coalesce(revoked_at, ${DateTime.toDateUtc(at)})
          where id = ${id} and user_id = ${userId} returning id`),
      findByPrefix: (prefix) =>
        hashedApiKeys(sql`select ${columns}, key_hash as "keyHash" from api_keys where prefix = ${prefix}`),
      noteUse: (id, at, unlessSince) =>
        run(sql`update api_keys set last_used_at = ${DateTime.toDateUtc(at)}
          where id = ${id} and (last_used_at is null or last_used_at <= ${DateTime.toDateUtc(unlessSince)})`)
    })
  })
)
