/** A released version as it was: its sources, on the dependencies of this checkout. */
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export interface Release {
  readonly version: string
  /** What the tag of that version names, or the first commit after it that this repository has. */
  readonly commit: string
  /** The number of the newest migration of its recorded database. */
  readonly migrations: number
}

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Oldest first. */
export const releases: ReadonlyArray<Release> = JSON.parse(
  readFileSync(new URL("./releases.json", import.meta.url), "utf8")
)

export const releaseNamed = (version: string): Release => {
  const found = releases.find((release) => release.version === version)
  if (found === undefined) throw new Error(`the releases are ${releases.map((one) => one.version).join(", ")}`)
  return found
}

const git = (...args: ReadonlyArray<string>) => spawnSync("git", args, { cwd: root, maxBuffer: 1 << 30 })

/** A shallow clone or a tarball hasn't. */
export const hasSources = ({ commit }: Release): boolean => git("cat-file", "-e", `${commit}^{commit}`).status === 0

/**
 * As hard links where that is possible. Links to whole packages would not do: a script's process may read its own files only,
 * by the paths at which it was told of them. Our own packages are links within the folder, to the released ones.
 */
const copyModules = (folder: string): void => {
  const copied = ["-al", "-a"].some((how) => {
    rmSync(join(folder, "node_modules"), { recursive: true, force: true })
    return spawnSync("cp", [how, join(root, "node_modules"), join(folder, "node_modules")]).status === 0
  })
  if (!copied) throw new Error("the dependencies could not be copied")
}

/** Puts it into a folder that is empty or isn't there. */
export const checkOut = ({ commit, version }: Release, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const archive = git("archive", "--format=tar", commit)
  if (archive.status !== 0) throw new Error(`git has no commit ${commit}, which ${version} was made of`)
  const unpacked = spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout })
  if (unpacked.status !== 0) throw new Error(`tar failed: ${unpacked.stderr.toString()}`)
  copyModules(folder)
}

/** The folder of its sources, for as long as the scope lasts. */
export const earlierVersion = (version: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), `counterfoil-${version}-`))
      // The processes of scripts and browsers run as other users where the server is root.
      chmodSync(folder, 0o755)
      checkOut(releaseNamed(version), folder)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
