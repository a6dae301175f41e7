import { constants } from "node:os"
import { root } from "../pinnedNode.mjs"
import { endPrograms, staticChecks } from "./checks.ts"
import { type Counts, makePackages, placeForPackages, runOutside } from "./outside.ts"
import { runVitest } from "./runVitest.ts"
import type { Verdict } from "./Verdict.ts"

// npm test                    every check, then every test, and beside them what users install (npm run outside -- --quick)
// npm test -- packages/store  only the tests whose path contains that
// npm run check               only the checks
// npm run verify              every check and every test at full size (VERIFY=1 in the tests)

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    endPrograms()
    process.exit(128 + constants.signals[signal])
  })
}

const runCheck = async ({ name, run }: (typeof staticChecks)[number]) => {
  const began = Date.now()
  const { ok, output, skipped } = await run().catch((cause): Verdict => ({ ok: false, output: String(cause) }))
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`
  console.log(skipped === undefined ? `${ok ? "✓" : "✗"} ${name} (${took})` : `- ${name}: skipped, for ${skipped}`)
  if (!ok) console.log(output.replaceAll(/^/gm, "    "))
  return skipped === undefined ? (ok ? "passed" : "failed") : "skipped"
}

process.chdir(root)
const given = new Set(process.argv.slice(2))
const [onlyChecks, atFullSize] = ["--static", "--full"].map((option) => given.delete(option))
if (atFullSize) process.env["VERIFY"] = "1"

const nothing: Counts = { passed: 0, failed: 0, skipped: 0 }
const isWhole = given.size === 0
const packages = placeForPackages()
const making = { name: "packages", run: () => makePackages(packages) }

const checked = isWhole ? await Promise.all([...(onlyChecks ? [] : [making]), ...staticChecks].map(runCheck)) : []
const areMade = isWhole && !onlyChecks && checked[0] === "passed"
if (areMade) process.env["UNPACKED_PACKAGES"] = packages.unpacked
const tested = await Promise.all([
  // First: it unpacks the browser that both drive.
  onlyChecks ? nothing : runVitest([...given]),
  areMade ? runOutside(packages, atFullSize === true) : nothing
])

const count = (kind: keyof Counts) =>
  tested.reduce((sum, counts) => sum + counts[kind], checked.filter((result) => result === kind).length)
const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : ""
console.log(`${count("passed")} passed, ${count("failed")} failed${skipped}`)
process.exit(count("failed") > 0 || count("passed") === 0 ? 1 : 0)
