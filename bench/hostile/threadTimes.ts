/** Linux only: what the kernel counts of the main thread, in milliseconds. */
import { openSync, readFileSync, readSync } from "node:fs"

export interface ThreadTimes {
  /** On a processor. */
  readonly busy: number
  /** Ready to run while others had the processors. */
  readonly waited: number
}

/** What it reads is of this very moment. */
export const watchThread = (): (() => ThreadTimes) => {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r")
  const buffer = Buffer.alloc(64)
  return () => {
    // The file has what was counted at the last tick or switch, up to 4 ms ago; asking for one's own times counts anew.
    process.cpuUsage()
    const [busy = 0, waited = 0] = buffer
      .toString("latin1", 0, readSync(file, buffer, 0, 64, 0))
      .split(" ")
      .map(Number)
    return { busy: busy / 1e6, waited: waited / 1e6 }
  }
}

/** What a hypervisor took from all processors since the machine began; 0 where it doesn't tell. */
export const stolenTime = (): number => {
  const [, , , , , , , , stolen = "0"] = readFileSync("/proc/stat", "latin1").split(/\s+/, 9)
  return Number(stolen) * 10
}
