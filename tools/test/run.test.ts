import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { judge } from "../checks.mjs"

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const run = (script: string, ...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [file(script), ...args], { encoding: "utf8" })

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe("tools/run.mjs", () => {
  it("names the tasks when it is asked for one that it doesn't have", () => {
    const { status, stderr } = run("../run.mjs", "strat")

    assert.strictEqual(status, 1)
    assert.match(stderr, /^counterfoil: there is no task "strat": the tasks are start, demo, .+\n$/)
  })

  it("has nothing to set up here any more, and says nothing", () => {
    const { status, stderr } = run("../run.mjs", "setup")

    assert.strictEqual(stderr, "")
    assert.strictEqual(status, 0)
  })

  it("leaves no task behind when it is killed", async () => {
    const starter = spawn(process.execPath, [file("fixtures/starter.mjs"), file("fixtures/task.mjs")])
    const [line] = await once(starter.stdout, "data")
    const task = Number(line)
    assert.isTrue(isAlive(task))

    starter.kill("SIGKILL")

    while (isAlive(task)) await delay(5)
  })
})

describe("tools/test.mjs", () => {
  it("counts a run without tests as a failure", () => {
    const { status, stdout } = run("../test.mjs", "no-test-has-this-name")

    assert.strictEqual(stdout.trimEnd().split("\n").at(-1), "0 passed, 1 failed")
    assert.strictEqual(status, 1)
  })

  it("fails a check that no longer reports the planted faults", () => {
    const seen = { file: "tools/canary/planted.ts", line: 1, what: "typescript(no-cycle)", text: "a cycle" }

    assert.isTrue(judge([seen], ["no-cycle"]).ok)
    assert.isFalse(judge([seen], ["no-cycle", "no-explicit-any"]).ok)
  })

  it("reports what is found outside the planted faults", () => {
    const real = { file: "packages/core/src/a.ts", line: 3, what: "no-cycle", text: "a cycle" }

    assert.deepStrictEqual(judge([real], []), { ok: false, output: "packages/core/src/a.ts:3 a cycle" })
  })
})
