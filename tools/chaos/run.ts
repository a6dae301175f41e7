/** npm run chaos -- [--kills 50] [--seed N] [--nodes 2] [--only FAULT,…] [--break NAME] [--from VERSION] [--keep FOLDER] */
import { Effect } from "effect"
import { cpSync } from "node:fs"
import { parseArgs } from "node:util"
import { breaks } from "./breaks.ts"
import { runCampaign } from "./campaign.ts"
import { violationsOf } from "./check.ts"
import { planOf, seeded } from "./faults.ts"
import { earlierVersion } from "../releases/checkOut.ts"
import { runUntilStopped } from "../runUntilStopped.ts"

const fail = (sentence: string): never => {
  console.error(`counterfoil: ${sentence}`)
  process.exit(1)
}

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: String(1 + (Date.now() % 1_000_000)) },
    nodes: { type: "string", default: "1" },
    only: { type: "string" },
    break: { type: "string" },
    from: { type: "string" },
    keep: { type: "string" }
  }
})
const [kills, seed, nodes] = [Number(values.kills), Number(values.seed), Number(values.nodes)]
if (![kills, seed, nodes].every((value) => Number.isSafeInteger(value) && value > 0)) {
  fail("--kills, --seed and --nodes are whole numbers above zero")
}
const broken = values.break === undefined ? undefined : breaks[values.break]
if (values.break !== undefined && broken === undefined) fail(`the breaks are ${Object.keys(breaks).join(", ")}`)

/** The servers begin as that version; the first fault brings them to this one. */
const plannedOf = (only: ReadonlyArray<string> | undefined) =>
  values.from === undefined ? only : ["upgrade", ...(only ?? []).filter((name) => name !== "upgrade")]

const say = (line: string) => console.log(line)

const run = Effect.gen(function* () {
  const chance = seeded(seed)
  const plan = planOf({ count: kills, nodes, only: plannedOf(values.only?.split(",") ?? broken?.faults) }, chance)
  say(`chaos: ${plan.length} kills, seed ${seed}${broken === undefined ? "" : `, with a break: ${broken.about}`}`)
  const patienceMs = broken === undefined ? 240_000 : 90_000
  const from = values.from === undefined ? undefined : yield* earlierVersion(values.from)
  const campaign = yield* runCampaign({ plan, chance, nodes, from, break: values.break, say, patienceMs })
  const violations = yield* Effect.promise(() => violationsOf(campaign.evidence))
  if (values.keep !== undefined) cpSync(campaign.evidence.home, values.keep, { recursive: true })
  say(
    `faults: ${[...campaign.kills]
      .map(([name, count]) => `${name} ${count}`)
      .sort()
      .join(", ")}`
  )
  if (campaign.missed.length > 0) say(`not reached in time, killed anyway: ${campaign.missed.join(", ")}`)
  for (const violation of violations) say(`violation: ${violation}`)
  say(`${plan.length} kills, ${violations.length} violations`)
  return violations.length === 0
}).pipe(Effect.scoped)

await runUntilStopped(run)
