/**
 * Makes one text of a bank script's folder, for the sandbox and for publishing.
 *
 * Exact: the same sources give the same bytes on every machine, because no path, time or setting of the machine goes in.
 * A script may import its own files and the SDK; anything else is refused, with the place where it is imported.
 */
import { withoutEnvironment } from "@counterfoil/sandbox"
import { build, type BuildFailure, type Loader, type Message, type Plugin } from "esbuild"
import { createHash } from "node:crypto"
import { readFile, realpath, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, extname, join, posix, relative, sep } from "node:path"

/** In bytes. */
export const largestBundle = 256 * 1024

const sdkName = "@counterfoil/script-sdk"
const entry = "bank.ts"

export interface Bundle {
  readonly bundle: string
  /** Of the bundle's UTF-8 bytes, hexadecimal. */
  readonly sha256: string
  readonly bytes: number
  /** Its source map, JSON; the bundle itself says nothing of it. */
  readonly map: string
}

/** The folder can't be bundled; `message` has one line for each problem, with file and line where it has one. */
class BundleError extends Error {
  override readonly name = "BundleError"
}

/** Bundles `bank.ts` of the folder with what it imports. Rejects with a `BundleError`. */
export const bundleScript = async (folder: string): Promise<Bundle> => {
  const root = await rootOf(folder)
  if (!(await isFile(join(root, entry)))) throw new BundleError(`${folder} has no ${entry}`)
  const result = await buildWith(root, ownFilesOnly(root, await sdkFile(root))).catch((error: unknown) => {
    throw asBundleError(error)
  })
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ""
  const bundle = textOf(".js")
  const bytes = Buffer.byteLength(bundle)
  if (bytes > largestBundle) throw tooLarge(bytes, result.metafile.inputs)
  return { bundle, sha256: createHash("sha256").update(bundle).digest("hex"), bytes, map: textOf(".map") }
}

/** The text of each of its own files that a script is made of, by name; of a folder that can't be bundled, of those that were found. */
export const ownFiles = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const root = await rootOf(folder)
  const found = new Map<string, string>()
  const plugin = ownFilesOnly(root, await sdkFile(root), (file, text) => found.set(file, text))
  await buildWith(root, plugin).catch((error: unknown) => {
    if (!isBuildFailure(error)) throw error
  })
  return found
}

const rootOf = (folder: string): Promise<string> =>
  realpath(folder).catch(() => {
    throw new BundleError(`${folder} does not exist`)
  })

const buildWith = (root: string, plugin: Plugin) =>
  withoutEnvironment(() =>
    build({
      absWorkingDir: root,
      entryPoints: [entry],
      plugins: [plugin],
      bundle: true,
      write: false,
      // Needed for names of files in memory; nothing is written.
      outfile: "bank-script.js",
      sourcemap: "external",
      sourcesContent: false,
      metafile: true,
      format: "iife",
      platform: "neutral",
      target: "es2023",
      charset: "utf8",
      legalComments: "none",
      tsconfigRaw: "{}",
      logLevel: "silent"
    })
  )

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** The SDK as the script's folder has it, else the one beside this command. */
export const sdkFile = async (root: string): Promise<string> => {
  for (const from of [join(root, entry), import.meta.filename]) {
    try {
      return await realpath(createRequire(from).resolve(sdkName))
    } catch {
      continue
    }
  }
  throw new BundleError(`${sdkName} is not installed: npm install ${sdkName}`)
}

/**
 * Files go by names of our own, `script:login.ts` and `sdk:errors.ts`: esbuild writes the names of files into the bundle,
 * and the machine's paths must not be there.
 */
const ownFilesOnly = (root: string, sdk: string, onOwn?: (file: string, text: string) => void): Plugin => ({
  name: "own files only",
  setup: ({ onLoad, onResolve }) => {
    const folders: Readonly<Record<string, string>> = { script: root, sdk: dirname(sdk) }

    onResolve({ filter: /.*/ }, async ({ importer, kind, namespace, path }) => {
      if (kind === "entry-point") return { namespace: "script", path: entry }
      if (path === sdkName && namespace === "script") {
        return { namespace: "sdk", path: relative(dirname(sdk), sdk), sideEffects: false }
      }
      if (!/^\.{1,2}\//.test(path)) return { errors: [{ text: refusal(path) }] }
      const folder = folders[namespace] ?? root
      const target = posix.join(posix.dirname(importer), path)
      if (target.startsWith("../")) return { errors: [{ text: `${path} is outside the script's folder` }] }
      const file = await realpath(join(folder, target)).catch(() => undefined)
      if (file === undefined)
        return { errors: [{ text: `${path} does not exist; imports name the file with its ending` }] }
      if (!file.startsWith(folder + sep)) return { errors: [{ text: `${path} leads outside the script's folder` }] }
      return { namespace, path: target, ...(namespace === "sdk" ? { sideEffects: false } : {}) }
    })

    onLoad({ filter: /.*/ }, async ({ namespace, path }) => {
      const contents = await readFile(join(folders[namespace] ?? root, path), "utf8")
      if (namespace === "script") onOwn?.(path, contents)
      return { contents, loader: loaderOf(path) }
    })
  }
})

const loaders: Readonly<Record<string, Loader>> = { ".ts": "ts", ".js": "js", ".mjs": "js", ".json": "json" }
const loaderOf = (path: string): Loader => loaders[extname(path)] ?? "default"

export const refusal = (path: string): string =>
  path.startsWith("node:")
    ? `${path} can't be imported: a bank script runs in a sandbox without Node; what it may do is in ${sdkName}`
    : `${path} can't be imported: a bank script may import its own files and ${sdkName} only`

const asBundleError = (error: unknown): unknown => {
  if (!isBuildFailure(error)) return error
  return new BundleError(error.errors.map(printMessage).join("\n"))
}

const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && "errors" in error && Array.isArray(error.errors)

const printMessage = ({ location, text }: Message): string =>
  location === null ? text : `${location.file.replace(/^script:/, "")}:${location.line}: ${text}`

const tooLarge = (bytes: number, inputs: Readonly<Record<string, { readonly bytes: number }>>): BundleError => {
  const kib = (size: number) => `${Math.ceil(size / 1024)} KiB`
  const largest = Object.entries(inputs)
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .slice(0, 3)
  const named = largest.map(([file, input]) => `${file.replace(/^script:/, "")} ${kib(input.bytes)}`).join(", ")
  return new BundleError(
    `the bundle has ${kib(bytes)} of the ${kib(largestBundle)} that are allowed; largest: ${named}`
  )
}
