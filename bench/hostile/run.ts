/**
 * Runs every hostile script against the real host, with browser and sandbox, and says how long the server's event loop stood still
 * at the longest, and whose doing it was. `--quick`: one of each family; `--family=<name>`: of one family only, or of several with commas between them; `--title=<words>`:
 * those whose title has the words; `--profile`: what was done in each stall of more than half the aim.
 */
import { ChromiumBrowser } from "@counterfoil/browser"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Duration, Effect, Layer, Logger } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import type { Attack, Family } from "../../apps/counterfoil/test/hostile/Attack.ts"
import { engineFamilies, pageFamilies } from "../../apps/counterfoil/test/hostile/families.ts"
import { attempt, openPage, type Sites } from "../../apps/counterfoil/test/hostile/session.ts"
import { startSites } from "../../apps/counterfoil/test/hostile/sites.ts"
import { secrets } from "../../apps/counterfoil/test/hostile/spellings.ts"
import { describeMachine, isQuick, metric, note } from "../lib/report.ts"
import { type ExplainedStall, type LoopWatch, watchLoop } from "./loopWatch.ts"
import { profiling } from "./profiled.ts"

const families = [...engineFamilies, ...pageFamilies]

const limit = (attack: Attack) => Duration.millis(attack.fails?.[0] === "timeout" ? 400 : 25_000)

interface Measured extends ExplainedStall {
  readonly family: string
  readonly title: string
}

interface Selection {
  readonly families: ReadonlyArray<string> | undefined
  readonly title: string
  readonly profile: boolean
}

const worthProfiling = 25

const told = ({ busy, collections, family, stolen, title, waited, wall }: Measured): string => {
  const garbage = collections.map(({ kind, wall }) => `${kind} ${wall.toFixed(0)}`)
  const beside = [
    `${wall.toFixed(0)} by the clock`,
    `${waited.toFixed(0)} in the queue`,
    ...(stolen > 0 ? [`${stolen} stolen`] : []),
    ...(garbage.length > 0 ? [`garbage: ${garbage.join(", ")}`] : [])
  ]
  return `${busy.toFixed(0)} ms (${beside.join("; ")}): ${family}, ${title}`
}

/** Those of a family. Where it has a session of its own, that ends with it. */
const measureFamily = Effect.fnUntraced(function* (
  watch: LoopWatch,
  sites: Sites,
  { attacks, name, onOnePage }: Family,
  { profile: isProfiled, title: words }: Selection
) {
  const seen: Array<Measured> = []
  const shared = onOnePage ? { page: yield* openPage(sites, secrets.password) } : {}
  for (const attack of attacks.filter(
    ({ title }, nth) => title.includes(words) && (!isQuick || nth === Math.min(3, attacks.length - 1))
  )) {
    const profile = isProfiled ? yield* Effect.promise(profiling) : undefined
    yield* Effect.promise(() => delay(20))
    watch.take()
    yield* Effect.exit(attempt(sites, attack, { isKept: false, limit: limit(attack), ...shared }))
    yield* Effect.promise(() => delay(5))
    const measured = { family: name, title: attack.title, ...(yield* Effect.promise(watch.explain)) }
    seen.push(measured)
    if (profile === undefined) continue
    const { began, busy, wall } = measured
    const stacks = yield* Effect.promise(() => profile.stop(began, began + wall))
    if (busy > worthProfiling) for (const line of [told(measured), ...stacks]) note(line)
  }
  return seen
}, Effect.scoped)

const measure = (watch: LoopWatch, only: Selection) =>
  Effect.gen(function* () {
    const sites = yield* startSites
    const all: Array<Measured> = []
    // What is made once, for the first of all, is none of a script's doing.
    yield* Effect.ignore(attempt(sites, { title: "", body: "return []" }))
    for (const family of families.filter(({ name }) => only.families?.includes(name) ?? true)) {
      const seen = yield* measureFamily(watch, sites, family, only)
      all.push(...seen)
      if (seen.length === 0) continue
      const longest = Math.max(...seen.map(({ busy }) => busy))
      const { heapUsed, rss } = process.memoryUsage()
      note(`${family.name}: ${longest.toFixed(0)} ms (heap ${mebibytes(heapUsed)}, resident ${mebibytes(rss)} MiB)`)
    }
    return all
  })

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

const shown = 10

export const run = async (): Promise<void> => {
  describeMachine()
  const watch = watchLoop()
  const layers = Layer.mergeAll(
    IsolatedScriptRunner.layer({ memoryMiB: 64, cpuBudget: "15 seconds" }),
    ChromiumBrowser.layer({ egressAllow: ["127.0.0.0/8"] }),
    Logger.layer([Logger.make(() => undefined)])
  )
  const option = (name: string) => process.argv.find((arg) => arg.startsWith(name))?.slice(name.length)
  const only: Selection = {
    families: option("--family=")?.split(","),
    title: option("--title=") ?? "",
    profile: process.argv.includes("--profile")
  }
  const all = await Effect.runPromise(Effect.scoped(measure(watch, only)).pipe(Effect.provide(layers)))
  watch.stop()
  const worst = all.toSorted((a, b) => b.busy - a.busy)
  for (const measured of worst.slice(0, shown)) note(told(measured))
  metric("hostile_scripts", all.length, "count")
  metric("hostile_longest_stall_ms", worst[0]?.busy ?? 0, "ms")
}
