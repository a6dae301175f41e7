import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

const command = fileURLToPath(new URL("../bin/create-counterfoil-script.mjs", import.meta.url))

describe("npm create counterfoil-script", () => {
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "counterfoil-create-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const create = (...args: ReadonlyArray<string>) => {
    const flags = ["--disable-warning=ExperimentalWarning", command]
    const { status, stderr, stdout } = spawnSync(process.execPath, [...flags, ...args], {
      cwd: folder,
      encoding: "utf8"
    })
    return { status, stderr: stderr.trim(), stdout: stdout.trim() }
  }

  it("makes a project about the bank, with everything that it is tried with", () => {
    const { status, stderr, stdout } = create("my-bank")

    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
    assert.match(stdout, /^✔ 11 files in \.\/my-bank\nnext: cd my-bank && /)
    const made = readdirSync(join(folder, "my-bank"), { recursive: true, encoding: "utf8" })
    for (const file of [
      "bank.ts",
      "package.json",
      ".gitignore",
      ".github/workflows/test.yml",
      "recordings/happy/traffic.har"
    ]) {
      assert.include(made, file)
    }
    const files = made.filter((file) => /\.(ts|json|md)$/.test(file) && !file.startsWith("recordings"))
    for (const file of files) {
      assert.notInclude(readFileSync(join(folder, "my-bank", file), "utf8"), "template-bank", file)
    }
  })

  it("leaves a folder with something in it alone, unless it is told to", () => {
    mkdirSync(join(folder, "my-bank"))
    writeFileSync(join(folder, "my-bank/notes.txt"), "mine")

    assert.deepStrictEqual(create("my-bank"), {
      status: 1,
      stdout: "",
      stderr: "./my-bank exists and is not empty; --force writes into it"
    })
    assert.strictEqual(create("my-bank", "--force").status, 0)
    assert.strictEqual(readFileSync(join(folder, "my-bank/notes.txt"), "utf8"), "mine")
  })

  it("refuses a name that no bank can have, with one that it can", () => {
    assert.strictEqual(create("Banco Ñandú").stderr, "Banco Ñandú can't be a bank's code: use banco-nandu")
    assert.strictEqual(
      create("../elsewhere").stderr,
      "../elsewhere can't be a bank's code: use elsewhere, in the folder that it is to stand in"
    )
    assert.deepStrictEqual(readdirSync(folder), [])
  })

  it("says how it is used when it isn't told a name, or more than it knows", () => {
    assert.match(create("--help").stdout, /^npm create counterfoil-script my-bank\n/)
    assert.match(create().stderr, /^npm create counterfoil-script my-bank\n/)
    assert.strictEqual(create().status, 1)
    assert.match(create("my-bank", "--fast").stderr, /Unknown option '--fast'/)
  })
})
