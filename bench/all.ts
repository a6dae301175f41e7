/**
 * Every benchmark after the other, each in a process of its own and for so long at most: what one breaks, the others don't
 * notice. What they print goes on the screen and, read, into bench/results, which git doesn't keep: figures of one machine at
 * one moment say little elsewhere, and what is worth keeping stands in docs/benchmarks.md.
 */
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { benchmarks } from "./benchmarks.ts"
import { isQuick, note } from "./lib/report.ts"
import { type Benchmark, metricsIn, type Results } from "./lib/results.ts"

const root = fileURLToPath(new URL("../", import.meta.url))
const here = fileURLToPath(new URL("run.ts", import.meta.url))

/** After the polite signal: what a benchmark started is to be gone with it. */
const graceMs = 5_000

const load = (): number => loadavg()[0] ?? Number.NaN

/** The group is the benchmark with the servers that it started. */
const endGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal)
  } catch (cause) {
    // It has ended meanwhile.
    if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause
  }
}

/** Runs `program`; the limit is in milliseconds. What it prints is passed on as it comes. */
export const bounded = (
  program: string,
  args: ReadonlyArray<string>,
  limit: number,
  grace = graceMs
): Promise<Benchmark> =>
  new Promise((resolve, reject) => {
    const before = load()
    const began = performance.now()
    const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
      cwd: root,
      // The channel: it ends when we are gone (tools/follow.mjs).
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: { ...process.env, BENCH_SECONDS: String(limit / 1000) },
      detached: true
    })
    const { pid } = child
    if (pid === undefined) return child.once("error", reject)
    let printed = ""
    let overdue = false
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString()
      process.stdout.write(chunk)
    })
    const timer = setTimeout(() => {
      overdue = true
      endGroup(pid, "SIGTERM")
      setTimeout(() => endGroup(pid, "SIGKILL"), grace).unref()
    }, limit)
    // Told to end, we end what we began: it is in a group of its own, and hears no Ctrl-C.
    const stop = () => {
      endGroup(pid, "SIGTERM")
      process.exitCode = 130
    }
    process.once("SIGINT", stop).once("SIGTERM", stop)
    child.once("exit", (code) => {
      clearTimeout(timer)
      process.off("SIGINT", stop).off("SIGTERM", stop)
      // What outlived it: helpers of a benchmark that failed.
      endGroup(pid, "SIGKILL")
      child.stdout?.destroy()
      resolve({
        outcome: overdue ? "overdue" : code === 0 ? "done" : "failed",
        seconds: Math.round((performance.now() - began) / 100) / 10,
        load: { before, after: load() },
        metrics: metricsIn(printed)
      })
    })
  })

const git = (...args: ReadonlyArray<string>): string => {
  try {
    return execFileSync("git", [...args], { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim()
  } catch {
    return ""
  }
}

const measured = ["effect", "fastify", "graphile-worker", "pg", "pg-boss", "playwright-core", "uWebSockets.js", "ws"]

const versions = (): Readonly<Record<string, string>> => {
  const of = (name: string): unknown =>
    Object(JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"))).version
  return { node: process.versions.node, ...Object.fromEntries(measured.map((name) => [name, String(of(name))])) }
}

const fileOf = (began: string): string =>
  join("bench", "results", `${began.slice(0, 19).replaceAll(":", "").replace("T", "-")}.json`)

/** On a busy machine the limits are too short: `--patience=5` makes them five times as long. */
const patienceOption = "--patience="

/** Runs them, writes the results, and says which didn't come to their end. */
export const runAll = async (): Promise<boolean> => {
  const began = new Date().toISOString()
  const all = cpus()
  const came: Record<string, Benchmark> = {}
  const given = process.argv.slice(2).filter((argument) => argument.startsWith("--"))
  const patience = Number(
    given.find((argument) => argument.startsWith(patienceOption))?.slice(patienceOption.length) ?? 1
  )
  /** What those before have left of their time, in seconds. */
  let left = 0
  for (const [name, { limits }] of Object.entries(benchmarks)) {
    if (process.exitCode === 130) break
    const limit = Math.floor(patience * (isQuick ? limits.quick : limits.full) + left)
    note(`${name}: ${limit} seconds at most`)
    const result = await bounded(here, [name, ...given], limit * 1000)
    note(`${name}: ${result.outcome} after ${result.seconds} s, load ${result.load.after.toFixed(1)}`)
    came[name] = result
    left = Math.max(0, limit - result.seconds)
  }
  const results: Results = {
    began,
    quick: isQuick,
    machine: {
      processor: all[0]?.model.trim() ?? "unknown",
      cores: all.length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      platform: process.platform
    },
    versions: versions(),
    commit: git("rev-parse", "HEAD"),
    changed: git("status", "--porcelain", "--untracked-files=no") !== "",
    benchmarks: came
  }
  const file = fileOf(began)
  mkdirSync(join(root, "bench", "results"), { recursive: true })
  writeFileSync(join(root, file), `${JSON.stringify(results, undefined, 2)}\n`)
  const unfinished = Object.entries(came).filter(([, { outcome }]) => outcome !== "done")
  for (const [name, { outcome }] of unfinished) note(`${name}: ${outcome}`)
  note(`the results are in ${file}`)
  return unfinished.length === 0 && process.exitCode !== 130
}
