import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { withSetupLock } from "../setupLock.mjs"

const holder = fileURLToPath(new URL("fixtures/holder.mjs", import.meta.url))

const nobodyElse = () => assert.fail("it waited for somebody")

describe.runIf(process.platform === "linux")("the lock of set-up", () => {
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

  const told = async (child: ChildProcessWithoutNullStreams) => {
    const [line] = await once(child.stdout, "data")
    return String(line).trim()
  }

  const log = () => join(folder, "log")

  it("lets the second wait for the first, and tells it whom it waits for", async () => {
    const first = run("hold", log())
    assert.strictEqual(await told(first), "held")

    const second = run("write", log())
    assert.strictEqual(await told(second), `waits for ${first.pid}`)
    first.stdin.end()
    await once(second, "exit")

    assert.strictEqual(readFileSync(log(), "utf8"), `the first ends\n${second.pid} in\n${second.pid} out\n`)
  })

  it("is taken from one that was killed, once what that one had started has ended", async () => {
    const killed = run("start")
    const program = Number(await told(killed))
    killed.kill("SIGKILL")
    await once(killed, "exit")

    const next = run("write", log())
    assert.strictEqual(await told(next), "waits for undefined")
    process.kill(program, "SIGKILL")
    const [code] = await once(next, "exit")

    assert.strictEqual(code, 0)
  })

  it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
    "is free once who has it was ended by %s, because what it runs ends with it",
    async (signal) => {
      const stopped = run("run")
      assert.strictEqual(await told(stopped), "runs")
      stopped.kill(signal)
      await once(stopped, "exit")

      const [code] = await once(run("write", log()), "exit")
      assert.strictEqual(code, 0)
    }
  )

  it("is had at once where only the file of an earlier one is left", () => {
    writeFileSync(lock, "1")

    assert.strictEqual(
      withSetupLock(lock, () => "worked", nobodyElse),
      "worked"
    )
  })

  it("is had by one at a time, however many want it", async () => {
    const ended = Array.from({ length: 8 }, () => once(run("write", log()), "exit"))
    for (const [code] of await Promise.all(ended)) assert.strictEqual(code, 0)

    const lines = readFileSync(log(), "utf8").trim().split("\n")
    assert.lengthOf(lines, 16)
    for (let at = 0; at < lines.length; at += 2) {
      assert.strictEqual(lines[at + 1], lines[at]?.replace(" in", " out"))
    }
  })

  it("is given back when the work fails", () => {
    const failing = () => {
      throw new Error("npm failed")
    }

    assert.throws(() => withSetupLock(lock, failing, nobodyElse), "npm failed")
    assert.strictEqual(
      withSetupLock(lock, () => "worked", nobodyElse),
      "worked"
    )
  })
})
