/**
 * Runs every hostile script against the real host, with browser and sandbox, and says how long the server's event loop stood still
 * at the longest, and whose doing it was. `--quick`: one of each family; `--family=<name>`: of one family only; `--title=<words>`:
 * those whose title has the words.
 */
import { ChromiumBrowser } from "@counterfoil/browser"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Duration, Effect, Layer, Logger } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import type { Attack } from "../../apps/counterfoil/test/hostile/Attack.ts"
import { engineFamilies, pageFamilies } from "../../apps/counterfoil/test/hostile/families.ts"
import { attempt, openPage } from "../../apps/counterfoil/test/hostile/session.ts"
import { startSites } from "../../apps/counterfoil/test/hostile/sites.ts"
import { secrets } from "../../apps/counterfoil/test/hostile/spellings.ts"
import { describeMachine, isQuick, metric, note } from "../lib/report.ts"
import { type LoopWatch, type Stall, watchLoop } from "./loopWatch.ts"

const families = [...engineFamilies, ...pageFamilies]

const limit = (attack: Attack) => Duration.millis(attack.fails?.[0] === "timeout" ? 400 : 25_000)

interface Measured extends Stall {
  readonly family: string
  readonly title: string
  /** The longest pause of the same time for collecting garbage, in milliseconds. */
  readonly pause: number
}

interface Selection {
  readonly family: string | undefined
  readonly title: string
}

const measure = (watch: LoopWatch, only: Selection) =>
  Effect.gen(function* () {
    const sites = yield* startSites
    const all: Array<Measured> = []
    // What is made once, for the first of all, is none of a script's doing.
    yield* Effect.ignore(attempt(sites, { title: "", body: "return []" }))
    for (const { attacks, name, onOnePage } of families.filter(
      ({ name }) => only.family === undefined || name === only.family
    )) {
      const shared = onOnePage ? { page: yield* openPage(sites, secrets.password) } : {}
      for (const attack of attacks.filter(
        ({ title }, nth) => title.includes(only.title) && (!isQuick || nth === Math.min(3, attacks.length - 1))
      )) {
        yield* Effect.promise(() => delay(20))
        watch.take()
        watch.takePause()
        yield* Effect.exit(attempt(sites, attack, { limit: limit(attack), ...shared }))
        yield* Effect.promise(() => delay(5))
        all.push({ family: name, title: attack.title, ...watch.take(), pause: watch.takePause() })
      }
      if (attacks.every(({ title }) => !title.includes(only.title))) continue
      const longest = Math.max(0, ...all.filter(({ family }) => family === name).map(({ busy }) => busy))
      note(`${name}: ${longest.toFixed(0)} ms`)
    }
    return all
  })

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
  const only = { family: option("--family="), title: option("--title=") ?? "" }
  const all = await Effect.runPromise(Effect.scoped(measure(watch, only)).pipe(Effect.provide(layers)))
  watch.stop()
  const worst = all.toSorted((a, b) => b.busy - a.busy)
  for (const { busy, family, pause, title, wall } of worst.slice(0, shown)) {
    note(
      `${busy.toFixed(0)} ms (${wall.toFixed(0)} by the clock; garbage at most ${pause.toFixed(0)}): ${family}, ${title}`
    )
  }
  metric("hostile_longest_garbage_pause_ms", Math.max(0, ...all.map(({ pause }) => pause)), "ms")
  metric("hostile_scripts", all.length, "count")
  metric("hostile_longest_stall_ms", worst[0]?.busy ?? 0, "ms")
}
