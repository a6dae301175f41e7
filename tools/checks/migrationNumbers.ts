import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../pinnedNode.mjs"
import type { Verdict } from "./Verdict.ts"

const folder = "sql/migrations"

/** Lower numbers are older than this check and came in any order; databases that took them so are brought in order. */
const firstChecked = 24

const numberOf = (file: string) => Number(file.slice(0, 4))
const padded = (number: number) => String(number).padStart(4, "0")

const migrationsIn = (paths: ReadonlyArray<string>) =>
  paths.map((path) => path.slice(path.lastIndexOf("/") + 1)).filter((name) => /^\d{4}_.*\.sql$/.test(name))

/** What each commit of a branch added, oldest first; nothing where the branch isn't known. A shallow clone knows fewer. */
const addedOn = (branch: string, cwd: string): ReadonlyArray<ReadonlyArray<string>> => {
  const shown = ["--first-parent", "-m", "--reverse", "--no-renames", "--diff-filter=A", "--name-only", "--format=%x00"]
  const { status, stdout } = spawnSync("git", ["log", ...shown, branch, "--", folder], { cwd, encoding: "utf8" })
  return status === 0 ? stdout.split("\0").map((commit) => migrationsIn(commit.split("\n"))) : []
}

/**
 * Refuses a migration that has a lower number than one that came before it: a database that has had the newer one would
 * have to take it afterwards. What is on main came before what is only here.
 */
export const checkMigrationNumbers = (cwd: string = root): Verdict => {
  const isCheckout = spawnSync("git", ["log", "-1"], { cwd }).status === 0
  if (!isCheckout) return { ok: true, output: "", skipped: "this is no git checkout" }
  const here = migrationsIn(readdirSync(join(cwd, folder)))
  const steps = [...["main", "origin/main", "HEAD"].flatMap((branch) => addedOn(branch, cwd)), here]
  const next = padded(Math.max(0, ...steps.flat().map(numberOf)) + 1)
  const seen = new Set<string>()
  const wrong: Array<string> = []
  for (const added of steps) {
    const newest = Math.max(0, ...[...seen].map(numberOf))
    const isLate = (file: string) => !seen.has(file) && numberOf(file) >= firstChecked && numberOf(file) <= newest
    for (const file of added.filter((name) => isLate(name) && here.includes(name))) {
      const before = `comes after ${padded(newest)}, which ${added === here ? "main" : "an earlier commit"} has already`
      wrong.push(`${folder}/${file} ${before}: give it the next number (${next} is free)`)
    }
    for (const file of added) seen.add(file)
  }
  return { ok: wrong.length === 0, output: wrong.join("\n") }
}
