import { randomUUID } from "node:crypto"
import { readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"

/** When a process started, by Linux, and whether it is more than an entry that nobody has fetched; "" without /proc. */
const startOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return state === "Z" ? "ended" : fields[18]
  } catch {
    return ""
  }
}

/** Tells a process from a later one with the same pid. */
const identify = (pid) => `${pid} ${startOf(pid)}`

const isAlive = (identity) => {
  const pid = Number(identity.split(" ")[0])
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if (cause.code !== "EPERM") return false
  }
  return identity === identify(pid)
}

/** A symbolic link is made whole or not at all, and says who holds the lock by what it leads to. */
const tryLink = (identity, file) => {
  try {
    symlinkSync(identity, file)
    return true
  } catch (cause) {
    if (cause.code !== "EEXIST") throw cause
    return false
  }
}

const read = (file) => {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}

/** Takes a dead one's lock away, and no other; what its helper still does in the folders we are about to fill ends here. */
const removeStale = (file, stale) => {
  const helper = read(`${file}.helper`)
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    // Another newcomer was faster.
    return
  }
  const moved = read(aside)
  if (moved !== stale) tryLink(moved, file)
  else if (helper !== undefined && isAlive(helper)) process.kill(Number(helper.split(" ")[0]), "SIGKILL")
  rmSync(aside)
}

/** Runs `work` while no other process has the lock `file`; `work` gets a function that notes its helper's pid. */
export const withSetupLock = async (file, work, onWait) => {
  for (let waited = false; !tryLink(identify(process.pid), file);) {
    const owner = read(file)
    if (owner === undefined) continue
    if (!isAlive(owner)) {
      removeStale(file, owner)
      continue
    }
    if (!waited) onWait(owner.split(" ")[0])
    waited = true
    await delay(200)
  }
  const noted = `${file}.helper`
  try {
    return await work((pid) => {
      rmSync(noted, { force: true })
      symlinkSync(identify(pid), noted)
    })
  } finally {
    rmSync(noted, { force: true })
    rmSync(file, { force: true })
  }
}
