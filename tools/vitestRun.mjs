import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { unpackBundledChromium } from "./bundledChromium.mjs"
import { runTool } from "./checks.mjs"

const count = (report) => {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const broken = report.testResults.filter(
    ({ assertionResults, status }) => status === "failed" && !assertionResults.some((test) => test.status === "failed")
  )
  const having = (...states) => tests.filter(({ status }) => states.includes(status)).length
  return {
    passed: having("passed"),
    failed: having("failed") + broken.length,
    skipped: having("skipped", "pending", "todo", "disabled")
  }
}

/**
 * Ends a run that has reported but doesn't end: a process that a test left behind keeps it waiting for ever. That is
 * a failure, told as one.
 */
const endAfterReport = (file) => (child) => {
  let reportedAt
  const timer = setInterval(() => {
    if (existsSync(file)) reportedAt ??= Date.now()
    if (reportedAt === undefined || Date.now() - reportedAt < 30_000) return
    console.log("the test run was ended: it did not end by itself, most likely a test left a process behind")
    child.kill("SIGKILL")
  }, 1000)
  return () => clearInterval(timer)
}

/**
 * The browser that most tests drive is the one of our dependencies, where it runs: the same everywhere, and a session in
 * it takes half of what one in Debian's takes. `npm run verify`, the demo and the tests of the browser package drive the
 * machine's own; CHROMIUM_PATH names another.
 */
const browserFor = async (folder, env) => {
  if (process.env.CHROMIUM_PATH !== undefined || env.VERIFY !== undefined) return {}
  const path = await unpackBundledChromium(folder)
  return path === undefined ? {} : { CHROMIUM_PATH: path }
}

/**
 * Runs the tests, showing their report, and answers how many passed, failed and were skipped. A test file that
 * doesn't load is a failure; so is a run that ended badly with no failed test, or without a report.
 */
export const runVitest = async (args, env = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-report-"))
  const file = join(folder, "report.json")
  try {
    const { ok } = await runTool(
      "node_modules/vitest/vitest.mjs",
      ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...args],
      {
        show: true,
        env: { ...(await browserFor(folder, env)), ...env },
        onStart: endAfterReport(file)
      }
    )
    const counted = count(JSON.parse(readFileSync(file, "utf8")))
    return !ok && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch (cause) {
    console.log(`the test run ended without a report (${cause instanceof Error ? cause.message : cause})`)
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
