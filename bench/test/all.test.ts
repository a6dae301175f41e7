/** One benchmark that breaks or hangs ends nothing but itself. */
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bounded } from "../all.ts"
import { benchmarks } from "../benchmarks.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-bench-test-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = (text: string): string => {
  const file = join(folder, `${Math.random()}.mjs`)
  writeFileSync(file, text)
  return file
}
const minute = 60_000

/** Where a program says that it is there, and by its end that it is gone. */
const listening = async () => {
  const server = createServer()
  const came = once(server, "connection")
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  const gone = came.then(([socket]: ReadonlyArray<Socket>) =>
    socket === undefined ? [] : once(socket.resume(), "close")
  )
  return { port, gone, close: () => server.close() }
}

describe("a benchmark", () => {
  it("that comes to its end is done, with its metrics", async () => {
    const result = await bounded(program(`console.log("metric one 2 ms  (rounds 1 2 3)")`), [], minute)
    expect(result.outcome).toBe("done")
    expect(result.metrics["one"]?.rounds).toEqual([1, 2, 3])
  })

  it("that breaks has failed, and what it had measured counts", async () => {
    const result = await bounded(program(`console.log("metric one 2 ms"); process.exitCode = 3`), [], minute)
    expect([result.outcome, result.metrics["one"]?.value]).toEqual(["failed", 2])
  })

  it("that hangs is ended at its limit, with what it started, though neither listens to reason", async () => {
    const { close, gone, port } = await listening()
    const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)`
    const helper = `require("node:net").connect(${port}, "127.0.0.1").on("error", () => {}); ${stubborn}`
    const text = `import { spawn } from "node:child_process"
      spawn(process.execPath, ["-e", ${JSON.stringify(helper)}], { stdio: "ignore" })
      ${stubborn}`
    const { outcome } = await bounded(program(text), [], 15_000, 200)
    expect(outcome).toBe("overdue")
    await gone
    close()
  })
})

it("all samples together have ten minutes", () => {
  const seconds = Object.values(benchmarks).reduce((sum, { limits }) => sum + limits.quick, 0)
  expect(seconds).toBeLessThanOrEqual(600)
})
