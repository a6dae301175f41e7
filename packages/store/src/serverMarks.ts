/** What the database remembers of the secrets that its rows were made with. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { lockSpace } from "./NodeRegistrySql.ts"
import { processLock } from "./SingleProcessGuard.ts"

const Found = Schema.Array(Schema.Struct({ mark: Schema.NullOr(Schema.String), keys: Schema.Int }))

const pepper = "API_KEY_PEPPER"
const sealing = "KEY_ENCRYPTION_KEY"

/** The mark of the pepper, and how many API keys would no longer be known under another. */
export const pepperOfKeys = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`select (select mark from server_marks where name = ${pepper}) as mark,
    (select count(*) from api_keys where revoked_at is null)::int as keys`.pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Found)),
    Effect.map(([row]) => row ?? { mark: null, keys: 0 }),
    Effect.orDie
  )
)

const note = (name: string) => (mark: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(
      Effect.asVoid(sql`insert into server_marks (name, mark) values (${name}, ${mark})
        on conflict (name) do update set mark = excluded.mark`)
    )
  )

export const notePepper = note(pepper)

/** The id of the key that this server seals with. */
export const noteSealingKey = note(sealing)

const KeyIds = Schema.Array(Schema.Struct({ key: Schema.String }))

/**
 * The ids of the keys that the servers at work seal with: of the one that holds the database alone, as it noted at its start,
 * and of the nodes that share it. Empty: of a server that has not told yet, such as a node that starts.
 */
export const sealingKeysAtWork = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`with held as (
      select l.mode, l.classid, l.objid, l.objsubid from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.granted and d.datname = current_database()
    ), modes as (
      select mode from held where classid = 0 and objid = ${String(processLock)}::oid and objsubid = 1
    ), known as (
      select from nodes n join held h on h.classid = ${String(lockSpace)}::oid and h.objid = n.number and h.objsubid = 2
    )
    select coalesce((select mark from server_marks where name = ${sealing}), '') as key
      from modes where mode = 'ExclusiveLock'
    union select coalesce(secrets #>> '{keyEncryptionKeys,0}', '')
      from nodes where exists (select from modes where mode = 'ShareLock')
    union select '' where (select count(*) from modes where mode = 'ShareLock') > (select count(*) from known)`.pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(KeyIds)),
    Effect.map((rows) => rows.map(({ key }) => key)),
    Effect.orDie
  )
)
