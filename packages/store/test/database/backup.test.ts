/** A database, its backup, and what comes back of it. */
import { Database, inspectBackup, migrate, restoreBackup, StoreLayers, writeBackup } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { SqlRunnerStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { fileURLToPath } from "node:url"
import { everyTable } from "../everyTable.ts"
import { seedAccount, seedMovement, seedRequest, seedScript, seedSettings } from "../seed.ts"

const directory = fileURLToPath(new URL("../../../../sql/migrations", import.meta.url))

const options = { directory, admits: () => Effect.void, paused: false }

/** Everything that texts and casts could trip over. */
const odd = `quote ' double " back \\ slash \\n tab\tnew\nline ü ñ 😀 , {} () null NULL [1] "a","b" $1`

const seedEverything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount()
  yield* seedSettings(account.id)
  const request = yield* seedRequest(account, { status: "matched", externalId: odd })
  const movement = yield* seedMovement(account.id, { senderName: odd, toMatchFrom: account.id })
  const script = yield* seedScript(account.id)
  yield* sql`update scripts set bundle = ${"x".repeat(3_000_000)} where id = ${script}`
  yield* sql`insert into matches (id, request_id, movement_id, active, created_at)
    values (gen_random_uuid(), ${request.id}, ${movement}, true, '2026-01-02T03:04:05.678901Z')`
  yield* sql`update banks set origins = ${[odd, "", "null"]} where id = ${account.bankId}`
  yield* sql`update account_settings set polling_body = 'null', webhook_extra_fields = ${JSON.stringify({ odd })}::text::jsonb,
    webhook_auth_token = '\\x00ff5c27', notification_events = array['a', null, 'NULL'] where account_id = ${account.id}`
  yield* sql`insert into covered_days values (${account.id}, '{[2026-01-01,2026-02-01),[2026-03-01,infinity)}')`
  yield* sql`update movements set amount_minor = 99999999999999999999999999999999999999, received_at = '-infinity',
    held_for = array[${account.id}]::uuid[] where id = ${movement}`
  yield* sql`insert into activity (account_id, occurred_at, kind, message, data)
    select ${account.id}, now(), 'kind', n::text, 'null' from generate_series(1, 5000) n`
  yield* sql`insert into nodes (id, number, host, port, secrets)
    values (gen_random_uuid(), nextval('node_numbers'), 'here', 1, '{}')`
  return account
})

/** The text of a backup of the present database. */
const backupText = Effect.gen(function* () {
  const parts: Array<string> = []
  const written = yield* writeBackup((text) => Effect.sync(() => void parts.push(text)))
  return { text: parts.join(""), ...written }
})

const linesOf = (text: string) => Stream.fromIterable(text.split("\n"))

const inEmptyDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, Layer.fresh(TestDatabase.layerEmpty))

/** A backup into which something was put before its end: tables with one row each, and sequences. */
const withMore = (
  text: string,
  tables: Readonly<Record<string, string>>,
  sequences: Readonly<Record<string, string>>
) => {
  const lines = text.trimEnd().split("\n")
  const last = JSON.parse(lines.at(-1) ?? "")
  const counts = Object.fromEntries(Object.keys(tables).map((name) => [name, 1]))
  const end = { end: { ...last.end, ...counts }, sequences: { ...last.sequences, ...sequences } }
  const more = Object.entries(tables).flatMap(([table, column]) => [
    JSON.stringify({ table, columns: [column] }),
    JSON.stringify(["1"])
  ])
  return [...lines.slice(0, -1), ...more, JSON.stringify(end)].join("\n")
}

/** As versions before left it where several nodes ran. */
const ofOldCluster = (text: string) =>
  withMore(
    text,
    { cluster_locks: "shard_id", cluster_runner_migrations: "migration_id", cluster_runners: "machine_id" },
    { cluster_runners_machine_id_seq: "3" }
  )

/** Another database, which has been told to read and write texts in its own way. */
const inDatabaseOfItsOwnWays = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { name, url } = yield* TestDatabase
    for (const way of ["array_nulls = off", "quote_all_identifiers = on", "bytea_output = 'escape'"]) {
      yield* sql.unsafe(`alter database ${name} set ${way}`)
    }
    return yield* Effect.provide(effect, Layer.fresh(Database.layer({ url })))
  }).pipe(inEmptyDatabase)

/** Another database, whose user works in a schema of its own, beside a table of somebody else's. */
const inSchemaOfItsOwn = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { name, url } = yield* TestDatabase
    yield* sql`create table notes (note text)`
    yield* sql`create schema books`
    yield* sql.unsafe(`alter database ${name} set search_path = books`)
    return yield* Effect.provide(effect, Layer.fresh(Database.layer({ url })))
  }).pipe(inEmptyDatabase)

