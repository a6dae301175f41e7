import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A package like any other, pinned by hash: npm installs the one of its dependencies that is for this machine. */
export const nodeFolder = join(root, "tools", "node")

/** The Node that everything of ours runs on, and nothing else. */
export const nodeBin = join(nodeFolder, "node_modules", ".bin")
export const pinnedNode = join(nodeBin, "node")
