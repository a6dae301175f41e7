/** A private folder for one process: downloads and the unpacked browser live there, and are gone with it. */
import { Effect, type Scope } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
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

const removeTree = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)

/** Playwright makes a browser's profile in the system's temporary folder and removes it, unless its process is killed. */
const isProfile = (path: string): boolean =>
  dirname(path) === tmpdir() && basename(path).startsWith("playwright_chromiumdev_profile-")

const profileList = "profiles"

/** Notes the profile of a browser that belongs to a work folder, so that it goes with the folder after a kill. */
export const noteProfile = (folder: string, profile: string): Promise<void> =>
  appendFile(join(folder, profileList), `${profile}\n`)

const removeLeftOver = async (folder: string): Promise<void> => {
  const list = await readFile(join(folder, profileList), "utf8").catch(() => "")
  await Promise.all(list.split("\n").filter(isProfile).map(removeTree))
  await removeTree(folder)
}

/** Makes the folder below `root`, and first removes what killed processes of this machine left there. */
export const makeWorkFolder = (root: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      // Where we are root Chromium isn't: it passes through, and can't list.
      await mkdir(root, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
      const names = await readdir(root)
      await Promise.all(names.filter(isLeftOver).map((name) => removeLeftOver(join(root, name))))
      return mkdtemp(join(root, `${prefix}${process.pid}-${processToken}-`))
    }),
    (path) => Effect.promise(() => removeTree(path))
  )
