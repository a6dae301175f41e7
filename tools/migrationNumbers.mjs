import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "./pinnedNode.mjs"

const folder = "sql/migrations"

/** Those below came before this check, in whatever order; databases that had them so are brought in order. */
const firstChecked = 24

const numberOf = (file) => Number(file.slice(0, 4))
const newestOf = (files) => Math.max(0, ...files.map(numberOf))
const isMigration = (file) => /^\d{4}_.*\.sql$/.test(file)

/**
 * Why a migration comes too late for its number, each as one line: a database that has had a newer one would have to
 * take it afterwards. `came` holds the files that each commit added, oldest first.
 */
export const lateNumbers = ({ came, here, onMain }) => {
  const next = String(newestOf([...onMain, ...here]) + 1).padStart(4, "0")
  const complain = (file, before, where) =>
    `${folder}/${file} comes after ${String(before).padStart(4, "0")}, which ${where} has already: give it the next number (${next} is free)`
  const late = new Map()
  let newest = 0
  for (const added of came) {
    for (const file of added.filter((name) => here.includes(name) && numberOf(name) < newest)) {
      late.set(file, complain(file, newest, "an earlier commit"))
    }
    newest = Math.max(newest, newestOf(added))
  }
  const newestOnMain = newestOf(onMain)
  for (const file of here.filter((name) => !onMain.includes(name) && numberOf(name) <= newestOnMain)) {
    late.set(file, complain(file, newestOnMain, "main"))
  }
  return [...late].filter(([file]) => numberOf(file) >= firstChecked).map(([, line]) => line)
}

const git = (cwd, ...args) => {
  const { status, stdout } = spawnSync("git", args, { cwd, encoding: "utf8" })
  return status === 0 ? stdout : undefined
}

const namesIn = (text) =>
  text
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("/") + 1))
    .filter(isMigration)

const filesOnMain = (cwd) =>
  ["main", "origin/main"].flatMap((branch) => namesIn(git(cwd, "ls-tree", "--name-only", branch, `${folder}/`) ?? ""))

/** A shallow clone knows of fewer commits, and so does less. */
const filesByCommit = (cwd) =>
  git(cwd, "log", "--first-parent", "-m", "--reverse", "--diff-filter=A", "--name-only", "--format=%x00", "--", folder)
    ?.split("\0")
    .map(namesIn)

/** Refuses a migration that has a lower number than one that came before it; needs git to know what came before. */
export const checkMigrationNumbers = (cwd = root) => {
  const came = filesByCommit(cwd)
  if (came === undefined) return { ok: true, output: "", skipped: "this is no git checkout" }
  const here = readdirSync(join(cwd, folder)).filter(isMigration)
  const output = lateNumbers({ came, here, onMain: filesOnMain(cwd) }).join("\n")
  return { ok: output === "", output }
}
