/**
 * A connection that a transaction takes for itself is first left alone until the driver has done what it put off. On a shared
 * connection the driver puts off its writes to the end of the event loop's turn. A statement whose fiber is interrupted in
 * that turn is never written; the connection then counts as idle before the write that was put off takes place, and that
 * write forgets who waits for an answer: BEGIN, sent in between, would never be answered, and its transaction never end.
 */
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"

type Connection = Effect.Success<SqlClient.SqlClient["reserve"]>

/** Microtasks run in the order in which they were queued: after those of the driver. */
const afterDriver = Effect.callback<void>((resume) => queueMicrotask(() => resume(Effect.void)))

const control = (connection: Connection, text: string) => Effect.asVoid(connection.execute(text, [], undefined))

/** Postgres answers COMMIT with ROLLBACK where a statement of the transaction had failed. */
const commit = (connection: Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (answer) =>
    typeof answer === "object" && answer !== null && "command" in answer && answer.command === "ROLLBACK"
      ? Effect.fail(
          new SqlError.SqlError({
            reason: new SqlError.UnknownError({
              cause: new Error("COMMIT rolled back an aborted transaction"),
              message: "COMMIT rolled back an aborted transaction",
              operation: "commit"
            })
          })
        )
      : Effect.void
  )

/** The client, with transactions that begin on connections that are quiet. */
export const quietPins = (client: PgClient.PgClient): PgClient.PgClient => {
  const reserve = Effect.tap(client.reserve, () => afterDriver)
  const withTransaction = SqlClient.makeWithTransaction<SqlClient.TransactionConnection, Connection>({
    transactionService: client.transactionService,
    spanAttributes: [["db.system.name", "postgresql"]],
    acquireConnection: (restore) => restore(reserve),
    begin: (connection, statement) =>
      statement === undefined
        ? control(connection, "BEGIN")
        : Effect.asVoid(connection.executeUnprepared(statement, [], undefined)),
    savepoint: (connection, id) => control(connection, `SAVEPOINT effect_sql_${id}`),
    releaseSavepoint: (connection, id) => control(connection, `RELEASE SAVEPOINT effect_sql_${id}`),
    commit,
    rollback: (connection) => control(connection, "ROLLBACK"),
    rollbackSavepoint: (connection, id) => control(connection, `ROLLBACK TO SAVEPOINT effect_sql_${id}`)
  })
  return Object.assign(client, { reserve, withTransaction })
}
