/** The public types of a package as one file for each entry: emitted by the compiler, then gathered, the rest left out. */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Plugin, rollup } from "rollup"
import { dts } from "rollup-plugin-dts"
import { root } from "../pinnedNode.mjs"
import { withSortedUnions } from "./unions.ts"

const own = "@counterfoil/"

/** A package of this repository, by its name. */
export const isOurs = (name: string): boolean => name.startsWith(own) || name === "create-counterfoil-script"

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/** The source file that a name of ours leads to. */
export const sourceOf = (name: string): string => {
  const [room = "", ...rest] = name.replace(own, "").split("/")
  const folder = ["packages", "apps"].map((place) => `${place}/${room}`).find((place) => existsSync(join(root, place)))
  const file =
    folder === undefined ? undefined : manifestOf(folder).exports[rest.length === 0 ? "." : `./${rest.join("/")}`]
  if (folder === undefined || file === undefined) throw new Error(`${name} leads nowhere`)
  return join(folder, file)
}

/** Emits the declarations of these sources and of all that they import. */
export const emitTypes = async (sources: ReadonlyArray<string>, into: string): Promise<void> => {
  mkdirSync(into, { recursive: true })
  const project = join(into, "tsconfig.json")
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // `npm run check` does.
    noCheck: true,
    rootDir: root,
    outDir: into,
    typeRoots: [join(root, "node_modules/@types")],
    // By their paths, or the compiler would take our packages for others' and emit nothing of them.
    paths: {
      [`${own}api/client`]: [join(root, "packages/api/src/client/index.ts")],
      [`${own}*`]: [join(root, "packages/*/src/index.ts")]
    }
  }
  const files = sources.map((source) => join(root, source))
  writeFileSync(project, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: [], files }))
  // As for `npm run check`: garbage is collected less often, and one checker does what four would each do a part of again.
  const env = { ...process.env, GOGC: "400" }
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  await promisify(execFile)(process.execPath, [compiler, "-p", project, "--checkers", "1"], { env })
}

const declarationOf = (into: string, source: string) => join(into, source.replace(/\.ts$/, ".d.ts"))

const fromDeclarations = (into: string, isOutside: (name: string) => boolean): Plugin => ({
  name: "our declarations",
  resolveId: (name, importer) => {
    if (isOurs(name) && !isOutside(name)) return declarationOf(into, sourceOf(name))
    if (name.startsWith(".") && importer !== undefined && name.endsWith(".ts")) {
      return join(importer, "..", name.replace(/\.ts$/, ".d.ts"))
    }
    return name.startsWith(".") || name.startsWith("/") ? null : { id: name, external: true }
  },
  load: (id) => {
    if (!id.startsWith(into)) return null
    // What we know of a library beyond its types is for our sources only.
    const ours = readFileSync(id, "utf8").replaceAll(/^declare module "[\s\S]*?^}\n/gm, "")
    return withSortedUnions(id, ours)
  }
})

/** One declaration file for each entry; what several share is a file beside them. Answers their names. */
export const gatherTypes = async (options: {
  readonly emitted: string
  readonly entries: Readonly<Record<string, string>>
  readonly isOutside: (name: string) => boolean
  readonly dist: string
}): Promise<ReadonlyArray<string>> => {
  const { dist, emitted, entries, isOutside } = options
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, declarationOf(emitted, source)])
  )
  const bundle = await rollup({
    input,
    plugins: [fromDeclarations(emitted, isOutside), dts({ compilerOptions: { paths: {} } })],
    onwarn: ({ code, message }) => {
      if (code !== "UNUSED_EXTERNAL_IMPORT" && code !== "EMPTY_BUNDLE" && code !== "CIRCULAR_DEPENDENCY")
        throw new Error(message)
    }
  })
  const { output } = await bundle.write({
    dir: dist,
    format: "es",
    entryFileNames: "[name].d.ts",
    chunkFileNames: ({ name }) => `shared-${name.replace(/\.d$/, "")}.d.ts`
  })
  await bundle.close()
  return output.map(({ fileName }) => fileName).sort()
}
