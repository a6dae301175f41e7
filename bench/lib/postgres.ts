/** A Postgres of the benchmark's own, in a temporary folder. */
import { Database, EmbeddedPostgres } from "@counterfoil/store"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface BenchPostgres {
  readonly url: string
  /** Runs a statement. */
  readonly query: (text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<unknown>>
  readonly stop: () => Promise<void>
}

export const startPostgres = async (): Promise<BenchPostgres> => {
  const home = mkdtempSync(join(tmpdir(), "counterfoil-bench-"))
  chmodSync(home, 0o711)
  const scope = Effect.runSync(Scope.make())
  const stop = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const postgres = await Effect.runPromise(
      Layer.buildWithScope(EmbeddedPostgres.layer({ home, durable: false }), scope)
    )
    const { url } = Context.get(postgres, EmbeddedPostgres)
    // Filling it takes as long as it takes.
    const asked = { url, maxConnections: 2, statementLimit: undefined }
    const database = await Effect.runPromise(Layer.buildWithScope(Database.layer(asked), scope))
    const sql = Context.get(database, SqlClient.SqlClient)
    return {
      url: Redacted.value(url),
      query: (text, values = []) => Effect.runPromise(sql.unsafe(text, values)),
      stop
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}
