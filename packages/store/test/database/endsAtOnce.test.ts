/** A program of Postgres's that ends before it has read what it is told: why it did is the answer, and no fault of ours. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { initialise } from "../../src/postgres/cluster.ts"

const folder = mkdtempSync(join(tmpdir(), "counterfoil-ends-"))
afterAll(() => rmSync(folder, { recursive: true }))

const programThat = (name: string, does: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${does}\n`)
  chmodSync(path, 0o755)
  return path
}

it("is told with what it said", async () => {
  const cluster = {
    dataFolder: join(folder, "data"),
    logFile: join(folder, "log"),
    binaries: {
      initdb: programThat("initdb", "exit 0"),
      postgres: programThat("postgres", 'echo "FATAL:  could not do it" >&2; exit 1')
    },
    launch: { prefix: [], ids: undefined, owner: undefined },
    durable: false,
    buffers: 1
  }
  // More than waits for a reader.
  const passwords = { superuser: "one", server: "x".repeat(4_000_000) }

  await expect(initialise(cluster, folder, passwords)).rejects.toThrow(
    `Postgres could not make its data folder ${cluster.dataFolder} (could not do it)`
  )
})
