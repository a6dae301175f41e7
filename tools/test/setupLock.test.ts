import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setTimeout as delay } from "node:timers/promises"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { withSetupLock } from "../setupLock.mjs"

const holder = fileURLToPath(new URL("fixtures/holder.mjs", import.meta.url))

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe("the lock of set-up", () => {
  let folder = ""
  let lock = ""
  const started: Array<ChildProcessWithoutNullStreams> = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "counterfoil-lock-"))
    lock = join(folder, "lock")
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL")
    rmSync(folder, { recursive: true })
  })

  const run = (...args: ReadonlyArray<string>) => {
    const child = spawn(process.execPath, [holder, lock, ...args])
    started.push(child)
    return child
  }

  const when = () => join(folder, "when")

  const hold = async () => {
    const child = run("hold", when())
    const [line] = await once(child.stdout, "data")
    return { child, helper: Number(line) }
  }

  it("lets the second wait for the first, and tells it whom it waits for", async () => {
    const { child } = await hold()
    const order: Array<string> = []

    await withSetupLock(
      lock,
      async () => void order.push(readFileSync(when(), "utf8"), "the second works"),
      (pid) => {
        order.push(`waits for ${pid}`)
        child.stdin.end()
      }
    )

    assert.deepStrictEqual(order, [`waits for ${child.pid}`, "the first ends\n", "the second works"])
    assert.deepStrictEqual(readdirSync(folder), ["when"])
  })

  it("is taken from one that was killed, whose helper is ended first", async () => {
    const { child, helper } = await hold()
    child.kill("SIGKILL")
    await once(child, "exit")
    assert.isTrue(isAlive(helper))

    const waited = await withSetupLock(
      lock,
      async () => {
        while (isAlive(helper)) await delay(5)
        return "worked"
      },
      () => assert.fail("it waited for nobody")
    )

    assert.strictEqual(waited, "worked")
    assert.deepStrictEqual(readdirSync(folder), [])
  })

  it.runIf(process.platform === "linux")("is not held by a later process with the same pid", async () => {
    symlinkSync(`${process.pid} 1`, lock)

    assert.strictEqual(
      await withSetupLock(
        lock,
        async () => "worked",
        () => assert.fail("it waited for itself")
      ),
      "worked"
    )
  })

  it("is had by one at a time, however many find a dead one's", async () => {
    symlinkSync("999999999 1", lock)
    const file = when()

    const ended = Array.from({ length: 8 }, () => once(run("write", file), "exit"))
    for (const [code] of await Promise.all(ended)) assert.strictEqual(code, 0)

    const lines = readFileSync(file, "utf8").trim().split("\n")
    assert.lengthOf(lines, 16)
    for (let at = 0; at < lines.length; at += 2) {
      assert.strictEqual(lines[at + 1], lines[at]?.replace(" in", " out"))
    }
  })

  it("is given back when the work fails", async () => {
    const failed = await withSetupLock(
      lock,
      () => Promise.reject(new Error("npm failed")),
      () => {}
    ).catch((cause: unknown) => String(cause))

    assert.strictEqual(failed, "Error: npm failed")
    assert.deepStrictEqual(readdirSync(folder), [])
  })
})
