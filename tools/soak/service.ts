/** The server under test, and what the kernel and itself say of it. */
import { Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createWriteStream, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Figures } from "./judge.ts"

export interface Service {
  readonly base: string
  readonly measure: () => Promise<Figures>
  readonly hasEnded: () => boolean
  readonly stop: () => Promise<void>
}

const program = fileURLToPath(new URL("./server.ts", import.meta.url))
const follow = new URL("../follow.mjs", import.meta.url).href
const mebibyte = 2 ** 20
const decodeAnswer = Schema.decodeUnknownSync(Schema.Struct({ liveHeap: Schema.Number }))

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once("exit", () => resolve())
  })

/** Of a process that may just have ended. */
const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

const parentOf = (pid: number): number => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0)

const descendantsOf = (root: number): ReadonlyArray<number> => {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const parents = new Map(pids.map((pid) => [Number(pid), parentOf(Number(pid))]))
  const descends = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0
    return parent === root || (parent > 1 && descends(parent))
  }
  return [...parents.keys()].filter(descends)
}

const kibibytesIn = (path: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(read(path))?.[1] ?? 0)

/** Shared pages are counted once. */
const browserMemory = (pids: ReadonlyArray<number>): number =>
  pids
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes("chrom"))
    .reduce((sum, pid) => sum + kibibytesIn(`/proc/${pid}/smaps_rollup`, "Pss"), 0) / 1024

const liveHeapOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new Error("the server ended"))
    child.once("exit", onExit)
    child.once("message", (answer) => {
      child.off("exit", onExit)
      resolve(decodeAnswer(answer).liveHeap / mebibyte)
    })
    child.send("measure")
  })

/** The machine's own settings must not reach the server. */
const bare = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/" }

export const startService = (env: Readonly<Record<string, string>>, logFile: string): Promise<Service> =>
  new Promise((resolve, reject) => {
    const flags = ["--disable-warning=ExperimentalWarning", "--import", follow]
    const child = spawn(process.execPath, [...flags, program], {
      env: { ...bare, ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    })
    const pid = child.pid ?? 0
    child.stderr?.pipe(createWriteStream(logFile))
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: see ${logFile}`)))
    const measure = async (): Promise<Figures> => {
      const below = descendantsOf(pid)
      return {
        rss: kibibytesIn(`/proc/${pid}/status`, "VmRSS") / 1024,
        liveHeap: await liveHeapOf(child),
        handles: readdirSync(`/proc/${pid}/fd`).length,
        processes: below.length,
        browser: browserMemory(below)
      }
    }
    const stop = async () => {
      child.kill("SIGTERM")
      const overdue = setTimeout(() => child.kill("SIGKILL"), 60_000)
      await ended(child)
      clearTimeout(overdue)
    }
    let said = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-2000)
      const base = /listening on (http:\S+)/.exec(said)?.[1]
      if (base !== undefined) resolve({ base, measure, hasEnded: () => child.exitCode !== null, stop })
    })
  })
