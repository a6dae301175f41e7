import { Transactor } from "@counterfoil/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { transaction } from "./transaction.ts"

export const TransactorSql: Layer.Layer<Transactor, never, SqlClient.SqlClient> = Layer.effect(
  Transactor,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transactor.of({
      transact: transaction(sql),
      afterCommit: (effect) => sql.afterCommit(effect)
    })
  )
)
