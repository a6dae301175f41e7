/** What a database of the operator's says: its version, whether it takes writes, whose it is. */
import { KeyRepository } from "@counterfoil/core"
import { Database, migrationState, StoreLayers, whyNotWritable, whyUnfit } from "@counterfoil/store"
import { Effect, Option, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { pepperFault } from "../secrets/checkPepper.ts"
import type { ServerSecrets } from "../config/CounterfoilConfig.ts"
import { clockComplaint } from "../clockOfDatabase.ts"
import { migrations } from "../database.ts"
import { fault, type Finding, note, ok } from "./Finding.ts"
import { ofTheOperator, whyUnreadable } from "../secrets/whyUnreadable.ts"

/** Of the pool, and those that hold the lock and listen; those of permits at banks are two more. */
const usedByNode = 18

const Most = Schema.Tuple([Schema.Struct({ most: Schema.Int })])

/** Whether connections are left: once all are used, statements wait and are retried, which looks like a slow database. */
const room = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select least(current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int - current_setting('reserved_connections')::int,
    nullif((select rolconnlimit from pg_roles where rolname = current_user), -1),
    nullif((select datconnlimit from pg_database where datname = current_database()), -1)) as most`
  const [{ most }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Most)(rows))
  if (most >= usedByNode) return []
  const advice = "raise max_connections, or the limit of the user or the database (CONNECTION LIMIT)"
  return [note("database", `it takes ${most} connections of this user, and a node uses up to ${usedByNode}: ${advice}`)]
})

const clock = Effect.map(clockComplaint, (complaint) => (complaint === undefined ? [] : [note("clock", complaint)]))

const Letters = Schema.Tuple([Schema.Struct({ known: Schema.Boolean })])

/** Its locale says what a letter is, which the search goes by: to C it is one of ASCII. */
const letters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select lower('Я') = 'я' and 'я' ~ '[[:alnum:]]' as known`
  const [{ known }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Letters)(rows))
  const advice = "restore a backup into one with another locale (CREATE DATABASE … LOCALE 'C.UTF-8')"
  return known
    ? []
    : [
        note(
          "database",
          `its locale knows no letters but ASCII's: the search finds no Cyrillic or Greek names; ${advice}`
        )
      ]
})

/** What a start would say comes before what the probe of writes says of the same. */
const fitness = Effect.gen(function* () {
  const version = yield* Database.version
  const why = (yield* whyUnfit) ?? (yield* whyNotWritable)
  return [
    ok("database", `Postgres ${version} answers at DATABASE_URL`),
    ...(why === undefined ? [] : [fault("database", why)])
  ]
})

/** Whether what it holds can be read with the secrets here. `remedy`: what to do about a key that is missing. */
const sealed = (secrets: ServerSecrets, remedy: string) =>
  Effect.gen(function* () {
    const pepper = yield* pepperFault(secrets)
    const key = whyUnreadable(yield* (yield* KeyRepository).keyIds, secrets, remedy)
    return [pepper, key].flatMap((why) => (why === undefined ? [] : [fault("secrets", why)]))
  }).pipe(Effect.provide(StoreLayers))

const keys = (secrets: Option.Option<ServerSecrets>, remedy: string) =>
  Option.match(secrets, {
    onNone: () => Effect.succeed<ReadonlyArray<Finding>>([]),
    onSome: (given) => sealed(given, remedy)
  })

/** A database that no server has used yet is no fault. */
const content = Effect.fnUntraced(function* (secrets: Option.Option<ServerSecrets>) {
  const state = yield* migrationState({ directory: migrations })
  if (state === "newest") return yield* keys(secrets, ofTheOperator)
  return state === "older"
    ? [note("database", "it is not of this version of counterfoil yet: the server's start migrates it")]
    : [fault("database", state.message)]
})

/** Examines the embedded database of a running server. Its version needs no check: the server itself complains of it. */
export const examineEmbedded = (url: Redacted.Redacted<string>, secrets: ServerSecrets, remedy: string) =>
  sealed(secrets, remedy).pipe(
    Effect.provide(Database.layer({ url, maxConnections: 1, applicationName: "counterfoil doctor" }))
  )

/** `secrets`: none where they can't be read, which is told elsewhere. */
export const examineDatabase = (url: Redacted.Redacted<string>, secrets: Option.Option<ServerSecrets>) =>
  Effect.gen(function* () {
    const inside = yield* Effect.orElseSucceed(content(secrets), () => [])
    const notes = yield* Effect.forEach([room, letters, clock], (look) => Effect.orElseSucceed(look, () => []))
    return [...(yield* fitness), ...notes.flat(), ...inside]
  }).pipe(Effect.provide(Database.layer({ url, maxConnections: 1, applicationName: "counterfoil doctor" })))
