/** Which licences what we hand on may have, and the report of them. */
import { Schema } from "effect"

const License = Schema.Struct({
  license: Schema.optionalKey(
    Schema.Struct({ id: Schema.optionalKey(Schema.String), name: Schema.optionalKey(Schema.String) })
  ),
  expression: Schema.optionalKey(Schema.String)
})

export const Component = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  purl: Schema.optionalKey(Schema.String),
  licenses: Schema.optionalKey(Schema.Array(License))
})
export type Component = typeof Component.Type

/** None asks for our own sources; Mozilla's only for changes of its own files. */
const allowed = new Set(
  "MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD Unlicense CC0-1.0 BlueOak-1.0.0 Zlib PostgreSQL ICU OpenSSL MPL-2.0".split(
    " "
  )
)

/** With its scope, and as its registry calls it, whatever name it is installed under. */
export const fullName = ({ name, purl }: Component): string => {
  const inRegistry = /^pkg:npm\/(.+)@[^@]+$/.exec(purl ?? "")?.[1]
  return inRegistry === undefined ? name : decodeURIComponent(inRegistry)
}

const licenceOf = ({ licenses = [] }: Component): string =>
  licenses
    .map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? "")
    .filter((text) => text !== "")
    .join(" AND ")

/** `(MIT OR GPL-2.0)` is allowed for its first half; `MIT AND Zlib` only if both are. */
export const isAllowed = (licence: string): boolean => {
  const alternatives = licence.replaceAll(/[()]/g, "").split(/ OR /i)
  return alternatives.some((one) => one.split(/ AND /i).every((part) => allowed.has(part.trim())))
}

export const notAllowed = (components: ReadonlyArray<Component>): ReadonlyArray<string> =>
  components
    .filter((one) => !isAllowed(licenceOf(one)))
    .map((one) => `${fullName(one)} ${one.version}: ${licenceOf(one) || "no licence is told"}`)

/** A table for people. */
export const report = (components: ReadonlyArray<Component>): string => {
  const rows = components
    .map((one) => `| ${fullName(one)} | ${one.version} | ${licenceOf(one)} |`)
    .toSorted((a, b) => a.localeCompare(b))
  const counts = new Map<string, number>()
  for (const one of components) counts.set(licenceOf(one), (counts.get(licenceOf(one)) ?? 0) + 1)
  const sums = [...counts].toSorted(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} ${count}`)
  return `# Licences\n\n${sums.join(", ")}.\n\n| what | version | licence |\n|---|---|---|\n${rows.join("\n")}\n`
}
