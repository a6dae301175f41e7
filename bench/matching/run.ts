/**
 * Who pays whom, measured on made worlds of which the truth is known, beside four simpler rules on the same data. Seeds are
 * printed; every number but the times is the same on every machine.
 */
import { compareCultures, compareGates, compareHeldOut, compareKinds, compareTranscribed } from "./compareCultures.ts"
import { cultures } from "./cultures/index.ts"
import { describeMachine, isQuick, metric, note } from "../lib/report.ts"
import { hardCase, hardSets } from "./hardSets.ts"
import { ambiguousRate, line, precision, recall, share, tallyAll } from "./measure.ts"
import { comparePayersAccounts } from "./payersAccounts.ts"
import { noNoise, type Noise, type NoiseKind, usualNoise } from "./noise.ts"
import { contenders } from "./rivals.ts"
import { makeWorlds, type WorldSize, worldSizes } from "./world.ts"

/** Eight banks' ways to print names by five languages make a round of forty. */
const seedsOf = ({ orders }: WorldSize): number =>
  isQuick ? 8 : orders >= 2_000 ? 8 : orders >= 500 ? 40 : orders >= 100 ? 200 : 400

const compareWorlds = (): void => {
  for (const size of isQuick ? worldSizes.filter(({ orders }) => orders < 500) : worldSizes) {
    const world = `${size.orders}_${size.prices}`
    const seeds = seedsOf(size)
    note(`${size.orders} open orders at ${size.prices} prices, seeds 1 to ${seeds}`)
    const worlds = makeWorlds(size, seeds, { noise: usualNoise })
    for (const contender of contenders) {
      const sum = tallyAll(worlds, contender)
      note(line(contender.name, sum))
      const suffix = contender.name === "counterfoil" ? world : `${world}_${contender.name}`
      metric(`precision_${suffix}`, precision(sum), "share")
      metric(`recall_${suffix}`, recall(sum), "share")
      if (contender.name !== "counterfoil") continue
      metric(`ambiguous_${suffix}`, ambiguousRate(sum), "share")
      metric(`pass_cpu_${suffix}`, sum.milliseconds / seeds, "ms")
    }
  }
}

const compareNoise = (): void => {
  const size = { orders: 100, prices: 20 }
  const seeds = 40
  note(`each kind of noise by itself, always: ${size.orders} orders at ${size.prices} prices, seeds 1 to ${seeds}`)
  const isKind = (name: string): name is NoiseKind => name in usualNoise
  for (const kind of ["none", ...Object.keys(usualNoise)]) {
    const noise = isKind(kind) ? { ...noNoise, [kind]: 1 } : noNoise
    const worlds = makeWorlds(size, seeds, { noise })
    const sums = contenders.map((contender) => ({ contender, sum: tallyAll(worlds, contender) }))
    for (const { contender, sum } of sums) note(`${kind.padEnd(14)} ${line(contender.name, sum)}`)
    const [ours] = sums
    if (ours === undefined) continue
    metric(`noise_${kind}_recall`, recall(ours.sum), "share")
    metric(`noise_${kind}_precision`, precision(ours.sum), "share")
  }
}

const compareHardSets = (): void => {
  const cases = 4_000
  note(`payments that nobody may match alone, ${cases} of each kind, seeds 1 to ${cases}: the share that was matched`)
  for (const set of hardSets) {
    for (const contender of contenders) {
      const matched = (noise?: Noise): number => {
        let count = 0
        for (let seed = 1; seed <= cases; seed++) {
          if (contender.match(hardCase(set, seed, noise)).matched.size > 0) count++
        }
        return count / cases
      }
      const [whole, usual] = [matched(), matched(usualNoise)]
      note(
        `${set.name.padEnd(18)} ${contender.name.padEnd(14)} whole names ${share(whole)}  words left out ${share(usual)}`
      )
      if (contender.name !== "counterfoil") continue
      metric(`hard_${set.name}_matched`, whole, "share")
      metric(`hard_${set.name}_matched_words_left_out`, usual, "share")
    }
  }
}

/** All but the gates, which are in the cultures; or those that are named, so that they may run beside each other. */
const parts: Readonly<Record<string, () => void>> = {
  worlds: compareWorlds,
  cultures: compareCultures,
  "held-out": compareHeldOut,
  transcribed: compareTranscribed,
  kinds: compareKinds,
  accounts: comparePayersAccounts,
  noise: compareNoise,
  hard: compareHardSets
}

export const run = async (): Promise<void> => {
  describeMachine()
  if (process.argv.includes("--gates")) return compareGates()
  for (const { about, name } of contenders) note(`${name}: ${about}`)
  note(`home language by seed: ${cultures.join(", ")}`)
  const named = Object.entries(parts).filter(([name]) => process.argv.includes(`--${name}`))
  if (isQuick && named.length === 0) return compareWorlds()
  for (const [, compare] of named.length === 0 ? Object.entries(parts) : named) compare()
}
