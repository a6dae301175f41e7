import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./pinnedNode.mjs"

/** An optional package that names no system belongs to an optional one that does, so it says nothing by itself. */
const isForHere = ({ cpu, libc, optional, os }) =>
  (os === undefined ? optional !== true : os.includes(process.platform)) &&
  (cpu === undefined || cpu.includes(process.arch)) &&
  (libc === undefined || libc.includes("glibc"))

/**
 * The first package of package-lock.json that is not installed as it says, or undefined if all are. npm writes its
 * own list of what it installed at the very end, so an interrupted install has none.
 */
export const missingPackage = () => {
  const list = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(list)) return "all of them"
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages
  const present = JSON.parse(readFileSync(list, "utf8")).packages
  const missing = ([path, entry]) => {
    if (!path.startsWith("node_modules/") || !isForHere(entry)) return false
    if (!existsSync(join(root, path))) return true
    return entry.link !== true && present[path]?.version !== entry.version
  }
  return Object.entries(wanted).find(missing)?.[0]
}
