/** What one user changes at once can all wait for one row of theirs, each with a connection to the database. */
import { PgClient } from "@effect/sql-pg"
import { Deferred, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, type Person, startService, type Service } from "../contract/support/Service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Statements that wait for somebody's row. */
const waiting = async () => {
  const [row] = await service.rows(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  )
  return Number(row?.["count"])
}

/** Holds the user's row, as a change of a hundred thousand orders does; answers what ends it. */
const hold = async ({ id }: Person) => {
  const [isHeld, end] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const held = Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        sql`select from users where id = ${id} for update`.pipe(
          Effect.andThen(Deferred.succeed(isHeld, undefined)),
          Effect.andThen(Deferred.await(end))
        )
      )
    ).pipe(
      Effect.provide(
        PgClient.layer({
          url: Option.getOrElse(service.config.databaseUrl, () => Redacted.make("")),
          maxConnections: 1
        })
      )
    )
  )
  await Effect.runPromise(Deferred.await(isHeld))
  return async () => {
    await Effect.runPromise(Deferred.succeed(end, undefined))
    await held
  }
}

it("others' changes go on while forty of one user wait for what is theirs", async () => {
  const [ana, leo] = [await service.person(), await service.person()]
  const change = ({ token }: Person) =>
    service.call("/me/operation-mode", { method: "PUT", token, json: { mode: "passthrough" } })
  const release = await hold(ana)
  const asked = Array.from({ length: 40 }, () => change(ana))
  while ((await waiting()) < 4);

  for (let nth = 0; nth < 20; nth++) must(await change(leo), 200)
  expect(await waiting()).toBe(4)
  // Nor does what is only read wait for them: forty are more than all that is worked on for one user at a time.
  must(await service.call("/accounts", { token: ana.token }), 200)

  await release()
  for (const answer of await Promise.all(asked)) must(answer, 200)
})
