import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A package like any other, pinned by hash: npm installs the one of its dependencies that is for this machine. */
export const nodeFolder = join(root, "tools", "node")

/** The Node that everything of ours runs on, and nothing else. */
export const nodeBin = join(nodeFolder, "node_modules", ".bin")
export const pinnedNode = join(nodeBin, "node")

/**
 * npm before 11, which comes with Node 18, 20 and 22, makes no link to a command that several optional packages have, also
 * where only one of them is for this machine: it is made here, in the folder that has the packages.
 */
export const linkNode = (modules) => {
  const link = join(modules, ".bin", "node")
  if (existsSync(link)) return
  const name = readdirSync(modules).find((each) => existsSync(join(modules, each, "bin", "node")))
  if (name === undefined) return
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join("..", name, "bin", "node"), link)
}
