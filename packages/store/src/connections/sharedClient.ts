/**
 * A client whose connections are shared: the statements of many fibers travel on one, and are answered in their order. So one
 * that waits (for a lock that somebody holds in psql, say) keeps those behind it waiting too, and the pool would go on to put
 * every further one there. A connection that owes an answer for longer than usual gets no others until it has nothing to answer.
 */
import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Exit, Semaphore } from "effect"
import { SqlClient, type SqlConnection, Statement } from "effect/sql"

/** Longer than what a busy machine takes for a small statement; whoever comes within it waits behind a slow one. */
const usualMillis = 250

/** Of these connections a quarter is for single statements: transactions that all wait for one lock don't take it. */
const manyConnections = 8

/** The part of the driver's own that isn't exported. */
const statementsOf = (connection: PgConnection.PgConnection): SqlConnection.Connection => {
  const rows = (text: string, params: ReadonlyArray<unknown>, prepare: boolean) =>
    Effect.map(connection.query(text, params, prepare), (answer) => answer.rows)
  return {
    execute: (text, params) => rows(text, params, true),
    executeUnprepared: (text, params) => rows(text, params, false),
    executeRaw: (text, params) => connection.query(text, params),
    executeValues: (text, params) => connection.queryValues(text, params),
    executeValuesUnprepared: (text, params) => connection.queryValues(text, params, false),
    executeStream: (text, params) => connection.stream(text, params)
  }
}

const json = Statement.custom<PgClient.PgCustom>("PgJson")

export const sharedClient = Effect.fnUntraced(function* (config: PgClient.PgPoolConfig) {
  const pool = yield* PgPool.make(config)
  const runFork = Effect.runForkWith(yield* Effect.context())
  const leftAlone = new WeakSet<PgConnection.PgConnection>()

  /** Taken for nobody: the pool gives it to none until what is on its way is answered. */
  const leaveAlone = (connection: PgConnection.PgConnection) => {
    if (leftAlone.has(connection)) return
    leftAlone.add(connection)
    runFork(
      Effect.ensuring(
        Effect.scoped(connection.pin),
        Effect.sync(() => leftAlone.delete(connection))
      )
    )
  }

  /** A statement that is given up stays on the wire. */
  const watched = <A, E, R>(connection: PgConnection.PgConnection, statement: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const overdue = setTimeout(leaveAlone, usualMillis, connection)
      return Effect.onExit(statement, (exit) =>
        Exit.hasInterrupts(exit) ? Effect.void : Effect.sync(() => clearTimeout(overdue))
      )
    })

  const { maxConnections = 1 } = config
  const places = Semaphore.makeUnsafe(
    maxConnections < manyConnections ? maxConnections : Math.floor((maxConnections * 3) / 4)
  )
  const place = Effect.acquireRelease(places.take(1), () => places.release(1), { interruptible: true })
  const acquirer = Effect.map(pool.get, statementsOf)
  const client = yield* SqlClient.make({
    driver: "@effect/sql-pg",
    acquirer,
    borrower: (use) => pool.use((connection) => watched(connection, use(statementsOf(connection)))),
    transactionAcquirer: Effect.andThen(place, Effect.map(pool.reserve, statementsOf)),
    compiler: PgClient.makeCompiler(),
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  return Object.assign(client, {
    [PgClient.TypeId]: PgClient.TypeId,
    config,
    json: (value: unknown) => Statement.fragment([json(value, undefined, undefined)]),
    listen: (channel: string) => Effect.flatMap(pool.reserve, (connection) => connection.listen(channel)),
    notify: (channel: string, payload: string) => Effect.asVoid(client`select pg_notify(${channel}, ${payload})`)
  }) satisfies PgClient.PgClient
})
