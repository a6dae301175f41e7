/**
 * Playwright starts a program, and has no say in whose it is or how much of the processor it gets: so it starts a few lines of
 * shell, which see to that and are Chromium from then on, under the same pid.
 */
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type OwnUser, runs } from "./OwnUser.ts"

export interface Launch {
  readonly user: OwnUser | undefined
  /** How far the browser stands back where others want the processor, from 0 to 19. */
  readonly niceness: number
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The new profile is handed over while we may. */
const handOver = ({ uid }: OwnUser): string => `for arg in "$@"; do
  case "$arg" in --user-data-dir=*) chown -h ${uid}:${uid} "\${arg#--user-data-dir=}" ;; esac
done
`

/**
 * Playwright gives the browser a session of its own, and desktops share the processor between sessions first (sched(7),
 * "The autogroup feature"): there it is the session that has to stand back.
 */
const standBack = (niceness: number): string => `{ echo ${niceness} > /proc/self/autogroup; } 2>/dev/null
`

const launcher = (browser: string, { niceness, user }: Launch): string => {
  const command = [...(niceness === 0 ? [] : ["nice", "-n", String(niceness)]), ...(user?.drop ?? [])].join(" ")
  return `#!/bin/sh
[ "$1" = --can-start ] && exec ${command} true
${user === undefined ? "" : handOver(user)}${niceness === 0 ? "" : standBack(niceness)}exec ${command} ${quoted(browser)} "$@"
`
}

/** What to start in place of the browser. Where there is no `nice`, or a folder's programs may not run, priority isn't worth a browser. */
export const launcherOf = (directory: string, browser: string, launch: Launch): Effect.Effect<string> =>
  Effect.promise(async () => {
    const program = join(directory, "launch-chromium")
    const write = (how: Launch) => writeFile(program, launcher(browser, how), { mode: 0o700 })
    if (launch.niceness > 0) {
      await write(launch)
      if (await runs([program, "--can-start"])) return program
    }
    if (launch.user === undefined) return browser
    await write({ ...launch, niceness: 0 })
    return program
  })
