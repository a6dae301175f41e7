/** A private folder for one process: downloads and the unpacked browser live there, and are gone with it. */
import { Effect, Schedule, type Scope } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { appendFile, lstat, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"

/** Tells our own folders from those of a killed process that had our pid, as a restarted container has. */
const processToken = randomBytes(3).toString("hex")
const hostToken = createHash("sha256").update(hostname()).digest("hex").slice(0, 6)
const prefix = `counterfoil-${hostToken}-`

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const isLeftOver = (name: string): boolean => {
  const [pid, token] = name.startsWith(prefix) ? name.slice(prefix.length).split("-") : []
  if (pid === undefined || token === undefined) return false
  return Number(pid) === process.pid ? token !== processToken : !isAlive(Number(pid))
}

const isGone = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    () => true
  )

/** Whether it is gone. It may not be while processes of a killed browser still write there. */
export type RemoveTree = (path: string) => Promise<boolean>

const removeTree: RemoveTree = (path) =>
  rm(path, { recursive: true, force: true, maxRetries: 3 }).then(
    () => isGone(path),
    () => false
  )

/** Playwright makes a browser's profile in the system's temporary folder and removes it, unless its process is killed. */
const isProfile = (path: string): boolean =>
  dirname(path) === tmpdir() && basename(path).startsWith("playwright_chromiumdev_profile-")

const profileList = "profiles"

/** Notes the profile of a browser that belongs to a work folder, so that it goes with the folder after a kill. */
export const noteProfile = (folder: string, profile: string): Promise<void> =>
  appendFile(join(folder, profileList), `${profile}\n`)

/** The list of profiles stays for as long as one of them does. */
const removeLeftOver = async (folder: string, remove: RemoveTree): Promise<boolean> => {
  const list = await readFile(join(folder, profileList), "utf8").catch(() => "")
  const gone = await Promise.all(list.split("\n").filter(isProfile).map(remove))
  if (gone.every(Boolean)) return remove(folder)
  // It may be another user's, who alone can look into it, or gone by another start.
  const found = await readdir(folder).catch(() => [])
  // An unpacked browser is large.
  const names = found.filter((name) => name !== profileList)
  await Promise.all(names.map((name) => remove(join(folder, name))))
  return false
}

/** Removes what killed processes of this machine left below `root`, and says whether all of it is gone. */
const removeLeftOvers = (root: string, remove: RemoveTree): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const names = await readdir(root)
    const gone = await Promise.all(names.filter(isLeftOver).map((name) => removeLeftOver(join(root, name), remove)))
    return gone.every(Boolean)
  })

/** Processes of a killed browser may outlive it by a moment, in which they write to its profile. */
const untilLeftOversAreGone = (root: string, remove: RemoveTree) =>
  removeLeftOvers(root, remove).pipe(
    Effect.repeat({
      until: (gone) => gone,
      schedule: Schedule.exponential("1 second"),
      times: 8
    })
  )

const makeFolder = (root: string) =>
  Effect.promise(() => mkdtemp(join(root, `${prefix}${process.pid}-${processToken}-`)))

/** Makes the folder below `root`, and first removes what killed processes of this machine left there. */
export const makeWorkFolder = (root: string, remove = removeTree): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    // Where we are root Chromium isn't: it passes through, and can't list.
    yield* Effect.promise(() => mkdir(root, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 }))
    if (!(yield* removeLeftOvers(root, remove))) yield* Effect.forkScoped(untilLeftOversAreGone(root, remove))
    return yield* Effect.acquireRelease(makeFolder(root), (path) => Effect.promise(() => remove(path)))
  })
