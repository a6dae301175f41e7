import { randomUUID } from "node:crypto"
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { root } from "./pinnedNode.mjs"

const file = join(root, "tools", ".setup.lock")

const readText = () => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/** What Linux says about a process: its state, and when it started; undefined without /proc. */
const statOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return { state: fields[0], start: fields[19] }
  } catch {
    return undefined
  }
}

/** Tells a process from a later one with the same pid. */
const startOf = (pid) => statOf(pid)?.start ?? ""

const isAlive = ({ pid, start }) => {
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if (cause.code !== "EPERM") return false
  }
  return start === startOf(pid) && statOf(pid)?.state !== "Z"
}

const identify = (pid) => ({ pid, start: startOf(pid) })

const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const write = (content) => {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, JSON.stringify(content))
  return draft
}

const tryTake = () => {
  const draft = write({ owner: identify(process.pid) })
  try {
    linkSync(draft, file)
    return true
  } catch (cause) {
    if (cause.code !== "EEXIST") throw cause
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A set-up that was killed may have left its npm at work in the folders we are about to fill. */
const removeStale = (stale) => {
  const held = parse(stale)
  if (held?.helper !== undefined && isAlive(held.helper)) process.kill(held.helper.pid, "SIGKILL")
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (readFileSync(aside, "utf8") !== stale) linkSync(aside, file)
  } catch {
    // Another newcomer was faster; its lock stands.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Runs `work` while no other process of this checkout does; `work` gets a function that notes its helper's pid. */
export const withSetupLock = async (work, onWait) => {
  for (let waited = false; !tryTake();) {
    const text = readText()
    const held = parse(text)
    if (held === undefined || !isAlive(held.owner)) {
      removeStale(text)
      continue
    }
    if (!waited) onWait(held.owner.pid)
    waited = true
    await delay(200)
  }
  try {
    return await work((pid) => renameSync(write({ owner: identify(process.pid), helper: identify(pid) }), file))
  } finally {
    rmSync(file, { force: true })
  }
}
