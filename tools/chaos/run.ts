/** npm run chaos -- [--kills 50] [--seed 1] [--only NAME,…] [--break NAME] [--keep] */
import { Effect } from "effect"
import { cpSync } from "node:fs"
import { parseArgs } from "node:util"
import { runCampaign } from "./campaign.ts"
import { violationsOf } from "./check.ts"
import { planOf, seeded } from "./faults.ts"

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string" },
    break: { type: "string" },
    keep: { type: "string" }
  }
})

const run = Effect.fnUntraced(function* (kills: number, seed: number) {
  const chance = seeded(seed)
  const plan = planOf(kills, chance, values.only?.split(","))
  const say = (line: string) => console.log(line)
  say(`chaos: ${kills} kills, seed ${seed}`)
  const campaign = yield* runCampaign({ plan, chance, nodeArgs: [], sabotage: [], say, patienceMs: 90_000 })
  const violations = yield* Effect.promise(() => violationsOf(campaign.evidence))
  if (values.keep !== undefined) cpSync(campaign.home, values.keep, { recursive: true })
  for (const [name, count] of [...campaign.kills].sort()) say(`  ${name}: ${count}`)
  if (campaign.missed.length > 0) say(`not reached in time, killed anyway: ${campaign.missed.join(", ")}`)
  for (const violation of violations) say(`violation: ${violation}`)
  say(`${plan.length} kills, ${violations.length} violations`)
  return violations.length === 0
}, Effect.scoped)

const [kills, seed] = [Number(values.kills), Number(values.seed)]
if (![kills, seed].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error("counterfoil: --kills and --seed are whole numbers above zero")
  process.exitCode = 1
} else {
  process.exitCode = (await Effect.runPromise(run(kills, seed))) ? 0 : 1
}
