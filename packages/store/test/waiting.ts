/** For tests of what happens at the same moment. */
import { Effect, type Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout } from "node:timers/promises"

/**
 * Between two looks for what nobody tells of; by the machine's clock, whatever clock the test has. Looking without a pause keeps a
 * core and Postgres from what is waited for.
 */
export const beat = Effect.promise(() => setTimeout(10))

/**
 * Until the fiber has ended, or somebody waits for what a transaction holds, beside the others who wait already: in this database,
 * as others work beside it.
 */
export const untilDoneOrWaiting = Effect.fnUntraced(function* (fiber: Fiber.Fiber<unknown, unknown>, others = 0) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select from pg_locks w where not granted and exists (select from pg_locks own join pg_database d
      on d.oid = own.database and d.datname = current_database() where own.pid = w.pid)`.pipe(
    Effect.repeat({
      until: (waiting) => waiting.length > others || fiber.pollUnsafe() !== undefined,
      schedule: Schedule.spaced("5 millis")
    })
  )
})
