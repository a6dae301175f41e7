/**
 * The longest time that the event loop of this process did not turn. On a machine that does other things too a timer is late
 * because of them: what counts is the time that this thread was on a processor meanwhile.
 */
import { openSync, readSync } from "node:fs"
import { PerformanceObserver } from "node:perf_hooks"

export interface Stall {
  /** Milliseconds on a processor. */
  readonly busy: number
  /** By the clock on the wall. */
  readonly wall: number
}

export interface LoopWatch {
  /** The longest since it was asked last. */
  readonly take: () => Stall
  /** The longest pause for collecting garbage since it was asked last, in milliseconds; told a turn late. */
  readonly takePause: () => number
  readonly stop: () => void
}

const none: Stall = { busy: 0, wall: 0 }

/** Linux only: the kernel's count of nanoseconds that the main thread has run. */
const onProcessor = (): (() => number) => {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r")
  const buffer = Buffer.alloc(64)
  return () => Number.parseInt(buffer.toString("latin1", 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6
}

export const watchLoop = (): LoopWatch => {
  const processor = onProcessor()
  let longest = none
  let [wallBefore, busyBefore] = [performance.now(), processor()]
  let pause = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pause = Math.max(pause, duration)
  })
  observer.observe({ entryTypes: ["gc"] })
  const timer = setInterval(() => {
    const [wall, busy] = [performance.now(), processor()]
    const stall = { busy: Math.min(busy - busyBefore, wall - wallBefore), wall: wall - wallBefore }
    if (stall.busy > longest.busy) longest = stall
    ;[wallBefore, busyBefore] = [wall, busy]
  }, 1)
  return {
    take: () => {
      const seen = longest
      longest = none
      return seen
    },
    takePause: () => {
      const seen = pause
      pause = 0
      return seen
    },
    stop: () => {
      observer.disconnect()
      clearInterval(timer)
    }
  }
}
