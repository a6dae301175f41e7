import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { checkMigrationNumbers } from "../checks/migrationNumbers.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-numbers-"))
  mkdirSync(join(folder, "sql", "migrations"), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const add = (...names: ReadonlyArray<string>) => {
  for (const name of names) writeFileSync(join(folder, "sql", "migrations", `${name}.sql`), "")
}
const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@shop.example", ...args], { cwd: folder, stdio: "pipe" })
const commit = (...names: ReadonlyArray<string>) => {
  add(...names)
  git("add", "-A")
  git("commit", "--message", names.join())
}

const hasGit = spawnSync("git", ["--version"]).status === 0

describe.skipIf(!hasGit)("the numbers of migrations", () => {
  it("must be higher than the newest one on main", () => {
    git("init", "--initial-branch", "main")
    commit("0023_old", "0024_first")
    git("switch", "--create", "mine")
    git("switch", "main")
    commit("0026_theirs")
    git("switch", "mine")
    add("0025_mine")

    assert.deepStrictEqual(checkMigrationNumbers(folder), {
      ok: false,
      output:
        "sql/migrations/0025_mine.sql comes after 0026, which main has already: give it the next number (0027 is free)"
    })
    rmSync(join(folder, "sql", "migrations", "0025_mine.sql"))
    add("0027_mine")
    assert.deepStrictEqual(checkMigrationNumbers(folder), { ok: true, output: "" })
  })

  it("may be given to a file anew, in a commit of its own", () => {
    git("init", "--initial-branch", "main")
    commit("0025_theirs")
    commit("0026_first")
    git("mv", "sql/migrations/0026_first.sql", "sql/migrations/0027_first.sql")
    git("commit", "--message", "renamed")
    commit("0028_next")

    assert.deepStrictEqual(checkMigrationNumbers(folder), { ok: true, output: "" })
  })

  it("must rise on main itself, but for those that were there before this was checked", () => {
    git("init", "--initial-branch", "main")
    commit("0023_old")
    commit("0022_late", "0026_new", "0025_new")
    assert.isTrue(checkMigrationNumbers(folder).ok)

    commit("0024_late")

    assert.match(
      checkMigrationNumbers(folder).output,
      /^sql\/migrations\/0024_late\.sql comes after 0026, .*0027 is free/
    )
  })
})

describe("the numbers of migrations", () => {
  it("are not looked at without git, which is said", () => {
    add("0024_first")

    assert.deepStrictEqual(checkMigrationNumbers(folder), { ok: true, output: "", skipped: "this is no git checkout" })
  })
})
