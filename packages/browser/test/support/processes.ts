/** The processes that descend from one of ours, as Linux lists them. */
import { readdirSync, readFileSync } from "node:fs"

export interface Process {
  readonly pid: number
  readonly command: string
}

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    // It ended while we looked.
    return ""
  }
}

const parentOf = (pid: number): number => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0)

const isZombie = (pid: number): boolean => /\) Z /.test(read(`/proc/${pid}/stat`))

/** Every living process below `root`. */
export const processesBelow = (root: number): ReadonlyArray<Process> => {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]))
  const descends = (pid: number | undefined): boolean => {
    const parent = pid === undefined ? undefined : parents.get(pid)
    return parent === root || (parent !== undefined && parent > 1 && descends(parent))
  }
  return pids
    .filter((pid) => descends(pid) && !isZombie(pid))
    .map((pid) => ({ pid, command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ") }))
}

export const browsersBelow = (root: number): ReadonlyArray<Process> =>
  processesBelow(root).filter(
    ({ command }) => command.includes("--remote-debugging-pipe") && !command.includes("--type=")
  )

export const renderersBelow = (root: number): ReadonlyArray<Process> =>
  processesBelow(root).filter(({ command }) => command.includes("--type=renderer"))

export const isAlive = (pid: number): boolean => read(`/proc/${pid}/stat`) !== "" && !isZombie(pid)
