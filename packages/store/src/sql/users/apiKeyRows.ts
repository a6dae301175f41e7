import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ApiKeyRows, KeyTypes, Scope } from "@counterfoil/core"
import { batchedLookup } from "../batchedLookup.ts"
import { bytes, flag, instantOrNull, listOf, listOrNull, plainRows, text, wordOf } from "../plainRows.ts"
import { Instant, InstantOrNull, rowAs, rowsAs, run, touched } from "../rows.ts"

const ApiKeyRow = Schema.Struct({
  id: Schema.String,
  userId: Schema.String,
  name: Schema.String,
  prefix: Schema.String,
  scopes: Schema.Array(Scope),
  accountIds: Schema.NullOr(Schema.Array(Schema.String)),
  types: KeyTypes,
  createdAt: Instant,
  lastUsedAt: InstantOrNull,
  revokedAt: InstantOrNull
})

/** So many of those that are revoked are listed, the newest: there may be any number of them. */
const revokedListed = 200

const apiKeys = rowsAs(ApiKeyRow)
const scopesOf = listOf(wordOf(Scope.literals))
const textsOrNull = listOrNull(text)
const keysForAccounts = plainRows((row) => ({
  id: text(row["id"]),
  prefix: text(row["prefix"]),
  keyHash: bytes(row["keyHash"]),
  scopes: scopesOf(row["scopes"]),
  accountIds: textsOrNull(row["accountIds"]),
  lastUsedAt: instantOrNull(row["lastUsedAt"]),
  revokedAt: instantOrNull(row["revokedAt"]),
  accountId: text(row["accountId"]),
  isOwners: flag(row["isOwners"])
}))
const counted = rowAs(Schema.Struct({ count: Schema.Int }))
const hashedApiKeys = rowsAs(Schema.Struct({ ...ApiKeyRow.fields, keyHash: Schema.Uint8Array }))

/** A prefix has no space in it, a UUID neither. */
const pairOf = (prefix: string, accountId: string): string => `${prefix} ${accountId}`
const prefixOf = (pair: string): string => pair.slice(0, pair.indexOf(" "))
const accountOf = (pair: string): string => pair.slice(pair.indexOf(" ") + 1)

export const apiKeyRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(`id, user_id as "userId", name, prefix, scopes, account_ids as "accountIds", types,
      created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`)

  const findForAccount = yield* batchedLookup(
    (pairs) =>
      keysForAccounts(sql`select k.id, k.prefix, k.key_hash as "keyHash", k.scopes, k.account_ids as "accountIds",
            k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt", p.account_id as "accountId",
            exists (select from accounts a where a.id = p.account_id and a.user_id = k.user_id and a.deleted_at is null)
              as "isOwners"
          from unnest(${pairs.map(prefixOf)}::text[], ${pairs.map(accountOf)}::uuid[]) as p (prefix, account_id)
            join api_keys k on k.prefix = p.prefix`),
    ({ accountId, prefix }) => pairOf(prefix, accountId)
  )

  return {
    listApiKeys: (userId) =>
      apiKeys(sql`select ${columns} from api_keys where user_id = ${userId} and (revoked_at is null
          or id in (select id from api_keys where user_id = ${userId} and revoked_at is not null
            order by created_at desc, id desc limit ${revokedListed}))
        order by created_at desc, id desc`),
    countOwnedAccounts: (userId, accountIds) =>
      counted(sql`select count(*)::int as count from accounts
          where user_id = ${userId} and deleted_at is null and id = any (${accountIds}::uuid[])`).pipe(
        Effect.map((row) => row?.count ?? 0)
      ),
    insertApiKey: (row) =>
      run(sql`insert into api_keys (id, user_id, name, prefix, key_hash, scopes, account_ids, types, created_at) values (
          ${row.id}, ${row.userId}, ${row.name}, ${row.prefix}, ${row.keyHash}, ${row.scopes}, ${row.accountIds}::uuid[], ${row.types},
          ${DateTime.toDateUtc(row.createdAt)})`),
    revokeApiKey: (userId, id, at) =>
      touched(sql`update api_keys set revoked_at = coalesce(revoked_at, ${DateTime.toDateUtc(at)})
          where id = ${id} and user_id = ${userId} returning id`),
    findApiKeys: (prefix) =>
      hashedApiKeys(sql`select ${columns}, key_hash as "keyHash" from api_keys where prefix = ${prefix}`),
    findApiKeysForAccount: (prefix, accountId) => findForAccount(pairOf(prefix, accountId)),
    noteApiKeyUse: (id, at, unlessSince) =>
      run(sql`update api_keys set last_used_at = ${DateTime.toDateUtc(at)}
          where id = ${id} and (last_used_at is null or last_used_at <= ${DateTime.toDateUtc(unlessSince)})`)
  } satisfies ApiKeyRows
})
