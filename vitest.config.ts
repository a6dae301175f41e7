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
 * Files that keep nothing in their process: no setting, no trust, no child. They take their turns in the same two, so
 * that Effect and the database client are loaded once in each instead of once for every file.
 */
const shared = [
  "packages/{api,domain,script-sdk,server,testing}/test/**/*.test.ts",
  "packages/core/test/!(extraCa).test.ts",
  "packages/core/test/{operators,orders}/*.test.ts",
  "packages/store/test/!(EmbeddedPostgres|HomeLock).test.ts",
  "packages/runtime/test/{races,codes}/*.test.ts"
]

const common = { pool: "forks", testTimeout: 180_000, hookTimeout: 300_000 } as const

export default defineConfig({
  test: {
    // One Postgres for all of them.
    globalSetup: ["packages/testing/src/globalSetup.ts"],
    // More than the cores of the smallest machine: much of what a test does is to wait for another process. At full size
    // they compute.
    maxWorkers: process.env["VERIFY"] === "1" ? 2 : 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: "alone", include: all, exclude: ["**/node_modules/**", ...shared] } },
      { test: { ...common, name: "shared", include: shared, isolate: false } }
    ]
  }
})
