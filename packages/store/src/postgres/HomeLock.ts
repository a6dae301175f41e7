import { Data, Effect } from "effect"
import { randomUUID } from "node:crypto"
import * as Fs from "node:fs"
import { join } from "node:path"

/** Another living process holds the folder. */
export class HomeInUse extends Data.TaggedError("HomeInUse")<{ readonly home: string; readonly pid: number }> {
  override get message(): string {
    return `another counterfoil (pid ${this.pid}) is using ${this.home}: stop it, or set COUNTERFOIL_HOME to another folder`
  }
}

/** No lock can be made in the folder: its disk is full, most often. */
class HomeNotLocked extends Data.TaggedError("HomeNotLocked")<{ readonly folder: string; readonly code: string }> {
  override get message(): string {
    return `nothing can be written in ${this.folder} (${this.code}): make room there, or set COUNTERFOIL_HOME to another folder`
  }
}

/** What Linux says about a process; undefined where there is no such process, or no /proc. */
const statOf = (pid: number): { readonly state: string; readonly start: string } | undefined => {
  try {
    const stat = Fs.readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name before the last bracket may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return { state: fields[0] ?? "", start: fields[19] ?? "" }
  } catch {
    return undefined
  }
}

/** When a process started: tells a living owner from a stranger that got its pid. Empty where that isn't known. */
const startOf = (pid: number): string => statOf(pid)?.start ?? ""

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

const hasCode = (cause: unknown, code: string): boolean => codeOf(cause) === code

/** False also for a zombie: it has ended, only nobody has asked yet (containers often have no init that would). */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (cause) {
    return hasCode(cause, "EPERM") && statOf(pid)?.state !== "Z"
  }
  const stat = statOf(pid)
  // Without a line it ended just now, unless this system has no such lines at all.
  return stat === undefined ? statOf(process.pid) === undefined : stat.state !== "Z"
}

const readText = (file: string): string => {
  try {
    return Fs.readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/** The pid of the living process that wrote this lock text, or undefined when it is gone. */
const ownerOf = (text: string): number | undefined => {
  const [pid, start] = text.split(" ")
  const number = Number(pid)
  if (!Number.isInteger(number) || number <= 0 || !isAlive(number)) return undefined
  return start === undefined || start === startOf(number) ? number : undefined
}

/**
 * Moves a dead owner's lock aside. Between reading and renaming another process may have put its own lock there;
 * then it is put back, so that of two newcomers only one wins.
 */
const removeStale = (file: string, stale: string): void => {
  const aside = `${file}.${randomUUID()}`
  try {
    Fs.renameSync(file, aside)
  } catch {
    return
  }
  if (readText(aside) !== stale) {
    try {
      Fs.linkSync(aside, file)
    } catch {
      // A third process took the place already; its lock stands.
    }
  }
  Fs.rmSync(aside, { force: true })
}

/** The pid of the process that holds the folder now, if one does. */
export const lockOwner = (folder: string): number | undefined => ownerOf(readText(join(folder, "lock")))

const tryLock = (folder: string, home: string): HomeInUse | undefined => {
  const file = join(folder, "lock")
  const mine = `${process.pid} ${startOf(process.pid)} ${randomUUID()}`
  const draft = `${file}.${randomUUID()}`
  try {
    Fs.writeFileSync(draft, mine)
    // A service has to read root's, whose command is at work in its home, whatever root's umask is.
    Fs.chmodSync(draft, 0o644)
    for (;;) {
      try {
        // A hard link appears whole or not at all, so nobody reads a half-written lock.
        Fs.linkSync(draft, file)
        return undefined
      } catch (cause) {
        if (!hasCode(cause, "EEXIST")) throw cause
        const current = readText(file)
        const pid = ownerOf(current)
        if (pid !== undefined) return new HomeInUse({ home, pid })
        removeStale(file, current)
      }
    }
  } finally {
    Fs.rmSync(draft, { force: true })
  }
}

/** Holds `folder` for this process until the scope closes; refuses at once if a living process has it. */
export const lockHome = (folder: string, home: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => tryLock(folder, home),
      catch: (cause) => new HomeNotLocked({ folder, code: codeOf(cause) })
    }).pipe(Effect.flatMap((refusal) => (refusal === undefined ? Effect.void : Effect.fail(refusal)))),
    () => Effect.sync(() => Fs.rmSync(join(folder, "lock"), { force: true }))
  )
