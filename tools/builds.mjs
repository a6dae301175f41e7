import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { mustRun } from "./npm.mjs"
import { pinnedNode, root } from "./pinnedNode.mjs"
import { unlessMade } from "./setup.mjs"

const isFile = (path) => statSync(join(root, path)).isFile()

const filesOf = (path) =>
  isFile(path)
    ? [path]
    : readdirSync(join(root, path), { recursive: true })
        .map((name) => `${path}/${name}`)
        .filter(isFile)

/** Another one for other contents of these files and folders. */
const fingerprint = (paths) => {
  const hash = createHash("sha256")
  for (const path of paths.flatMap(filesOf).sort()) {
    const bytes = readFileSync(join(root, path))
    hash.update(`${path} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest("hex")
}

/** Builds the page that the server serves under `/app/`, unless it is there and its sources have not changed. */
export const buildDashboard = () => {
  const folder = "apps/dashboard"
  const own = ["index.html", "vite.config.ts", "src", "public"].map((name) => `${folder}/${name}`)
  const wanted = fingerprint([...own, "packages/client/src", "package-lock.json"])
  unlessMade("the dashboard", join(root, folder, "dist", ".built-from"), wanted, (lock) => {
    const env = { ...process.env, NODE_ENV: "production" }
    const vite = join(root, "node_modules", "vite", "bin", "vite.js")
    mustRun("the dashboard could not be built", pinnedNode, [vite, "build"], { cwd: join(root, folder), env, lock })
  })
}

/** A server may still run from one of the last ones, and load a part of it later. */
const keepNewest = (kept) => {
  const folders = readdirSync(kept).map((name) => join(kept, name))
  const newestFirst = folders.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const folder of newestFirst.slice(3)) rmSync(folder, { recursive: true })
}

/**
 * The folder with `main.js`, `demo-bank.js` and `demo-shop.js`: the programs as they are published, each in a few files
 * instead of a thousand sources that have to be found, read and stripped of their types at each start. Made anew, beside
 * the last ones, where a source has changed.
 */
export const builtProgram = () => {
  const kept = join(root, "node_modules", ".cache", "program")
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/src`)
  const apps = ["counterfoil", "demo-bank", "demo-shop"].map((name) => `apps/${name}/src`)
  const wanted = fingerprint([...apps, ...packages, "tools/pack", "package-lock.json"])
  const folder = join(kept, wanted.slice(0, 16))
  unlessMade("the program", join(folder, ".built-from"), wanted, (lock) => {
    mkdirSync(folder, { recursive: true })
    const build = [join(root, "tools", "pack", "program.ts"), folder]
    mustRun("the program could not be built", pinnedNode, build, { cwd: root, lock })
    keepNewest(kept)
  })
  return folder
}
