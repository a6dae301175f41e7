import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { judge } from "../checks/checks.ts"

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

  it("says what npm could not reach when nothing is set up and there is no network", () => {
    const checkout = mkdtempSync(join(tmpdir(), "counterfoil-checkout-"))
    for (const name of ["package-lock.json", "tools"]) {
      cpSync(file(`../../${name}`), join(checkout, name), {
        recursive: true,
        filter: (path) => !/[\\/](node_modules|test)$/.test(path)
      })
    }
    const nothing = { npm_config_registry: "http://127.0.0.1:9", npm_config_cache: join(checkout, "cache") }
    const { status, stderr } = spawnSync(process.execPath, [join(checkout, "tools/run.mjs"), "check"], {
      encoding: "utf8",
      env: { ...process.env, ...nothing, npm_config_fetch_retries: "0" }
    })
    rmSync(checkout, { recursive: true })

    assert.match(stderr, /127\.0\.0\.1:9[^]*\ncounterfoil: npm could not fetch the pinned Node\n$/)
    assert.strictEqual(status, 1)
  })

  it("leaves no task behind when it is killed", async () => {
    const starter = spawn(process.execPath, [file("fixtures/starter.mjs"), file("fixtures/task.mjs")])
    const [line] = await once(starter.stdout, "data")
    const task = Number(line)
    assert.isTrue(isAlive(task))

    starter.kill("SIGKILL")

    while (isAlive(task)) await delay(5)
  })

  it("lets a task fork workers, as the formatter does", () => {
    const { stdout } = spawnSync(process.execPath, ["--import", file("../follow.mjs"), file("fixtures/forks.mjs")], {
      encoding: "utf8",
      timeout: 120_000
    })

    assert.match(stdout, /^heard this\nended /)
  })
})

describe("tools/checks/test.ts", () => {
  it("counts a run without tests as a failure", () => {
    const { status, stdout } = run("../checks/test.ts", "no-test-has-this-name")

    assert.strictEqual(stdout.trimEnd().split("\n").at(-1), "0 passed, 1 failed")
    assert.strictEqual(status, 1)
  })

  it("fails a check that no longer reports the planted faults", () => {
    const seen = "tools/canary/planted.ts:1:1: a cycle [typescript(no-cycle)]"

    assert.isTrue(judge(seen, ["no-cycle"]).ok)
    assert.isFalse(judge(seen, ["no-cycle", "no-explicit-any"]).ok)
    assert.isFalse(judge("", ["no-cycle"]).ok)
  })

  it("reports what is found outside the planted faults, and how a tool crashed", () => {
    const planted = "tools/canary/planted.ts(10,3): error floatingEffect\n  of several\n  lines\n"
    const real = "packages/core/src/a.ts(3,1): error TS1\n  of two"

    assert.deepStrictEqual(judge(`${planted}${real}`, ["floatingEffect"]), { ok: false, output: real })
    assert.strictEqual(judge(`${planted}killed by SIGKILL`, []).output, "killed by SIGKILL")
  })
})
