/**
 * The longest time that the event loop of this process did not turn. On a machine that does other things too a timer is late
 * because of them: what counts is the time that this thread was on a processor meanwhile.
 */
import { constants, PerformanceObserver } from "node:perf_hooks"
import { setImmediate as turn } from "node:timers/promises"
import { stolenTime, watchThread } from "./threadTimes.ts"

export interface Stall {
  /** By `performance.now`. */
  readonly began: number
  /** Milliseconds on a processor. */
  readonly busy: number
  /** By the clock on the wall. */
  readonly wall: number
  /** What other threads and processes took of that. */
  readonly waited: number
  /** What the hypervisor says that it took from all processors since it was asked last. */
  readonly stolen: number
}

export interface Collection {
  readonly kind: "young" | "full" | "steps of a full one" | "other"
  readonly began: number
  /** By the clock on the wall. */
  readonly wall: number
}

/** A stall, and the pauses for collecting garbage that lay in it. */
export interface ExplainedStall extends Stall {
  readonly collections: ReadonlyArray<Collection>
}

export interface LoopWatch {
  /** The longest since it was asked last. */
  readonly take: () => Stall
  /** The same, once its collections have been told. */
  readonly explain: () => Promise<ExplainedStall>
  readonly stop: () => void
}

const none: Stall = { began: 0, busy: 0, wall: 0, waited: 0, stolen: 0 }

const kinds = new Map<number, Collection["kind"]>([
  [constants.NODE_PERFORMANCE_GC_MINOR, "young"],
  [constants.NODE_PERFORMANCE_GC_MAJOR, "full"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "steps of a full one"]
])

const kindOf = (entry: object): Collection["kind"] => {
  const detail = "detail" in entry ? entry.detail : undefined
  const kind = detail instanceof Object && "kind" in detail ? detail.kind : undefined
  return (typeof kind === "number" ? kinds.get(kind) : undefined) ?? "other"
}

/** Reading what was stolen takes a tenth of a millisecond: only after turns as long as this one. */
const worthAsking = 10

export const watchLoop = (): LoopWatch => {
  const times = watchThread()
  let longest = none
  let before = { ...times(), at: performance.now() }
  let stolenBefore = stolenTime()
  let collections: Array<Collection> = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      collections.push({ kind: kindOf(entry), began: entry.startTime, wall: entry.duration })
    }
  })
  observer.observe({ entryTypes: ["gc"] })
  const timer = setInterval(() => {
    const now = { ...times(), at: performance.now() }
    const wall = now.at - before.at
    const busy = Math.min(now.busy - before.busy, wall)
    if (busy > longest.busy) {
      const stolen = busy > worthAsking ? stolenTime() - stolenBefore : 0
      longest = { began: before.at, busy, wall, waited: now.waited - before.waited, stolen }
    }
    before = now
  }, 1)
  const take = () => {
    const seen = longest
    longest = none
    stolenBefore = stolenTime()
    return seen
  }
  return {
    take,
    explain: async () => {
      const stall = take()
      // Node makes an entry of a collection in the next turn, and tells of it in the one after that.
      for (let turns = 0; turns < 3; turns += 1) await turn()
      const ended = stall.began + stall.wall
      const within = collections.filter(({ began, wall }) => began < ended && began + wall > stall.began)
      collections = []
      return { ...stall, collections: within }
    },
    stop: () => {
      observer.disconnect()
      clearInterval(timer)
    }
  }
}
