/** Nodes: real servers that share a database and their secrets. */
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Redacted } from "effect"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import type { Environment } from "./Command.ts"
import { startServer } from "./Scene.ts"

const sameSecrets: Environment = {
  JWT_SIGNING_KEY: "a signing key that all nodes of this test have",
  KEY_ENCRYPTION_KEY: "an encryption key that all nodes of this test have",
  API_KEY_PEPPER: "a pepper that all nodes of this test have in common"
}

/** Another server on the database of this test. */
export const startNode = Effect.fnUntraced(function* (home: string, env: Environment = {}) {
  const { url } = yield* TestDatabase
  return yield* startServer(mkdtempSync(join(home, "node-")), {
    CLUSTER: "socket",
    DATABASE_URL: Redacted.value(url),
    ...sameSecrets,
    ...env
  })
})
