/**
 * Runs every hostile script against the real host, with browser and sandbox, and says how long the server's event loop stood still
 * at the longest, and whose doing it was. `--quick`: every ninth of each family; `--family=<name>`: of one family only.
 */
import {
  BankBrowser,
  CodeNotObtained,
  makeScriptHost,
  noPermit,
  type OtpDesk,
  ScriptRunner,
  type ScriptHostOptions
} from "@counterfoil/core"
import { ChromiumBrowser } from "@counterfoil/browser"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Deferred, Duration, Effect, Layer, Logger, Option, Redacted } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import { type Attack, bundleOf, type Family } from "../../apps/counterfoil/test/hostile/Attack.ts"
import { errors } from "../../apps/counterfoil/test/hostile/families/errors.ts"
import { escape } from "../../apps/counterfoil/test/hostile/families/escape.ts"
import { exfiltration } from "../../apps/counterfoil/test/hostile/families/exfiltration.ts"
import { floods } from "../../apps/counterfoil/test/hostile/families/floods.ts"
import { handles } from "../../apps/counterfoil/test/hostile/families/handles.ts"
import { memoryBombs } from "../../apps/counterfoil/test/hostile/families/memory.ts"
import { navigation, otherSchemes } from "../../apps/counterfoil/test/hostile/families/navigation.ts"
import { hangs, processor } from "../../apps/counterfoil/test/hostile/families/processor.ts"
import { prototypes } from "../../apps/counterfoil/test/hostile/families/prototypes.ts"
import { readback } from "../../apps/counterfoil/test/hostile/families/readback.ts"
import { pagesGoneWild, smuggling } from "../../apps/counterfoil/test/hostile/families/smuggling.ts"
import { stalls } from "../../apps/counterfoil/test/hostile/families/stalls.ts"
import { startSites } from "../../apps/counterfoil/test/hostile/sites.ts"
import { describeMachine, metric, note } from "../lib/report.ts"
import { type LoopWatch, type Stall, watchLoop } from "./loopWatch.ts"

const families: ReadonlyArray<Family> = [
  escape,
  prototypes,
  memoryBombs,
  processor,
  hangs,
  errors,
  floods,
  navigation,
  otherSchemes,
  exfiltration,
  readback,
  handles,
  smuggling,
  pagesGoneWild,
  stalls
]

const cancelled = Effect.fail(new CodeNotObtained({ kind: "otp_cancelled" }))
const nobody: OtpDesk = {
  timeout: Duration.minutes(5),
  request: () => cancelled,
  rejected: cancelled,
  accepted: Effect.void,
  close: Effect.void,
  submit: () => Effect.void,
  cancel: Effect.void,
  pending: Effect.succeed(null)
}

type Sites = Effect.Success<typeof startSites>

const limit = (attack: Attack) => Duration.millis(attack.fails?.[0] === "timeout" ? 400 : 25_000)

const attempt = Effect.fnUntraced(function* ({ bank, canary, partner }: Sites, attack: Attack) {
  const browser = yield* BankBrowser
  const runner = yield* ScriptRunner
  const page = yield* browser.open({
    accountId: "account",
    sessionId: "session",
    origins: [bank.origin, partner.origin],
    secretOrigins: [bank.origin],
    storageState: Option.none()
  })
  yield* page.putSecret("username", Redacted.make("vic user-83"))
  yield* page.putSecret("password", Redacted.make("Tr0ub4dor&3 zoë"))
  const verdict: ScriptHostOptions["verdict"] = Deferred.makeUnsafe()
  const host = yield* makeScriptHost({
    page,
    desk: nobody,
    sessionId: "session",
    loginMode: "assisted",
    typing: { passwordInText: false },
    verdict,
    confirm: Effect.void,
    withoutPermit: noPermit,
    onCodeAsked: Effect.void,
    onCodeGiven: Effect.void
  })
  const places = `const BANK = ${JSON.stringify(bank.origin)}, CANARY = ${JSON.stringify(canary.origin)}, PARTNER = ${JSON.stringify(partner.origin)};`
  const manifest = {
    bank: "hostile",
    version: "1.0.0",
    sdk: 1,
    flow: "extract_transactions",
    origins: [bank.origin],
    zone: "Europe/Madrid",
    dates: "dmy",
    sessionTypes: ["one-shot"],
    uniqueIds: false,
    phases: ["login", "extract"]
  }
  const run = yield* runner.start({
    bundle: bundleOf({ ...attack, body: `${places} ${attack.body}` }, manifest),
    host: host.call
  })
  yield* host.begin("login")
  yield* page.enterPhase("login", [])
  yield* run.invoke("login", {}, limit(attack))
}, Effect.scoped)

interface Measured extends Stall {
  readonly family: string
  readonly title: string
}

const measure = (watch: LoopWatch, isQuick: boolean, only: string | undefined) =>
  Effect.gen(function* () {
    const sites = yield* startSites
    const all: Array<Measured> = []
    // What is made once, for the first of all, is none of a script's doing.
    yield* Effect.ignore(attempt(sites, { title: "", body: "return []" }))
    for (const { attacks, name } of families.filter(({ name }) => only === undefined || name === only)) {
      for (const attack of attacks.filter((_, nth) => !isQuick || nth % 9 === 3)) {
        yield* Effect.promise(() => delay(20))
        watch.take()
        yield* Effect.exit(attempt(sites, attack))
        yield* Effect.promise(() => delay(5))
        all.push({ family: name, title: attack.title, ...watch.take() })
      }
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
  const isQuick = process.argv.includes("--quick")
  const only = process.argv.find((arg) => arg.startsWith("--family="))?.slice("--family=".length)
  const all = await Effect.runPromise(Effect.scoped(measure(watch, isQuick, only)).pipe(Effect.provide(layers)))
  watch.stop()
  const worst = all.toSorted((a, b) => b.busy - a.busy)
  for (const { busy, family, title, wall } of worst.slice(0, shown)) {
    note(`${busy.toFixed(0)} ms (${wall.toFixed(0)} ms by the clock): ${family}, ${title}`)
  }
  metric("hostile_scripts", all.length, "count")
  metric("hostile_longest_stall_ms", worst[0]?.busy ?? 0, "ms")
}
