/** The programs of a package: its own sources and small libraries in a few files, with source maps, all in `dist`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { root } from "../pinnedNode.mjs"
import { assetsInto, copyUws, licenceOfUws, readersAsText } from "./assets.ts"
import type { Published } from "./packages.ts"
import { isOurs, sourceOf } from "./types.ts"

export interface Built {
  /** Libraries that the code imports and that are not in it. */
  readonly imported: ReadonlyArray<string>
  /** The licences of the libraries that are in it. */
  readonly licences: string
}

export const libraryOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")

const roomsInside: Plugin = {
  name: "rooms inside",
  resolveId: (name) => (isOurs(name) ? join(root, sourceOf(name)) : null)
}

const licenceOf = (library: string): string => {
  const folder = join(root, "node_modules", library)
  const { license, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), "utf8")
  return `${library} ${version}\n\n${text}`
}

const isMap = (name: string) => name.endsWith(".js.map")

/**
 * The maps carry our own sources. Those of libraries are on npm, and would be a quarter of the package; a stack trace
 * names their files and lines all the same.
 */
const leaveOutLibraries = (dist: string) => {
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(isMap)) {
    const file = join(dist, name)
    const map: { readonly sources: ReadonlyArray<string>; readonly sourcesContent: ReadonlyArray<string | null> } =
      JSON.parse(readFileSync(file, "utf8"))
    const sourcesContent = map.sourcesContent.map((text, at) =>
      map.sources[at]?.includes("node_modules/") === true ? null : text
    )
    writeFileSync(file, JSON.stringify({ ...map, sourcesContent }))
  }
}

/** What the bundler tells besides: loops between modules, and where its time went. */
const harmless = /^(CIRCULAR_DEPENDENCY|EVAL|.*TIMINGS)$/

export const buildCode = async (
  { anywhere = false, outside, unbundled = false }: Published,
  entries: Readonly<Record<string, string>>,
  dist: string,
  assets = assetsInto(dist)
): Promise<Built> => {
  const isOutside = (name: string) => outside.includes(libraryOf(name)) || name.startsWith("node:")
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(root, source)])),
    platform: anywhere ? "neutral" : "node",
    external: isOutside,
    plugins: [readersAsText, roomsInside, assets],
    tsconfig: false,
    // The domain is pure: what isn't used of it leaves nothing behind.
    treeshake: { moduleSideEffects: [{ test: /[\\/]packages[\\/]domain[\\/]/, sideEffects: false }] },
    onLog: (_level, { code, message }) => {
      if (!harmless.test(code ?? "")) throw new Error(message)
    }
  })
  const { output } = await bundle.write({
    dir: dist,
    format: "esm",
    sourcemap: true,
    // Where a source lies in the repository, never on the machine that built it.
    sourcemapPathTransform: (source, map) => relative(root, resolve(map, "..", source)),
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // What libraries document is in their declarations; here it would be a tenth of the code.
    comments: { jsdoc: unbundled },
    preserveModules: unbundled,
    ...(unbundled ? { preserveModulesRoot: join(root, Object.values(entries)[0] ?? "", "..") } : {})
  })
  await bundle.close()
  leaveOutLibraries(dist)
  const chunks = output.filter((one) => one.type === "chunk")
  const inside = new Set(
    chunks
      .flatMap(({ moduleIds }) => moduleIds)
      .flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  )
  const beyond = chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports]).filter(isOutside)
  const ofNode = beyond.filter((name) => name.startsWith("node:"))
  if (anywhere && ofNode.length > 0) throw new Error(`${dist} is for browsers too, and imports ${ofNode.join(", ")}`)
  const imported = beyond.filter((name) => !name.startsWith("node:"))
  if (inside.has("uWebSockets.js")) copyUws(dist)
  const licences = [...inside].sort().map(licenceOf)
  if (existsSync(join(dist, "bin"))) licences.push(licenceOfUws())
  return { imported: [...new Set(imported.map(libraryOf))].sort(), licences: licences.join(`\n${"-".repeat(80)}\n\n`) }
}
