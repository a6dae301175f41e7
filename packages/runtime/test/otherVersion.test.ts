/** What `doctor` and the commands say of a database of another version, before anybody starts a server on it. */
import { TestDatabase } from "@counterfoil/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { examineDatabase } from "../src/examine/examineDatabase.ts"
import { defaultConfig, listUsers } from "../src/index.ts"

const newer = `insert into counterfoil_migrations (id, file, checksum) values (9999, '9999_later.sql', 'later')`
const changed = `update counterfoil_migrations set checksum = 'another' where id = 200`
const older = `delete from counterfoil_migrations where id > 204`

it.effect.each([
  { state: "newer", statement: newer, verdict: "fault", doctor: /newer \(migration 9999\) .*: run a newer version$/ },
  {
    state: "changed",
    statement: changed,
    verdict: "fault",
    doctor: /^migration 0200_.* was changed after it was appl/
  },
  { state: "older", statement: older, verdict: "note", doctor: /the server's start migrates it$/ }
])("a database that is $state", ({ doctor, statement, verdict }) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { url } = yield* TestDatabase
    yield* sql.unsafe(statement)

    const findings = yield* examineDatabase(url, Option.none())
    const [found] = findings.filter(({ sentence }) => doctor.test(sentence))
    assert.strictEqual(found?.verdict, verdict, JSON.stringify(findings))

    const { message } = yield* Effect.flip(listUsers({ ...defaultConfig, databaseUrl: Option.some(url) }))
    assert.match(message, verdict === "fault" ? doctor : /: start its server once first$/)
  }).pipe(Effect.provide(TestDatabase.layer))
)
