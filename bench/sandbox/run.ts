/**
 * The demo bank's scrape through the sandbox beside the same steps in plain Playwright, in a fresh browser for each scrape,
 * and resumed from a stored session. One of each in turn, in changing order; the figures are medians of the ratios of a round.
 */
import { ChromiumBrowser } from "@counterfoil/browser"
import { BankBrowser, type ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Effect, Layer, ManagedRuntime } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { bundleScript } from "../../apps/counterfoil/src/script/bundle.ts"
import { type Child, startServer } from "../lib/child.ts"
import { roundsWithin, warmed } from "../lib/rounds.ts"
import { describeMachine, median, metric, metricOfRounds, note, times as timesOf } from "../lib/report.ts"
import { callsPerSecond, logInAndStay, scrape } from "./ours.ts"
import { openPlain, scrapeInFreshBrowser, type Visit } from "./plain.ts"

/** Before each, on every way: what is closed after the one before, or made ready for the next, weighs on none of them. */
const pauseMillis = 1_000
const rounds = timesOf("BENCH_ROUNDS", 15, 3)
const warmUps = timesOf("BENCH_WARM_UPS", 2, 1)
/** Of our own browser and scripts; a service's is SESSION_NICENESS. */
const niceness = Number(process.env["BENCH_NICENESS"] ?? 0)
const script = fileURLToPath(new URL("../../bank-scripts/demo-bank/1.1.0", import.meta.url))

const password = "right-password-1"
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** A scrape every ten minutes reads one page. */
const movements = 10

/** A customer with one page of movements. */
const newCustomer = async (url: string, id: string): Promise<Visit> => {
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${url}/control${path}`, { method: "POST", body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  await control("/customers", { id, password, history: "none", showsReference: true })
  for (let nth = 0; nth < movements; nth += 1) {
    await control("/movements", { customer: id, amount: `${nth + 1}.50`, payer: `Payer ${nth}`, date: day(nth + 1) })
  }
  return { url, username: id, password, since: day(60) }
}

/** What the processes of scripts that are in use take, in MiB: the share that is theirs alone and of what they share. */
const runnerMemory = (): number => {
  const read = (path: string) => {
    try {
      return readFileSync(path, "utf8")
    } catch {
      return ""
    }
  }
  const sizes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes("child/runner.mjs"))
    .filter((pid) => read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ")[1] === String(process.pid))
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024)
  return Math.max(0, ...sizes)
}

const timed = async (work: () => Promise<number>): Promise<number> => {
  const began = performance.now()
  const rows = await work()
  if (rows !== movements) throw new Error(`${rows} rows were read, not ${movements}`)
  return performance.now() - began
}

type Services = BankBrowser | ScriptRunner

const measure = async (bank: Child, runtime: ManagedRuntime.ManagedRuntime<Services, unknown>): Promise<void> => {
  const { bundle } = await bundleScript(script)
  const { path, version } = await runtime.runPromise(Effect.flatMap(BankBrowser, ({ describe }) => describe))
  note(`Chromium ${version}; login, ${movements} movements on a page, logout; ${rounds} rounds`)
  const [visit, resumed] = await Promise.all([newCustomer(bank.url, "scraped"), newCustomer(bank.url, "resumed")])
  const stored = await runtime.runPromise(logInAndStay({ bundle, visit: resumed }))
  const plain = await openPlain(path)
  const memories: Array<number> = []
  const onProcess = () => void memories.push(runnerMemory())
  const ways = {
    ours: () => runtime.runPromise(scrape({ bundle, visit, onProcess })),
    plain: () => plain.scrape(visit),
    fresh: () => scrapeInFreshBrowser(path, visit),
    resumed: () => runtime.runPromise(scrape({ bundle, visit: resumed, stored }))
  }
  const names = ["ours", "plain", "fresh", "resumed"] as const
  const taken: Array<Record<(typeof names)[number], number>> = []
  for (const round of warmed(warmUps, roundsWithin(0.9, rounds))) {
    const times = { ours: 0, plain: 0, fresh: 0, resumed: 0 }
    for (let nth = 0; nth < names.length; nth += 1) {
      const name = names[(nth + round + names.length * warmUps) % names.length] ?? "ours"
      await delay(pauseMillis)
      times[name] = await timed(ways[name])
    }
    if (round >= 0) taken.push(times)
  }
  await plain.close()
  const ratio = (a: (typeof names)[number], b: (typeof names)[number]) => taken.map((times) => times[a] / times[b])
  for (const name of names) {
    metricOfRounds(
      `scrape_${name}`,
      taken.map((times) => times[name]),
      "ms"
    )
  }
  metricOfRounds("scrape_vs_plain_playwright", ratio("ours", "plain"), "times")
  metricOfRounds("scrape_vs_fresh_browser", ratio("fresh", "ours"), "times")
  metricOfRounds("resume_vs_plain_playwright", ratio("resumed", "plain"), "times")
  metric("bridge_calls_in_turn", await runtime.runPromise(callsPerSecond(10_000, 1)), "1/s")
  metric("bridge_calls_16_at_once", await runtime.runPromise(callsPerSecond(40_000, 16)), "1/s")
  metric("runner_memory", median(memories), "MiB")
}

/** Prints the figures. Needs a Chromium. */
export const run = async (): Promise<void> => {
  describeMachine()
  const bank = await startServer("apps/demo-bank/src/main.ts", ["--port", "0"], {})
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(
      ChromiumBrowser.layer({ egressAllow: ["127.0.0.0/8"], executablePath: process.env["CHROMIUM_PATH"], niceness }),
      IsolatedScriptRunner.layer({ callsPerPhase: 1_000_000, niceness })
    )
  )
  try {
    await measure(bank, runtime)
  } finally {
    await runtime.dispose()
    await bank.stop()
  }
}
