import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { isAlive } from "./HomeLock.ts"

/** What a running Postgres says about itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

export const readPostmaster = (dataFolder: string): Postmaster | undefined => {
  try {
    const lines = Fs.readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n")
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, port: Number(lines[3] ?? "0"), ready: (lines[7] ?? "").trim() === "ready" }
  } catch {
    return undefined
  }
}

/** True only for a Postgres of this very folder: a pid in an old file may belong to anything by now. */
const isPostgresOf = (pid: number, dataFolder: string): boolean => {
  try {
    const name = Fs.readFileSync(`/proc/${pid}/comm`, "utf8").trim()
    return name === "postgres" && Fs.readlinkSync(`/proc/${pid}/cwd`) === Fs.realpathSync(dataFolder)
  } catch {
    if (Fs.existsSync("/proc/self/stat")) return false
  }
  try {
    const command = execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" })
    return command.includes("postgres") && command.includes(dataFolder)
  } catch {
    return false
  }
}

const gone = async (pid: number, withinMs: number): Promise<boolean> => {
  for (const until = Date.now() + withinMs; Date.now() < until; await delay(10)) {
    if (!isAlive(pid)) return true
  }
  return !isAlive(pid)
}

const pids = (): ReadonlyArray<number> => {
  try {
    return Fs.readdirSync("/proc").map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/**
 * What a killed Postgres had started ends when it notices: not in the middle of a long statement, and not while it stands still.
 * Until then it holds the memory of before, and no other starts.
 */
const endRest = async (dataFolder: string): Promise<void> => {
  const rest = pids().filter((pid) => isPostgresOf(pid, dataFolder))
  for (const pid of rest) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It ended by itself in between.
    }
  }
  for (const pid of rest) await gone(pid, 10_000)
}

/**
 * Ends a Postgres that a killed process left behind on this folder: asks it (SIGINT, a clean shutdown), then insists
 * (SIGQUIT, which recovers from the log at the next start). Answers the pid that it ended, if there was one.
 */
export const stopOrphan = async (dataFolder: string): Promise<number | undefined> => {
  const found = readPostmaster(dataFolder)
  if (found === undefined) return undefined
  if (!isAlive(found.pid) || !isPostgresOf(found.pid, dataFolder)) {
    await endRest(dataFolder)
    Fs.rmSync(join(dataFolder, "postmaster.pid"), { force: true })
    return undefined
  }
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!isPostgresOf(found.pid, dataFolder)) break
    try {
      process.kill(found.pid, signal)
    } catch {
      // It ended by itself in between.
    }
    if (await gone(found.pid, 10_000)) break
  }
  await endRest(dataFolder)
  return found.pid
}
