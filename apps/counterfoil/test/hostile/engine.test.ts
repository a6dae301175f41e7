/** Hostile scripts against the isolate and its process: each ends within its limit, and nobody else notices. */
import { type HostAnswer, type HostCall, type ScriptManifest, type ScriptRun, ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Ref, type Schema } from "effect"
import { type Attack, bundleOf, type Family } from "./Attack.ts"
import { engineFamilies } from "./families.ts"

const thorough = process.env["VERIFY"] !== undefined

const manifest: ScriptManifest = {
  bank: "hostile",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: ["http://127.0.0.1:1"],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
}

const bait = "bait-5c1f0e77"
process.env["HOSTILE_BAIT"] = bait

const host =
  (heard: Array<string>) =>
  (call: HostCall): Effect.Effect<HostAnswer> => {
    heard.push(JSON.stringify(call).slice(0, 2_000))
    switch (call.verb) {
      case "ping":
        return Effect.succeed({ ok: "pong" })
      case "log":
        return Effect.succeed({ ok: null })
      case "sleep":
        return Effect.as(Effect.sleep("50 millis"), { ok: null })
      case "never":
        return Effect.never
      default:
        return Effect.succeed({ err: { code: "InvalidCall", message: "there is no such verb" } })
    }
  }

interface End {
  readonly how: string
  readonly gets: Schema.Json
  /** Everything that came out. */
  readonly said: string
  readonly millis: number
  /** How much later than it should a plain timer fired meanwhile: so late is everything of ours on a busy machine. */
  readonly lateness: number
}

const hangTime = 400

const isMeantToHang = ({ fails }: Attack) => fails?.[0] === "timeout"
/** One that only has to be stopped gets little time; one that has to come to an end by itself gets enough. */
const deadlineOf = (attack: Attack) => Duration.millis(isMeantToHang(attack) ? hangTime : 120_000)

const attempt = Effect.fnUntraced(function* (attack: Attack) {
  const runner = yield* ScriptRunner
  const heard: Array<string> = []
  let invoked = performance.now()
  let timerAt = Number.POSITIVE_INFINITY
  const end = (how: string, gets: Schema.Json, message: string): End => ({
    how,
    gets,
    said: `${message} ${JSON.stringify(gets)} ${heard.join(" ")}`,
    millis: performance.now() - invoked,
    lateness: Math.max(0, Math.min(timerAt, performance.now()) - invoked - hangTime)
  })
  return yield* runner.start({ bundle: bundleOf(attack, manifest), host: host(heard) }).pipe(
    Effect.flatMap((run) => {
      invoked = performance.now()
      setTimeout(() => {
        timerAt = performance.now()
      }, hangTime).unref()
      return run.invoke("login", {}, deadlineOf(attack))
    }),
    Effect.map((gets) => end("ends well", gets, "")),
    Effect.catchTag("ScriptFault", ({ frames, kind, message }) =>
      Effect.succeed(end(kind, null, `${message} ${frames ?? ""}`))
    ),
    Effect.catchTag("ScriptDoesNotLoad", ({ message }) => Effect.succeed(end("does_not_load", null, message)))
  )
}, Effect.scoped)

/** What is wrong with how an attack ended; nothing, if all is well. */
const faultsOf = (attack: Attack, end: End): ReadonlyArray<string> => {
  const { fails, gets = [], title } = attack
  const says = (what: string) => `${title}: ${what}`
  const wanted: ReadonlyArray<string> = fails ?? ["ends well"]
  const leaks = [bait, process.cwd(), "runner.mjs", "node_modules"].filter((text) => end.said.includes(text))
  return [
    ...(wanted.includes(end.how) ? [] : [says(`it was ${end.how} (${end.said.slice(0, 200)})`)]),
    ...(end.how !== "ends well" || JSON.stringify(end.gets) === JSON.stringify(gets)
      ? []
      : [says(`it got ${JSON.stringify(end.gets)}`)]),
    ...leaks.map((text) => says(`what came out of it names ${text}`)),
    ...(thorough && isMeantToHang(attack) && end.millis > hangTime + 1_000 + end.lateness
      ? [says(`it took ${end.millis} ms`)]
      : [])
  ]
}

/** A well-behaved script of another account, in use all the while. */
const bystander = Effect.gen(function* () {
  const runner = yield* ScriptRunner
  const count = yield* Ref.make(0)
  const bundle = bundleOf({ title: "", before: "let asked = 0", body: "asked += 1; return asked" }, manifest)
  const run: ScriptRun = yield* runner.start({ bundle, host: host([]) })
  return Effect.gen(function* () {
    const wanted = yield* Ref.updateAndGet(count, (before) => before + 1)
    const asked = yield* run.invoke("extract", {}, Duration.minutes(2))
    return asked === wanted ? [] : [`the script of another account answered ${JSON.stringify(asked)}, not ${wanted}`]
  })
})

/** Every eighth of those that have to be waited for, and every fourth of the others: all are tried by `npm run verify`. */
const chosen = ({ attacks }: Family): ReadonlyArray<Attack> =>
  thorough
    ? attacks
    : attacks.filter(
        (attack, nth) => nth % (isMeantToHang(attack) || attack.fails?.[0] === "out_of_memory" ? 8 : 4) === 0
      )

layer(
  IsolatedScriptRunner.layer({
    memoryMiB: 64,
    cpuBudget: "15 seconds",
    callsPerPhase: 2_000,
    loadBudget: "4 seconds"
  }),
  { excludeTestServices: true }
)("a hostile script", (it) => {
  for (const family of engineFamilies) {
    it.effect(
      `of the family "${family.name}" gains nothing, ends in time and disturbs nobody`,
      () =>
        Effect.gen(function* () {
          const other = yield* bystander
          const faults = yield* Effect.forEach(
            chosen(family),
            (attack) => Effect.map(attempt(attack), (end) => faultsOf(attack, end)),
            { concurrency: 2 }
          )

          assert.deepStrictEqual([...faults.flat(), ...(yield* other)], [])
        }).pipe(Effect.scoped),
      thorough ? 900_000 : 300_000
    )
  }
})
