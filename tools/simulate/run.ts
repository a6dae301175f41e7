/** npm run simulate -- outage [--messages 100000] [--endpoints 50] [--hours 24] [--seed 1] */
import { Database, EmbeddedPostgres, migrate } from "@counterfoil/store"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type OutageOptions, simulateOutage } from "./outage.ts"

const migrations = fileURLToPath(new URL("../../sql/migrations", import.meta.url))

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-simulation-"))
    chmodSync(home, 0o711)
    return home
  }),
  (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
)

/** A migrated database of its own, which ends with the simulation. */
const database = Layer.unwrap(
  Effect.gen(function* () {
    const home = yield* temporaryHome
    // As in service, with its vacuum; only commits need not wait for the disk.
    const context = yield* Layer.build(EmbeddedPostgres.layer({ home }))
    const { url } = yield* Effect.provideContext(EmbeddedPostgres, context)
    yield* Effect.provide(
      Effect.andThen(
        migrate({ directory: migrations }),
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`alter database counterfoil set synchronous_commit = off`)
      ),
      Database.layer({ url, maxConnections: 1 })
    )
    return Database.layer({ url })
  })
)

const outage = Effect.fnUntraced(function* (options: OutageOptions) {
  const began = Date.now()
  console.log(`outage: ${JSON.stringify(options)}`)
  const report = yield* simulateOutage(options, (line) => console.log(line))
  const { attempts, delivered, duplicates, messages, minutesTo99 } = report
  console.log(`${attempts} attempts, in ${Math.round((Date.now() - began) / 1000)} s of ours`)
  console.log(`99 % of what waited was out ${minutesTo99.toFixed(1)} minutes after the recovery`)
  console.log(`${delivered} of ${messages} delivered, ${duplicates} duplicates`)
  return delivered === messages && duplicates === 0 && minutesTo99 <= 10
})

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: "string", default: "100000" },
    endpoints: { type: "string", default: "50" },
    hours: { type: "string", default: "24" },
    seed: { type: "string", default: "1" }
  }
})
const options: OutageOptions = {
  messages: Number(values.messages),
  endpoints: Number(values.endpoints),
  hours: Number(values.hours),
  seed: Number(values.seed)
}

if (positionals.join() !== "outage") {
  console.error("counterfoil: there is one simulation: npm run simulate -- outage")
  process.exitCode = 1
} else if (Object.values(options).some((value) => !Number.isFinite(value) || value <= 0)) {
  console.error("counterfoil: --messages, --endpoints, --hours and --seed are numbers above zero")
  process.exitCode = 1
} else {
  const holds = await Effect.runPromise(outage(options).pipe(Effect.provide(database), Effect.scoped))
  process.exitCode = holds ? 0 : 1
}
