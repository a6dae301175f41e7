/** npm run fuzz -- [--requests 10000] [--seed 1] [--only NUMBER] [--at-once 24] */
import { Effect } from "effect"
import { parseArgs } from "node:util"
import { fuzz } from "./fuzz.ts"

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    "at-once": { type: "string", default: "24" }
  }
})
const only = values.only === undefined ? undefined : Number(values.only)
const [requests, seed, atOnce] = [Number(values.requests), Number(values.seed), Number(values["at-once"])]
if (![requests, seed, atOnce, only ?? 0].every((value) => Number.isSafeInteger(value) && value >= 0) || atOnce === 0) {
  console.error("counterfoil: --requests, --seed, --only and --at-once are whole numbers")
  process.exit(1)
}

const { inputs, violations } = await Effect.runPromise(fuzz({ requests, seed, only, atOnce, say: console.log }))
console.log(`${inputs} inputs, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
