/** What the main thread did within a stall, by V8's sampling profiler. */
import { type Profiler, Session } from "node:inspector/promises"

/** Between two samples. */
const intervalMicros = 500
const shownStacks = 6
const shownFrames = 12

export interface LoopProfile {
  /** Ends it, and tells what it saw between two moments of `performance.now`. */
  readonly stop: (began: number, ended: number) => Promise<ReadonlyArray<string>>
}

/** The profiler's clock counts microseconds from the machine's start, as `hrtime` does. */
const clockOffset = (): number => Number(process.hrtime.bigint()) / 1_000 - performance.now() * 1_000

const nameOf = ({ callFrame: { functionName, lineNumber, url } }: Profiler.ProfileNode): string =>
  url === "" ? functionName : `${functionName || "(anonymous)"} ${url.split("/").slice(-3).join("/")}:${lineNumber + 1}`

/** From the innermost frame to the outermost. */
const stacksOf = (nodes: ReadonlyArray<Profiler.ProfileNode>): ReadonlyMap<number, ReadonlyArray<string>> => {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
  return new Map(
    nodes.map((node) => {
      const stack: Array<string> = []
      for (let at: Profiler.ProfileNode | undefined = node; at !== undefined; at = parents.get(at.id)) {
        if (at.callFrame.functionName !== "(root)") stack.push(nameOf(at))
      }
      return [node.id, stack] as const
    })
  )
}

const tell = (profile: Profiler.Profile, from: number, to: number): ReadonlyArray<string> => {
  const stacks = stacksOf(profile.nodes)
  const spent = new Map<string, number>()
  let at = profile.startTime
  let gap = 0
  for (const [nth, id] of (profile.samples ?? []).entries()) {
    const took = profile.timeDeltas?.[nth] ?? 0
    at += took
    if (at < from || at > to + intervalMicros) continue
    gap = Math.max(gap, took)
    const stack = (stacks.get(id) ?? []).slice(0, shownFrames).join(" < ")
    spent.set(stack, (spent.get(stack) ?? 0) + took)
  }
  const most = [...spent].toSorted(([, a], [, b]) => b - a).slice(0, shownStacks)
  return [
    `longest time between two samples: ${(gap / 1_000).toFixed(1)} ms; ${spent.size} stacks`,
    ...most.map(([stack, micros]) => `${(micros / 1_000).toFixed(1)} ms ${stack}`)
  ]
}

export const profiling = async (): Promise<LoopProfile> => {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval: intervalMicros })
  await session.post("Profiler.start")
  return {
    stop: async (began, ended) => {
      const { profile } = await session.post("Profiler.stop")
      session.disconnect()
      const offset = clockOffset()
      return tell(profile, began * 1_000 + offset, ended * 1_000 + offset)
    }
  }
}
