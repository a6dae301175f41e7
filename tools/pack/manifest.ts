/** The package.json that is published, made from the workspace's own, the root's and what the code really imports. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../pinnedNode.mjs"
import type { Published } from "./packages.ts"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly keywords?: ReadonlyArray<string>
  readonly license: string
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string>>
  readonly repository?: { readonly type: string; readonly url: string }
  readonly homepage?: string
  readonly bugs?: string
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/** Of a library, or of a package of ours, as it is installed here. */
export const versionOf = (name: string): string => readManifest(join("node_modules", name)).version

const sorted = (names: ReadonlyArray<string>, version: (name: string) => string) =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, version(name)]))

/** Packages of one family, of which only those for this system are installed here, go by one version. */
const versionInLock = (name: string): string => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const { version } = packages[`node_modules/${name}`] ?? {}
  if (typeof version !== "string") throw new Error(`${name} is not in package-lock.json`)
  return version
}

/** "." is index, "./client" is client. */
const fileOf = (name: string) => (name === "." ? "index" : name.slice(2).replaceAll("/", "-"))

/** The workspace's own entries by the names of their files in `dist`. */
export const entriesOf = ({ folder, programsOnly }: Published): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((programsOnly === true ? undefined : readManifest(folder).exports) ?? {}).map(([name, file]) => [
      fileOf(name),
      join(folder, file)
    ])
  )

const exportsOf = ({ exports = {} }: Manifest) =>
  Object.fromEntries(
    Object.keys(exports).map((name) => [
      name,
      { types: `./dist/${fileOf(name)}.d.ts`, default: `./dist/${fileOf(name)}.js` }
    ])
  )

const given = <A>(name: string, value: A | undefined) =>
  value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
    ? {}
    : { [name]: value }

/** Where the project lives: said once, in the root's package.json (CONTRIBUTING.md, "Releasing"). */
const addresses = (folder: string) => {
  const { bugs, homepage, repository } = readManifest(".")
  return {
    ...given("homepage", homepage),
    ...given("bugs", bugs),
    ...given("repository", repository === undefined ? undefined : { ...repository, directory: folder })
  }
}

export const manifestFor = (one: Published, imported: ReadonlyArray<string>) => {
  const workspace = readManifest(one.folder)
  const { bin, description, keywords, license, name, version } = workspace
  const { peers = {}, optionalPeers = [], optional = [] } = one
  const needed = [...imported, ...(one.alsoNeeds ?? [])].filter((library) => !Object.hasOwn(peers, library))
  const entries = one.programsOnly === true ? {} : exportsOf(workspace)
  const plain = Object.keys(one.filesFrom ?? {})
  return {
    name,
    version,
    ...given("description", description),
    ...given("keywords", keywords),
    license,
    ...addresses(one.folder),
    type: "module",
    ...(one.anywhere === true ? { sideEffects: false } : {}),
    ...given("bin", bin),
    exports: {
      ...entries,
      ...Object.fromEntries(
        (one.files ?? []).filter((file) => file.endsWith(".json")).map((file) => [`./${file}`, `./${file}`])
      ),
      "./package.json": "./package.json"
    },
    files: ["dist", ...(one.files ?? []), ...plain, "CHANGELOG.md", "THIRD-PARTY-LICENSES.txt"],
    ...(one.native === true ? { os: ["linux", "darwin"], cpu: ["x64", "arm64"] } : {}),
    ...given("engines", one.node === undefined ? undefined : { node: one.node }),
    ...given("dependencies", sorted(needed, versionOf)),
    ...given("optionalDependencies", sorted(optional, versionInLock)),
    ...given("peerDependencies", { ...peers, ...sorted(optionalPeers, versionOf) }),
    ...given("peerDependenciesMeta", Object.fromEntries(optionalPeers.map((library) => [library, { optional: true }]))),
    publishConfig: { access: "public", provenance: true }
  }
}
