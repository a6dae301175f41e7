/** Whether there is room on the disks of this machine that the service writes to. */
import { Context, Option } from "effect"
import { statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import type { CounterfoilConfig } from "./config/CounterfoilConfig.ts"

/** A browser's profile, or a segment of Postgres's log and some more. */
const leastFreeBytes = 64 * 1024 * 1024

export const LeastFreeBytes = Context.Reference<number>("@counterfoil/runtime/LeastFreeBytes", {
  defaultValue: () => leastFreeBytes
})

const freeBytes = (folder: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    // It is not made yet, or can't be looked at: others tell.
    return undefined
  }
}

/** Chromium and the runners write to the temporary folder, an embedded Postgres to the home. */
export const foldersOf = ({ databaseUrl, home }: Pick<CounterfoilConfig, "databaseUrl" | "home">) =>
  Option.isSome(databaseUrl) ? [tmpdir()] : [tmpdir(), home]

/** Undefined: there is. */
export const fullDisk = (folders: ReadonlyArray<string>, least = leastFreeBytes): string | undefined => {
  for (const folder of folders) {
    const free = freeBytes(folder)
    if (free !== undefined && free < least) {
      return `the disk of ${folder} is full (${Math.floor(free / 1024 / 1024)} MiB free, ${Math.ceil(least / 1024 / 1024)} are needed)`
    }
  }
  return undefined
}
