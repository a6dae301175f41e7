import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseCLI, startVitest, type TestModule } from "vitest/node"
import { root } from "../pinnedNode.mjs"

const unpackScript = `
const { default: bundled } = await import("@sparticuz/chromium")
process.stdout.write(await bundled.executablePath())
`

/**
 * The browser that most tests drive is the one of our dependencies, where it runs: the same everywhere, and a session in
 * it takes half of what one in Debian's takes. `npm run verify`, and how a browser starts and ends, drive the machine's
 * own; CHROMIUM_PATH names another.
 */
const useBundledChromium = (folder: string) => {
  if (process.platform !== "linux" || process.env["CHROMIUM_PATH"] !== undefined) return
  try {
    const options = { cwd: root, env: { TMPDIR: folder }, timeout: 300_000 }
    const path = execFileSync(process.execPath, ["--input-type=module", "-e", unpackScript], options).toString()
    // As root the browser has a user of its own, who has to get there.
    execFileSync("chmod", ["-R", "a+rX", folder])
    execFileSync(path, ["--version"], { timeout: 60_000, stdio: "ignore" })
    process.env["CHROMIUM_PATH"] = path
  } catch {
    // No build for this machine, or a library is missing: the tests find another.
  }
}

/**
 * Runs the tests, showing their report, and answers how many passed, failed and were skipped. A test file that
 * doesn't load is a failure; so is a run that ended badly with no failed test, or that has reported and doesn't end:
 * a process that a test left behind would keep it waiting for ever.
 */
export const runVitest = async (args: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-tests-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  if (process.env["VERIFY"] === undefined) useBundledChromium(folder)
  const { filter, options } = parseCLI(["vitest", "run", ...args])
  const reported = Promise.withResolvers<ReadonlyArray<TestModule>>()
  const reporters = ["default", { onTestRunEnd: reported.resolve }]
  const run = startVitest("test", filter, { reporters, ...options, root }).then((vitest) => vitest.close())
  const modules = await Promise.race([reported.promise, run.then(() => [])])
  const isEnded = await Promise.race([run.then(() => true), setTimeout(180_000, false, { ref: false })])
  if (!isEnded) console.log("the test run did not end by itself: most likely a test left a process behind")
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const isBad = !isEnded || process.exitCode === 1
  return { passed: count("passed"), failed: Math.max(count("failed"), isBad ? 1 : 0), skipped: count("skipped") }
}
