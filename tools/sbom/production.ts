/**
 * What an installation of production has, by the lock file: all that the apps and the bank scripts need, and what that needs.
 * (npm's own `--omit=dev` leaves out whatever the root names for its tools too, `effect` for one.)
 */
import { Schema } from "effect"

const names = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
const Entry = Schema.Struct({
  /** Where it is installed under another name. */
  name: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(Schema.String),
  license: Schema.optionalKey(Schema.String),
  link: Schema.optionalKey(Schema.Boolean),
  resolved: Schema.optionalKey(Schema.String),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Struct({ optional: Schema.optionalKey(Schema.Boolean) }))
  )
})
type Entry = typeof Entry.Type

const Lock = Schema.fromJsonString(Schema.Struct({ packages: Schema.Record(Schema.String, Entry) }))

export interface Part {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Where it is installed. */
  readonly folder: string
}

const isApp = (path: string): boolean => /^(apps|bank-scripts)\//.test(path) && !path.includes("node_modules")

/** What a package asks for; of optional ones what is in the lock counts, for some machine gets it. */
const wanted = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
]

/** As Node looks for it: beside the package, then in each folder above. */
const find = (packages: Readonly<Record<string, Entry>>, from: string, name: string): string | undefined => {
  const own = `${from === "" ? "" : `${from}/`}node_modules/${name}`
  if (own in packages) return own
  if (from === "") return undefined
  const above = from.includes("/node_modules/") ? from.slice(0, from.lastIndexOf("/node_modules/")) : ""
  return find(packages, above, name)
}

/** Without our own packages. */
export const productionParts = (lockText: string): ReadonlyArray<Part> => {
  const { packages } = Schema.decodeUnknownSync(Lock)(lockText)
  const seen = new Set<string>()
  const open = Object.keys(packages).filter(isApp)
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const entry = packages[path]
    if (entry === undefined || seen.has(path)) continue
    seen.add(path)
    if (entry.link === true && entry.resolved !== undefined) open.push(entry.resolved)
    for (const name of wanted(entry)) {
      const found = find(packages, path, name)
      if (found !== undefined) open.push(found)
    }
  }
  return [...seen].flatMap((path) => {
    const entry = packages[path]
    if (entry === undefined || entry.link === true || !path.includes("node_modules/")) return []
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    return [{ name, version: entry.version ?? "", licence: entry.license ?? "", folder: path }]
  })
}
