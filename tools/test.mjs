import { constants } from "node:os"
import { endChildren, staticChecks } from "./checks.mjs"
import { runVitest } from "./vitestRun.mjs"

// npm test                    every check, then every test
// npm test -- packages/store  only the tests whose path contains that
// npm run check               only the checks
// npm run verify              every check and every test at full size (VERIFY=1 in the tests)

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    endChildren(signal)
    process.exit(128 + constants.signals[signal])
  })
}

const checkAll = async () => {
  const results = await Promise.all(
    staticChecks.map(async ({ name, run }) => {
      const began = Date.now()
      const { ok, output, skipped } = await run().catch((cause) => ({ ok: false, output: String(cause) }))
      const took = `${((Date.now() - began) / 1000).toFixed(1)} s`
      if (skipped === undefined) console.log(`${ok ? "✓" : "✗"} ${name} (${took})`)
      else console.log(`- ${name}: skipped, for ${skipped}`)
      if (!ok) console.log(output.replaceAll(/^/gm, "    "))
      return skipped === undefined ? (ok ? "passed" : "failed") : "skipped"
    })
  )
  const count = (kind) => results.filter((result) => result === kind).length
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") }
}

const nothing = { passed: 0, failed: 0, skipped: 0 }
const given = process.argv.slice(2)
const options = new Set(given.filter((argument) => argument === "--static" || argument === "--full"))
const filters = given.filter((argument) => !options.has(argument))

const checked = filters.length === 0 ? await checkAll() : nothing
const tested = options.has("--static")
  ? nothing
  : await runVitest(filters, options.has("--full") ? { VERIFY: "1" } : {})

const [passed, failed, skipped] = ["passed", "failed", "skipped"].map((kind) => checked[kind] + tested[kind])
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
