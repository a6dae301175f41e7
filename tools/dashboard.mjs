import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runQuietly } from "./npm.mjs"
import { root } from "./pinnedNode.mjs"
import { alone, progress, SetupFailed } from "./setup.mjs"

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
  const build = async (onStart) => {
    if (isBuilt()) return
    const before = fingerprint()
    const vite = join(root, "node_modules", "vite", "bin", "vite.js")
    const env = { ...process.env, NODE_ENV: "production" }
    await progress("the dashboard", () =>
      runQuietly(node.program, [vite, "build"], { cwd: folder, env, onStart }).catch((cause) => {
        throw new SetupFailed("the dashboard could not be built", String(cause?.message ?? cause))
      })
    )
    writeFileSync(stamp, before)
  }
  if (!isBuilt()) await alone(build)
}