/** Outside of the transaction that is open here. */
const asAnother = <E>(effect: Effect.Effect<void, E>) => Effect.promise(() => Effect.runPromise(effect))

const nothingThere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`select from pg_class where relnamespace = 'public'::regnamespace`).length === 0
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })("a backup", (it) => {
  it.effect("comes back as it was, to the last value, and goes on with the same numbers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedEverything
      const { end, header, text } = yield* backupText
      const before = yield* everyTable
      assert.strictEqual(end.end["activity"], 5_000)
      assert.isUndefined(end.end["nodes"])
      assert.match(header.made_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

      yield* inEmptyDatabase(
        Effect.gen(function* () {
          const here = yield* SqlClient.SqlClient
          yield* restoreBackup(linesOf(text), options)
          const left = new Map(yield* everyTable)
          // The numbers of results go on higher: receivers have had some that the backup doesn't know.
          const runtimeOnly = ["nodes", "counterfoil_migrations", "outbox_sequences"]
          for (const [name, digest] of before) {
            if (!runtimeOnly.includes(name)) assert.strictEqual(left.get(name), digest, name)
          }
          const [next] = yield* here`insert into activity (account_id, occurred_at, kind, message)
            values (${account.id}, now(), 'kind', 'next') returning id::int`
          assert.deepStrictEqual(next, { id: 5_001 })
          // What happens from now on is told again: the triggers are on.
          yield* here`update accounts set status = 'paused' where id = ${account.id}`
          const told =
            yield* here`select type from events where account_id = ${account.id} and type = 'account.changed'`
          assert.lengthOf(told, 1)
        })
      )
      const [unchanged] = yield* sql`select count(*)::int as count from activity`
      assert.deepStrictEqual(unchanged, { count: 5_000 })
    })
  )

  it.effect("comes back as it was where the database reads and writes texts in its own way", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* seedSettings(account.id)
      yield* sql`update account_settings set notification_events = array['a', null, 'NULL'] where account_id = ${account.id}`
      const events = (client: SqlClient.SqlClient) =>
        client`select array_to_json(notification_events)::text as events from account_settings where account_id = ${account.id}`
      const before = yield* events(sql)
      const restored = (content: string) =>
        Effect.gen(function* () {
          yield* restoreBackup(linesOf(content), options)
          assert.deepStrictEqual(yield* events(yield* SqlClient.SqlClient), before)
          return (yield* backupText).text
        })
      const again = yield* inDatabaseOfItsOwnWays(restored((yield* backupText).text))
      yield* inEmptyDatabase(restored(again))
    })
  )

  it.effect("sees one moment, whatever is written while it is made", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* seedAccount()
      const parts: Array<string> = []
      // In the order of the tables, activity is written before movements.
      yield* writeBackup((text) =>
        Effect.gen(function* () {
          parts.push(text)
          if (!text.startsWith('{"table":"activity"')) return
          yield* sql`insert into activity (account_id, occurred_at, kind, message) values (${id}, now(), 'late', 'late')`
          yield* seedMovement(id, { senderName: "late" })
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql), asAnother)
      )
      assert.isAbove(parts.length, 10)
      assert.lengthOf(yield* sql`select from movements where sender_name = 'late'`, 1)
      assert.notInclude(parts.join(""), '"late"')
    })
  )

  it.effect("of several nodes comes back without what they were; one that a version before made, too", () =>
    Effect.gen(function* () {
      yield* Layer.build(SqlRunnerStorage.layerMigrations({}))
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into cluster_runners (address, runner) values ('here:1', '{}')`
      yield* sql`insert into cluster_locks (shard_id, address, acquired_at) values ('1', 'here:1', now())`
      const { id } = yield* seedAccount()
      const { text } = yield* backupText
      assert.notInclude(text, "cluster_")
      for (const content of [text, ofOldCluster(text)]) {
        yield* inspectBackup(linesOf(content), options)
        yield* inEmptyDatabase(
          Effect.gen(function* () {
            const here = yield* SqlClient.SqlClient
            yield* restoreBackup(linesOf(content), options)
            assert.lengthOf(yield* here`select from accounts where id = ${id}`, 1)
            assert.lengthOf(yield* here`select from pg_class where relname like 'cluster%'`, 0)
          })
        )
      }
    }).pipe(Effect.scoped)
  )

  it.effect("of tables in a schema of their own has them all, and goes into one, whatever is beside it", () =>
    Effect.gen(function* () {
      const made = yield* inSchemaOfItsOwn(
        Effect.gen(function* () {
          yield* migrate({ directory })
          yield* seedAccount()
          return { ...(yield* backupText), rows: yield* everyTable }
        })
      )
      assert.strictEqual(made.end.end["accounts"], 1)
      assert.notProperty(made.end.end, "notes")
      yield* inSchemaOfItsOwn(
        Effect.gen(function* () {
          yield* restoreBackup(linesOf(made.text), options)
          const left = new Map(yield* everyTable)
          assert.deepStrictEqual(
            [...left.keys()],
            made.rows.map(([name]) => name)
          )
          for (const [name, digest] of made.rows.filter(([table]) => ["accounts", "banks", "users"].includes(table))) {
            assert.strictEqual(left.get(name), digest, name)
          }
        })
      )
    })
  )

  it.effect("pauses all accounts and their webhooks where that is wanted, without a word to anybody", () =>
    Effect.gen(function* () {
      const account = yield* seedAccount()
      yield* seedSettings(account.id)
      const from = yield* SqlClient.SqlClient
      yield* from`insert into outbox (id, message_id, sequence, account_id, lane, event, body, status, due_at, created_at)
        select gen_random_uuid(), 'msg_' || n, n, ${account.id}, lane, 'matched', '{}', status, now(), now()
        from (values (1, 'result', 'pending'), (2, 'result', 'delivering'), (3, 'notification', 'pending')) m (n, lane, status)`
      const { text } = yield* backupText
      yield* inEmptyDatabase(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* restoreBackup(linesOf(text), { ...options, paused: true })
          assert.lengthOf(yield* sql`select from accounts where status = 'active' and deleted_at is null`, 0)
          assert.lengthOf(yield* sql`select from events where type = 'account.changed'`, 0)
          assert.deepStrictEqual(yield* sql`select lane, status from outbox order by lane, status`, [
            { lane: "notification", status: "cancelled" },
            { lane: "result", status: "held" },
            { lane: "result", status: "held" }
          ])
          const paused = yield* sql`select from account_settings s join endpoints e
            on e.account_id = s.account_id and e.address = s.webhook_address where e.paused_at is not null and s.account_id = ${account.id}`
          assert.lengthOf(paused, 1)
        })
      )
    })
  )

  it.effect("that is cut short, changed or none at all leaves the database empty", () =>
    Effect.gen(function* () {
      yield* seedAccount()
      const { text } = yield* backupText
      const lines = text.split("\n")
      const row = lines.findLastIndex((line) => line.startsWith("["))
      const newer = JSON.parse(lines[0] ?? "")
      newer.migrations.push({ id: 9_999, file: "9999_later.sql", checksum: "0" })
      const damaged: ReadonlyArray<readonly [string, string, RegExp]> = [
        ["a table of somebody else's", withMore(text, { notes: "note" }, {}), /^the backup has notes, which its own/],
        ["nothing", "", /the backup is empty/],
        ["something else", "hello\n", /this is not a backup of counterfoil/],
        ["cut at its end", lines.slice(0, -2).join("\n"), /not whole: its end is missing/],
        ["a row missing", lines.toSpliced(row, 1).join("\n"), /damaged: it has \d+ rows of \w+, and should have \d+/],
        ["a line garbled", lines.toSpliced(row, 0, "{oops").join("\n"), /damaged after \w+/],
        [
          "of a newer version",
          [JSON.stringify(newer), ...lines.slice(1)].join("\n"),
          /the database is newer .* run a newer version/
        ]
      ]
      yield* inEmptyDatabase(
        Effect.gen(function* () {
          for (const [what, content, why] of damaged) {
            const error = yield* Effect.flip(restoreBackup(linesOf(content), options))
            assert.match(error.message, why, what)
            assert.isTrue(yield* nothingThere, what)
            // A look says the same beforehand.
            const look = yield* Effect.flip(inspectBackup(linesOf(content), options))
            assert.strictEqual(look.message, error.message, what)
          }
          const dry = yield* inspectBackup(linesOf(text), options)
          assert.isAbove(Object.keys(dry.end.end).length, 30)
          assert.isTrue(yield* nothingThere)
        })
      )
    })
  )

  it.effect("never goes into a database that holds something", () =>
    Effect.gen(function* () {
      const { text } = yield* backupText
      const before = yield* everyTable
      const error = yield* Effect.flip(restoreBackup(linesOf(text), options))
      assert.match(error.message, /^the database is not empty \(it has .*\): restore into a new one/)
      assert.deepStrictEqual(yield* everyTable, before)
    })
  )
})
