import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fingerprint } from "./fingerprint.mjs"
import { runQuietly } from "./npm.mjs"
import { root } from "./pinnedNode.mjs"
import { alone, progress, SetupFailed } from "./setup.mjs"

const kept = join(root, "node_modules", ".cache", "program")

const apps = ["counterfoil", "demo-bank", "demo-shop"]
const packages = () => readdirSync(join(root, "packages")).flatMap((name) => [`packages/${name}/src`])
const inputs = () => [...apps.map((name) => `apps/${name}/src`), ...packages(), "tools/pack", "package-lock.json"]

/** A server may still run from one of the last ones, and load a part of it later. */
const removeOld = () => {
  const folders = readdirSync(kept).map((name) => join(kept, name))
  const newestFirst = folders.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const folder of newestFirst.slice(3)) rmSync(folder, { recursive: true, force: true })
}

const buildInto = async (folder, node, onStart) => {
  mkdirSync(kept, { recursive: true })
  const making = mkdtempSync(join(kept, ".making-"))
  // Another user may run what this one has built.
  chmodSync(making, 0o755)
  await runQuietly(node.program, [join(root, "tools", "pack", "program.ts"), making], { cwd: root, onStart }).catch(
    (cause) => {
      throw new SetupFailed("the program could not be built", String(cause?.message ?? cause))
    }
  )
  renameSync(making, folder)
  removeOld()
}

/**
 * The folder with `main.js`, `demo-bank.js` and `demo-shop.js`: the programs as they are published, each in a few files
 * instead of a thousand sources that have to be found, read and stripped of their types at each start. Made anew, beside
 * the last ones, where a source has changed.
 */
export const builtProgram = async (node) => {
  const folder = join(kept, fingerprint(inputs()).slice(0, 16))
  const build = async (onStart) => {
    if (!existsSync(folder)) await progress("the program", () => buildInto(folder, node, onStart))
  }
  if (!existsSync(folder)) await alone(build)
  return folder
}
