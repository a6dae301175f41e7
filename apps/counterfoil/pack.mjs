/**
 * `node apps/counterfoil/pack.mjs FOLDER`: packs what writes bank scripts outside of this repository, as `npm pack` does.
 *
 * Two packages: the SDK as it is, since only the bundler ever reads it, and the command, whose own rooms are bundled into
 * one file because Node strips no types below node_modules. Libraries of others stay dependencies, at our versions.
 */
import { build } from "esbuild"
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))
const folder = resolve(process.argv[2] ?? "dist")
const command = join(root, "apps", "counterfoil")
const own = "@counterfoil/"

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))

/** Where a room's package begins, as its package.json says. */
const entryOf = (name) => {
  const room = join(root, "node_modules", name)
  return join(room, readJson(join(room, "package.json")).exports["."])
}

const packageOf = (name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")

const roomsInside = {
  name: "rooms inside, libraries outside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) => {
      if (kind === "entry-point") return undefined
      if (path.startsWith(own)) return { path: entryOf(path) }
      return { path, external: true }
    })
  }
}

const buildInto = async (stage) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(command, "src", "script", "main.ts")],
    outfile: join(stage, "dist", "script", "main.mjs"),
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    metafile: true,
    legalComments: "none",
    plugins: [roomsInside],
    logLevel: "warning"
  })
  const [output] = Object.values(metafile.outputs)
  const names = output.imports.filter(({ external }) => external).map(({ path }) => path)
  return [...new Set(names.filter((name) => !name.startsWith("node:")).map(packageOf))].sort()
}

/** What is found by name or started as a file, and so seen by no bundler. */
const alsoNeeded = ["@sparticuz/chromium", "isolated-vm", "typescript"]

const versionOf = (name) => readJson(join(root, "node_modules", name, "package.json")).version

const packAt = (place) =>
  execFileSync("npm", ["pack", "--pack-destination", folder, "--ignore-scripts", "--silent"], {
    cwd: place,
    encoding: "utf8",
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}` }
  }).trim()

const stage = mkdtempSync(join(tmpdir(), "counterfoil-pack-"))
try {
  mkdirSync(folder, { recursive: true })
  const libraries = await buildInto(stage)
  cpSync(join(root, "packages", "sandbox", "src", "child"), join(stage, "dist", "script", "child"), { recursive: true })
  cpSync(join(command, "bin"), join(stage, "bin"), { recursive: true })
  cpSync(join(command, "template"), join(stage, "template"), { recursive: true })
  const { bin, description, license, name, type, version } = readJson(join(command, "package.json"))
  const dependencies = Object.fromEntries(
    [...new Set([...libraries, ...alsoNeeded])].sort().map((library) => [library, versionOf(library)])
  )
  writeFileSync(
    join(stage, "package.json"),
    `${JSON.stringify({ name, version, description, license, type, bin, dependencies, engines: { node: ">=22.18" } }, null, 2)}\n`
  )
  console.log(packAt(stage))
  console.log(packAt(join(root, "packages", "script-sdk")))
} finally {
  rmSync(stage, { recursive: true, force: true })
}
