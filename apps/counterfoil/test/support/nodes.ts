/** Nodes: real servers that share a database and their secrets. */
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Redacted } from "effect"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { until } from "../../src/demo/Client.ts"
import type { Environment } from "./Command.ts"
import { startServer, type Server } from "./Scene.ts"

const sameSecrets: Environment = {
  JWT_SIGNING_KEY: "a signing key that all nodes of this test have",
  KEY_ENCRYPTION_KEY: "an encryption key that all nodes of this test have",
  API_KEY_PEPPER: "a pepper that all nodes of this test have in common"
}

/** The environment of a server on the database of this test, which is there already and doesn't wait for the disk. */
export const databaseEnvironment = Effect.map(TestDatabase, ({ url }): Environment => ({
  DATABASE_URL: Redacted.value(url),
  ...sameSecrets
}))

/** The environment of a node on the database of this test. */
export const nodeEnvironment = Effect.map(databaseEnvironment, (env): Environment => ({ CLUSTER: "socket", ...env }))

/** Another server on the database of this test. */
export const startNode = Effect.fnUntraced(function* (home: string, env: Environment = {}) {
  return yield* startServer(mkdtempSync(join(home, "node-")), { ...(yield* nodeEnvironment), ...env })
})

/** The lines of the log that have this message and belong to the account. */
export const linesOf = ({ command }: Server, message: string, accountId: string) =>
  command
    .said()
    .stderr.split("\n")
    .filter((line) => line.includes(`"message":"${message}"`) && line.includes(accountId))

/** The one of two nodes where the account's session was opened last, and the other one. */
export const whereItLives = (nodes: readonly [Server, Server], accountId: string) => {
  const opened = ({ command }: Server) => linesOf({ command, base: "" }, "opening a session", accountId).at(-1) ?? ""
  const at = (line: string) => /"timestamp":"([^"]+)"/.exec(line)?.[1] ?? ""
  const [a, b] = nodes
  return until(
    `a session of ${accountId}`,
    Effect.sync(() => ({ a: at(opened(a)), b: at(opened(b)) })),
    (seen) => seen.a !== seen.b
  ).pipe(Effect.map((seen) => (seen.a > seen.b ? { owner: a, other: b } : { owner: b, other: a })))
}
