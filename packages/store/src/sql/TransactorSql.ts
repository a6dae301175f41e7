import { Transactor } from "@counterfoil/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Tells the failures of what runs in a transaction from those of the transaction itself. */
class Inner<E> {
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}

export const TransactorSql: Layer.Layer<Transactor, never, SqlClient.SqlClient> = Layer.effect(
  Transactor,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transactor.of({
      transact: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        sql
          .withTransaction(Effect.mapError(effect, (error) => new Inner(error)))
          .pipe(
            Effect.catch((failure): Effect.Effect<never, E> =>
              failure instanceof Inner ? Effect.fail(failure.error) : Effect.die(failure)
            )
          ),
      afterCommit: (effect) => sql.afterCommit(effect)
    })
  )
)
