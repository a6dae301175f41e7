/**
 * Where the server is root, Chromium is not: it runs under a user id of its own, which owns nothing but its temporary folder,
 * and which needs no account on the machine. The launcher (`launcher.ts`) drops to it.
 */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chmod, chown, mkdir, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

/** Where Chromium may write, in the work folder, which stays ours. */
export interface ChromiumFolders {
  readonly home: string
  readonly artifacts: string
}

export interface OwnUser {
  readonly uid: number
  /** Whether it may read and run the browser, which starts copies of itself. */
  readonly mayRun: (browser: string) => Effect.Effect<boolean>
  /** Makes the folders root's again: pages of a browser that runs as root crash in somebody else's. */
  readonly leave: Effect.Effect<void>
  /** The command that gives every right up and runs what follows it. */
  readonly drop: ReadonlyArray<string>
}

/** Between the accounts that people and packages get and those that systemd and containers make up. */
const firstUid = 59_517

const takenIds = (file: string): Promise<ReadonlySet<number>> =>
  readFile(file, "utf8").then(
    (text) => new Set(text.split("\n").map((line) => Number(line.split(":")[2]))),
    () => new Set()
  )

/** A number that is nobody's, neither as a user nor as a group. */
const freeUid = async (): Promise<number> => {
  const [users, groups] = [await takenIds("/etc/passwd"), await takenIds("/etc/group")]
  let uid = firstUid
  while (users.has(uid) || groups.has(uid)) uid += 1
  return uid
}

/** Nothing of root is left: no group, no capability, and none to be had from a program that gives some. */
const dropTo = (uid: number): ReadonlyArray<string> => [
  "setpriv",
  `--reuid=${uid}`,
  `--regid=${uid}`,
  "--clear-groups",
  "--inh-caps=-all",
  "--ambient-caps=-all",
  "--bounding-set=-all",
  "--no-new-privs"
]

/** Whether a program ends well. The limit is for busy machines: a program that can't do it ends at once. */
export const runs = ([program = "", ...args]: ReadonlyArray<string>): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: "/", timeout: 60_000 }, (error) => resolve(error === null))
  })

/** The folders of a browser that runs as we do. */
export const makeFolders = (directory: string): Effect.Effect<ChromiumFolders> =>
  Effect.promise(async () => {
    const folders = { home: join(directory, "home"), artifacts: join(directory, "artifacts") }
    for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
    return folders
  })

/** A bundled browser that we unpacked as root: its own user reads it too. What it writes stays between the two of us. */
export const letAllRead = (directory: string, folders: ChromiumFolders): Effect.Effect<void> =>
  Effect.promise(async () => {
    if (process.getuid?.() !== 0) return
    const kept: ReadonlyArray<string> = Object.values(folders)
    const unpacked = (await readdir(directory))
      .map((name) => join(directory, name))
      .filter((path) => !kept.includes(path))
    await runs(["chmod", "-R", "a+rX", ...unpacked])
  })

/**
 * Hands the folders over. Undefined where we aren't root, and where such a user can't be: without util-linux, or with a work
 * folder (in `directory`) that it couldn't reach.
 */
export const makeOwnUser = (directory: string, folders: ChromiumFolders): Effect.Effect<OwnUser | undefined> =>
  Effect.promise(async () => {
    if (process.getuid?.() !== 0 || process.platform !== "linux") return undefined
    const uid = await freeUid()
    // Passed through, never listed or written: the launcher lies here, which root runs.
    await chmod(directory, 0o711)
    const handTo = async (owner: number) => {
      for (const folder of Object.values(folders)) await chown(folder, owner, owner)
    }
    await handTo(uid)
    const canWrite = [...dropTo(uid), "/bin/sh", "-c", 'cd "$1" && test -w . && cd "$2" && test -w .', "sh"]
    if (!(await runs([...canWrite, folders.home, folders.artifacts]))) {
      await handTo(0)
      return undefined
    }
    return {
      uid,
      mayRun: (browser) =>
        Effect.promise(() => runs([...dropTo(uid), "/bin/sh", "-c", 'test -r "$1" && test -x "$1"', "sh", browser])),
      leave: Effect.promise(() => handTo(0)),
      drop: dropTo(uid)
    }
  })
