/**
 * npm run fuzz -- [--requests 10000] [--seed 1 | --seeds 1-20] [--only NUMBER] [--at-once 24] [--patience 30]
 * Many inputs are seen in pieces: each seed has a server of its own, and the last line counts all of them.
 */
import { Effect } from "effect"
import { parseArgs } from "node:util"
import { fuzz, type Verdict } from "./fuzz.ts"

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    only: { type: "string" },
    "at-once": { type: "string", default: "24" },
    patience: { type: "string", default: "30" }
  }
})
const only = values.only === undefined ? undefined : Number(values.only)
const [requests, atOnce, patience] = [Number(values.requests), Number(values["at-once"]), Number(values.patience)]
const [first = NaN, last = first] = (values.seeds ?? values.seed).split("-").map(Number)
const areWhole = [requests, first, last, atOnce, patience, only ?? 0].every(
  (value) => Number.isSafeInteger(value) && value >= 0
)
if (!areWhole || atOnce === 0 || patience === 0 || last < first) {
  console.error(
    "counterfoil: --requests, --seed, --only, --at-once and --patience are whole numbers, --seeds two: 1-20"
  )
  process.exit(1)
}

const verdicts: Array<Verdict> = []
for (let seed = first; seed <= last; seed += 1) {
  const verdict = await Effect.runPromise(fuzz({ requests, seed, only, atOnce, patience, say: console.log }))
  const { inputs, rss, violations } = verdict
  const memory =
    rss === undefined ? "" : `, rss ${rss.first.toFixed(0)} MiB at first, ${rss.last.toFixed(0)} in the end`
  console.log(`seed ${seed}: ${inputs} inputs, ${violations.length} violations${memory}`)
  verdicts.push(verdict)
}
const inputs = verdicts.reduce((sum, verdict) => sum + verdict.inputs, 0)
const violations = verdicts.reduce((sum, verdict) => sum + verdict.violations.length, 0)
console.log(`${inputs} inputs, ${violations} violations`)
process.exitCode = violations === 0 ? 0 : 1
