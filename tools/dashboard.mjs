import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runQuietly } from "./npm.mjs"
import { root } from "./pinnedNode.mjs"
import { SetupFailed } from "./setup.mjs"
import { withSetupLock } from "./setupLock.mjs"

const folder = join(root, "apps", "dashboard")
const built = join(folder, "dist")
const stamp = join(built, ".built-from")

const inputs = ["apps/dashboard/index.html", "apps/dashboard/vite.config.ts", "package-lock.json"]
const inputFolders = ["apps/dashboard/src", "apps/dashboard/public", "packages/client/src"]

const filesOf = (place) =>
  existsSync(join(root, place))
    ? readdirSync(join(root, place), { recursive: true })
        .map((name) => `${place}/${name}`)
        .filter((name) => statSync(join(root, name)).isFile())
    : []

const fingerprint = () => {
  const hash = createHash("sha256")
  for (const name of [...inputs, ...inputFolders.flatMap(filesOf)].sort()) {
    const bytes = readFileSync(join(root, name))
    hash.update(`${name} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest("hex")
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()

/** Builds the page that the server serves under `/app/`, unless it is there and its sources have not changed. */
export const buildDashboard = async (node) => {
  if (isBuilt()) return
  const build = async (noteHelper) => {
    if (isBuilt()) return
    const before = fingerprint()
    const began = Date.now()
    process.stderr.write("set-up: the dashboard … ")
    const vite = join(root, "node_modules", "vite", "bin", "vite.js")
    const env = { ...process.env, NODE_ENV: "production" }
    await runQuietly(node.program, [vite, "build"], { cwd: folder, env, onStart: noteHelper }).catch((cause) => {
      process.stderr.write("failed\n")
      throw new SetupFailed("the dashboard could not be built", String(cause?.message ?? cause))
    })
    writeFileSync(stamp, before)
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(1)} s\n`)
  }
  await withSetupLock(build, (pid) => process.stderr.write(`set-up: waiting for another one (pid ${pid})\n`))
}
