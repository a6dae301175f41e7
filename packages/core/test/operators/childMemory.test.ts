import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { childMemory } from "../../src/operators/childMemory.ts"

const mebibyte = 2 ** 20

/** A process that holds so many MiB, named as one that runs scripts, whose child holds as many and has no name. */
const holding = (mebibytes: number) => {
  const hold = `const held = Buffer.alloc(${mebibytes} * ${mebibyte}, 1); setInterval(() => held[0], 1000)`
  const parent = `${hold}; const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(`${hold}; console.log("held")`)}])
    child.stdout.once("data", () => console.log("held")); process.once("SIGTERM", () => { child.kill("SIGKILL"); process.exit() })`
  return Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, ["-e", parent, "runner.mjs"], { stdio: ["ignore", "pipe", "inherit"] })
      await once(child.stdout, "data")
      return child
    }),
    (child) =>
      Effect.promise(async () => {
        const ended = once(child, "exit")
        child.kill("SIGTERM")
        await ended
      })
  )
}

describe.runIf(process.platform === "linux")("the memory of the processes that we have started", () => {
  it.live("is told by what they are, with what they have started themselves", () =>
    Effect.gen(function* () {
      const before = yield* childMemory
      yield* holding(40)
      const held = yield* childMemory

      const more = (held?.scripts ?? 0) - (before?.scripts ?? 0)
      assert.isAtLeast(more, 80 * mebibyte)
      assert.isBelow(more, 300 * mebibyte)
    }).pipe(Effect.scoped)
  )
})
