/** Processes as Linux lists them: what descends from one of ours, and what of it still lives. */
import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"

export interface Process {
  readonly pid: number
  readonly parent: number
  /** Tells it from a later process with the same pid. */
  readonly startedAt: string
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

/** State, parent and start of a process; the name before them may hold anything. */
const fieldsOf = (pid: number) => {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ")
  return { state: fields[0] ?? "", parent: Number(fields[1] ?? 0), startedAt: fields[19] ?? "" }
}

const processOf = (pid: number): Process => {
  const { parent, startedAt } = fieldsOf(pid)
  return { pid, parent, startedAt, command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ") }
}

/** Every living process below `root`; itself not. */
export const processesBelow = (root: number): ReadonlyArray<Process> => {
  const pids = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  const children = Map.groupBy(pids, (pid) => fieldsOf(pid).parent)
  const below = (pid: number): ReadonlyArray<number> =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)])
  return below(root).filter(isAlive).map(processOf)
}

/** What a browser has just forked is known by the browser's own command, until it has begun to run as something else. */
export const browsersBelow = (root: number): ReadonlyArray<Process> => {
  const found = processesBelow(root).filter(
    ({ command }) => command.includes("--remote-debugging-pipe") && !command.includes("--type=")
  )
  const pids = new Set(found.map(({ pid }) => pid))
  return found.filter(({ parent }) => !pids.has(parent))
}

export const renderersBelow = (root: number): ReadonlyArray<Process> =>
  processesBelow(root).filter(({ command }) => command.includes("--type=renderer"))

const isLiving = ({ state }: { readonly state: string }): boolean => state !== "Z" && state !== ""

export const isAlive = (pid: number): boolean => isLiving(fieldsOf(pid))

const isStillThere = ({ pid, startedAt }: Process): boolean => {
  const now = fieldsOf(pid)
  return now.startedAt === startedAt && isLiving(now)
}

/** Those that still live when they all should have ended; waits for them as long as it may take. */
export const survivors = async (
  processes: ReadonlyArray<Process>,
  withinMs: number
): Promise<ReadonlyArray<Process>> => {
  for (const until = Date.now() + withinMs; Date.now() < until && processes.some(isStillThere);) await delay(20)
  return processes.filter(isStillThere)
}
