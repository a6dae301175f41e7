/**
 * `npm run pack -- FOLDER`: every package that users install, as `npm publish` would send it.
 * `npm run pack -- FOLDER --serve`: and a registry that has them, until Ctrl-C.
 * `npm run pack -- FOLDER --unpacked OTHER`: what is in them too, a folder for each, for those who look into them.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { npm } from "../npm.mjs"
import { root } from "../pinnedNode.mjs"
import { buildCode, libraryOf } from "./code.ts"
import { entriesOf, manifestFor, versionOf } from "./manifest.ts"
import { type Published, published } from "./packages.ts"
import { serveTarballs } from "./registry.ts"
import { emitTypes, gatherTypes } from "./types.ts"

const copyFiles = ({ files = [], filesFrom = {}, folder }: Published, stage: string) => {
  const own = [...files, "README.md"].map((name) => [name, join(folder, name)] as const)
  for (const [name, from] of [...own, ...Object.entries(filesFrom)]) {
    if (!existsSync(join(root, from))) throw new Error(`there is no ${from}`)
    cpSync(join(root, from), join(stage, name), { recursive: true })
  }
  const changes = join(root, folder, "CHANGELOG.md")
  if (existsSync(changes)) cpSync(changes, join(stage, "CHANGELOG.md"))
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"))
  const project = join(stage, "template/package.json")
  if (!existsSync(project)) return
  // What a new project of a bank script is made with: the packages of this very release.
  const text = readFileSync(project, "utf8").replaceAll(
    /"(@counterfoil\/[\w-]+)": "\*"/g,
    (_, name: string) => `"${name}": "${versionOf(name)}"`
  )
  writeFileSync(project, text)
}

/** `emitted` is where the declarations will be: the compiler needs one core, and the bundler has the others meanwhile. */
const pack = async (one: Published, emitted: Promise<string>, stages: string, target: string) => {
  const began = Date.now()
  const entries = entriesOf(one)
  const stage = unpackedIn(stages, one.folder)
  const dist = join(stage, "dist")
  mkdirSync(dist, { recursive: true })
  const isOutside = (name: string) => one.outside.includes(libraryOf(name))
  const built = await buildCode(one, { ...entries, ...one.programs }, dist)
  if (Object.keys(entries).length > 0) await gatherTypes({ emitted: await emitted, entries, isOutside, dist })
  copyFiles(one, stage)
  if (built.licences !== "") writeFileSync(join(stage, "THIRD-PARTY-LICENSES.txt"), built.licences)
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifestFor(one, built.imported), null, 2)}\n`)
  const [made] = JSON.parse(
    await npm(["pack", "--pack-destination", target, "--ignore-scripts", "--json"], { cwd: stage })
  )
  const kb = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`
  console.log(
    `${made.filename}: ${kb(made.size)}, unpacked ${kb(made.unpackedSize)} (${((Date.now() - began) / 1000).toFixed(1)} s)`
  )
}

/** What is in the package of a workspace, below the folder where all of them lie unpacked. */
export const unpackedIn = (unpacked: string, folder: string): string => join(unpacked, folder.replaceAll("/", "-"))

/** Packs all into the folder, telling what it is about to do: each step takes seconds. */
export const packAll = async (
  target: string,
  tell: (what: string) => void = console.log,
  unpacked?: string
): Promise<void> => {
  mkdirSync(target, { recursive: true })
  const stages = unpacked ?? mkdtempSync(join(tmpdir(), "counterfoil-pack-"))
  try {
    const types = join(stages, "types")
    const entries = published.flatMap((one) => Object.values(entriesOf(one)))
    const emitted = emitTypes(entries, types).then(() => types)
    emitted.catch(() => {}) // Told by the first package that waits for them.
    tell(`the declarations of ${published.length} packages, by the compiler …`)
    for (const one of published) {
      tell(`${one.folder} …`)
      await pack(one, emitted, stages, target)
    }
  } finally {
    if (unpacked === undefined) rmSync(stages, { recursive: true, force: true })
  }
}

/** Where npm gets what is not ours. */
export const otherRegistry = async (): Promise<string> => {
  const said = await npm(["config", "get", "registry"], { cwd: root })
  return said.trim()
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      serve: { type: "boolean", default: false },
      port: { type: "string", default: "4873" },
      unpacked: { type: "string" }
    }
  })
  const target = resolve(positionals[0] ?? "dist")
  await packAll(target, console.log, values.unpacked)
  if (values.serve) {
    const { url } = await serveTarballs(target, Number(values.port), await otherRegistry())
    console.log(`serving them. In another terminal: export npm_config_registry=${url}`)
  }
}
