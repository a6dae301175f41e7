/**
 * What users install, used as they do (`npm run outside -- --quick`), beside the tests: half of it is to wait for npm, a
 * database, a browser. The packages are made once for it and for the tests that look into them.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "../pinnedNode.mjs"
import { runTool } from "./checks.ts"
import type { Verdict } from "./Verdict.ts"

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface Packages {
  /** The tarballs. */
  readonly packed: string
  /** What is in them. */
  readonly unpacked: string
}

/** Gone when we end. */
export const placeForPackages = (): Packages => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-packages-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return { packed: join(folder, "packed"), unpacked: join(folder, "unpacked") }
}

export const makePackages = ({ packed, unpacked }: Packages): Promise<Verdict> =>
  runTool("tools/pack/run.ts", packed, "--unpacked", unpacked)

/**
 * Installing is npm's and the network's: where one of the packages that it takes can't be asked for, there is nothing to try.
 * This process serves the tests their sources meanwhile.
 */
const isOffline = () => {
  const args = ["view", "ws", "version", "--prefer-online", "--fetch-retries=0", "--fetch-timeout=20000"]
  return promisify(execFile)("npm", [`--prefix=${root}`, ...args], { cwd: root, timeout: 30_000 }).then(
    () => false,
    () => true
  )
}

/** What it counted, from its last line; undefined: it broke before it could count. */
export const countsIn = (said: string): Counts | undefined => {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(said.trimEnd().split("\n").at(-1) ?? "") ?? []
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed), skipped: 0 }
}

/** Without what it tells of steps that take long, and without its count: that is added to ours. */
const report = (said: string): string =>
  said
    .split("\n")
    .filter((line) => !/^\s+… |^\d+ passed, \d+ failed$/.test(line))
    .join("\n")
    .trimEnd()

export const runOutside = async ({ packed }: Packages, atFullSize: boolean): Promise<Counts> => {
  if (await isOffline()) {
    console.log("- outside of the repository: skipped, for npm's registry can't be reached")
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const { output } = await runTool("tools/outside/run.ts", "--packed", packed, ...(atFullSize ? [] : ["--quick"]))
  console.log(`\noutside of the repository:\n${report(output)}\n`)
  return countsIn(output) ?? { passed: 0, failed: 1, skipped: 0 }
}
