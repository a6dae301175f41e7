import { setTimeout as delay } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { watchLoop } from "../hostile/loopWatch.ts"
import { watchThread } from "../hostile/threadTimes.ts"

const collect = (): void => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
}

const waitFor = (millis: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)
}

describe.runIf(process.platform === "linux")("the watch over an event loop", () => {
  it("tells the collection of garbage that a stall was, of the very turn before it is asked, too", async () => {
    const watch = watchLoop()
    await delay(5)
    watch.take()
    const kept = Array.from({ length: 200_000 }, (_, nth) => ({ nth }))
    await delay(5)
    watch.take()
    const asked = delay(2)

    collect()
    await asked
    const { busy, collections } = await watch.explain()
    watch.stop()

    expect(kept).toHaveLength(200_000)
    expect(busy).toBeGreaterThan(0)
    expect(collections.map(({ kind }) => kind)).toContain("full")
  })

  it("tells no collection that wasn't in the stall", async () => {
    const watch = watchLoop()
    collect()
    await delay(5)
    watch.take()
    const until = performance.now() + 30
    while (performance.now() < until);
    await delay(2)
    const { collections } = await watch.explain()
    watch.stop()

    expect(collections.map(({ kind }) => kind)).not.toContain("full")
  })

  it("counts no time in which the thread wasn't on a processor", async () => {
    const watch = watchLoop()
    await delay(5)
    watch.take()
    waitFor(200)
    await delay(2)
    const { busy } = watch.take()
    watch.stop()

    expect(busy).toBeLessThan(100)
  })

  it("reads the thread's time as it is, not as it was at the kernel's last tick", () => {
    const times = watchThread()
    const read = Array.from({ length: 50 }, () => {
      const until = performance.now() + 0.3
      while (performance.now() < until);
      return times().busy
    })

    expect(new Set(read).size).toBe(50)
  })
})
