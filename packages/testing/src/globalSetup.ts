import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { Server } from "node:http"
import type { TestProject } from "vitest/node"
import type { TestPostgres } from "./testPostgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Asked for by TestDatabase; answers where the Postgres of this run is, and starts it first if need be. */
    readonly testPostgres: string
  }
}

interface Started {
  readonly postgres: TestPostgres
  readonly stop: () => Promise<void>
}

/** Loaded on demand: a run of pure tests starts no Postgres and imports no database code. */
const startPostgres = async (): Promise<Started> => {
  const { Effect, Exit, Scope } = await import("effect")
  const { startTestPostgres } = await import("./testPostgres.ts")
  const scope = Effect.runSync(Scope.make())
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    return { postgres: await Effect.runPromise(Scope.provide(startTestPostgres, scope)), stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

/** One Postgres per test run, started by the first test file that needs a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const path = `/${randomUUID()}`
  let started: Promise<Started> | undefined
  const server = createServer((request, response) => {
    if (request.url !== path) return void response.writeHead(404).end()
    started ??= startPostgres()
    started.then(
      ({ postgres }) => response.end(JSON.stringify(postgres)),
      (cause: unknown) => response.writeHead(500).end(cause instanceof Error ? cause.message : String(cause))
    )
  })
  project.provide("testPostgres", `http://127.0.0.1:${await listen(server)}${path}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    await started?.then(
      ({ stop }) => stop(),
      () => undefined
    )
  }
}
