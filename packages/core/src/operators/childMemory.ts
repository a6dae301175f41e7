/** Memory of the processes that this one has started, by kind. Read from /proc: known on Linux only. */
import { Effect } from "effect"
import { readdir, readFile } from "node:fs/promises"

type Kind = "browser" | "scripts" | "postgres" | "other"

export type ChildMemory = Readonly<Record<Kind, number>>

const nothing: ChildMemory = { browser: 0, scripts: 0, postgres: 0, other: 0 }

/** Of a process that may just have ended, or that isn't ours to look at. */
const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "")

const childrenOf = async (pid: number): Promise<ReadonlyArray<number>> => {
  const threads = await readdir(`/proc/${pid}/task`).catch((): ReadonlyArray<string> => [])
  const lists = await Promise.all(threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)))
  return lists.flatMap((list) => list.split(" ").filter((text) => text !== "")).map(Number)
}

/** In bytes, without what several processes share: their program and the files they have mapped. */
const ownMemory = (status: string): number =>
  ["RssAnon", "RssShmem"].reduce(
    (sum, name) => sum + 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0),
    0
  )

const kindOf = (commandLine: string): Kind | undefined => {
  if (/runner\.mjs/.test(commandLine)) return "scripts"
  if (/chrom/i.test(commandLine)) return "browser"
  return /postgres/.test(commandLine) ? "postgres" : undefined
}

const add = (one: ChildMemory, other: ChildMemory): ChildMemory => ({
  browser: one.browser + other.browser,
  scripts: one.scripts + other.scripts,
  postgres: one.postgres + other.postgres,
  other: one.other + other.other
})

/** The process and all below it: a process that doesn't say what it is belongs to the one that started it. */
const below = async (pid: number, parents: Kind): Promise<ChildMemory> => {
  const [commandLine, status] = await Promise.all([read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/status`)])
  const kind = kindOf(commandLine) ?? parents
  return add({ ...nothing, [kind]: ownMemory(status) }, await belowAll(await childrenOf(pid), kind))
}

const belowAll = async (pids: ReadonlyArray<number>, parents: Kind): Promise<ChildMemory> =>
  (await Promise.all(pids.map((pid) => below(pid, parents)))).reduce(add, nothing)

/** `undefined` where the kernel doesn't tell. */
export const childMemory: Effect.Effect<ChildMemory | undefined> = Effect.promise(async () =>
  process.platform === "linux" ? belowAll(await childrenOf(process.pid), "other") : undefined
)
