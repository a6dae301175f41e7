import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fingerprint } from "./fingerprint.mjs"
import { runQuietly } from "./npm.mjs"
import { root } from "./pinnedNode.mjs"
import { alone, progress, SetupFailed } from "./setup.mjs"

const folder = join(root, "apps", "dashboard")
const built = join(folder, "dist")
const stamp = join(built, ".built-from")

const inputs = [
  ...["index.html", "vite.config.ts", "src", "public"].map((name) => `apps/dashboard/${name}`),
  "packages/client/src",
  "package-lock.json"
]

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(inputs)

/** Builds the page that the server serves under `/app/`, unless it is there and its sources have not changed. */
export const buildDashboard = async (node) => {
  const build = async (onStart) => {
    if (isBuilt()) return
    const before = fingerprint(inputs)
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
