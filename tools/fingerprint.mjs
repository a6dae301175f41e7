import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { root } from "./pinnedNode.mjs"

const filesOf = (place) => {
  if (!existsSync(join(root, place))) return []
  if (statSync(join(root, place)).isFile()) return [place]
  return readdirSync(join(root, place), { recursive: true })
    .map((name) => `${place}/${name}`)
    .filter((name) => statSync(join(root, name)).isFile())
}

/** Another one for other contents of these files and folders (from the root; what isn't there counts as empty). */
export const fingerprint = (places) => {
  const hash = createHash("sha256")
  for (const name of places.flatMap(filesOf).sort()) {
    const bytes = readFileSync(join(root, name))
    hash.update(`${name} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest("hex")
}
