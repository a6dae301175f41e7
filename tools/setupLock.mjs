import { spawnSync } from "node:child_process"
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs"

/** Undefined: who had the lock has ended, and something that it started goes on. */
const livingPid = (said) => {
  try {
    process.kill(Number(said), 0)
    return said
  } catch ({ code }) {
    return code === "EPERM" ? said : undefined
  }
}

/**
 * Runs `work` while no other process has the lock `file`, by flock(1). The kernel frees it when we have ended, and each program
 * that `work` has given the descriptor to, in whichever way: so nobody who was killed keeps it, and who comes next waits for
 * what a killed one has started. Without flock(1) (macOS has none) starts are not kept apart.
 */
export const withSetupLock = (file, work, onWait) => {
  const held = openSync(file, "a")
  const flock = (...options) =>
    spawnSync("flock", [...options, "3"], { stdio: ["ignore", "ignore", "inherit", held] }).status
  try {
    if (flock("-n") === 1) {
      onWait(livingPid(readFileSync(file, "utf8")))
      flock()
    }
    writeFileSync(file, `${process.pid}`)
    return work(held)
  } finally {
    closeSync(held)
  }
}
