import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "apps/*/test/**/*.test.ts",
      "tools/**/*.test.ts",
      "examples/test/*.test.ts",
      "bench/test/*.test.ts"
    ],
    globalSetup: ["packages/testing/src/globalSetup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    retry: 1
  }
})
