import { defineConfig } from "vitest/config"
import { LongestFirst } from "./tools/LongestFirst.ts"

const all = [
  "packages/*/test/**/*.test.ts",
  "apps/*/test/**/*.test.ts",
  "tools/**/*.test.ts",
  "examples/test/*.test.ts",
  "bench/test/*.test.ts"
]

/**
 * Files that change or measure the process they run in: its environment, its trusted certificates, its console, its memory,
 * its children, its metrics. Each has one of its own. All others take their turns in the same few, so that Effect, the database client
 * and the browser's driver are loaded once in each instead of once for every file.
 */
const alone = [
  "apps/counterfoil/test/hostile/engine.test.ts",
  "examples/test/*.test.ts",
  "packages/browser/test/{lifecycle,longSession}.test.ts",
  "packages/core/test/extraCa.test.ts",
  "packages/core/test/operators/boundedSeries.test.ts",
  "packages/core/test/delivery/{egress,outboundReach,smallPieces}.test.ts",
  "packages/runtime/test/contract/*.test.ts",
  "packages/runtime/test/{metricsLint,operators,telemetry}.test.ts",
  "packages/sandbox/test/confinement.test.ts",
  "packages/store/test/database/{EmbeddedPostgres,HomeLock}.test.ts",
  "packages/store/test/delivery/HostileReceiver.test.ts",
  "packages/uws/test/smallPieces.test.ts"
]

const common = {
  pool: "forks",
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Of a busy machine: its own second passes there over one request.
  expect: { poll: { timeout: 90_000 } }
} as const

export default defineConfig({
  test: {
    // One Postgres for all of them.
    globalSetup: ["packages/testing/src/globalSetup.ts"],
    // More than the cores of the smallest machine: much of what a test does is to wait for another process. Seven kept two cores
    // wholly busy, and took longer. At full size they compute.
    maxWorkers: process.env["VERIFY"] === "1" ? 2 : 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: "alone", include: alone } },
      { test: { ...common, name: "shared", include: all, exclude: ["**/node_modules/**", ...alone], isolate: false } }
    ]
  }
})
