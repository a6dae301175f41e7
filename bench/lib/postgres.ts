/** A Postgres of the benchmark's own, in a temporary folder. */
import { Database, EmbeddedPostgres } from "@counterfoil/store"
import { Context, Effect, Exit, Layer, Redacted, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface BenchPostgres {
  readonly url: string
  /** Runs a statement. */
  readonly query: (text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<unknown>>
  /** Milliseconds that its connections have been on a processor so far. Linux only. */
  readonly processor: () => Promise<number>
  readonly stop: () => Promise<void>
}

const Pids = Schema.Array(Schema.Struct({ pid: Schema.Int }))

/** The kernel counts the nanoseconds that a process has run. */
const ranFor = (pid: number): number =>
  Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0] ?? "", 10) / 1e6

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
      // As much memory as a server's has.
      Layer.buildWithScope(EmbeddedPostgres.layer({ home, durable: false, buffers: 128 }), scope)
    )
    const { url } = Context.get(postgres, EmbeddedPostgres)
    // Filling it takes as long as it takes.
    const asked = { url, maxConnections: 2, statementLimit: undefined }
    const database = await Effect.runPromise(Layer.buildWithScope(Database.layer(asked), scope))
    const sql = Context.get(database, SqlClient.SqlClient)
    const query = (text: string, values: ReadonlyArray<unknown> = []) => Effect.runPromise(sql.unsafe(text, values))
    return {
      url: Redacted.value(url),
      query,
      processor: async () => {
        const pids = await query("select pid from pg_stat_activity where backend_type = 'client backend'")
        return Schema.decodeUnknownSync(Pids)(pids).reduce((sum, { pid }) => sum + ranFor(pid), 0)
      },
      stop
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}
