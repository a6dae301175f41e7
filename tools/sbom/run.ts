/**
 * `npm run sbom -- [FOLDER]`: what an installation of production is made of. `sbom.cdx.json` (CycloneDX, by npm from the lock
 * file, and the binaries that packages bring along), `licences.md`, and `NOTICES.txt` with the texts of all licences. Exit code 1
 * where a licence is none that we may hand on.
 */
import { Schema } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { npm } from "../npm.mjs"
import { type Bundled, bundledWith, unlisted } from "./bundled.ts"
import { productionParts } from "./production.ts"
import { Component, fullName, notAllowed, report } from "./licences.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const AnyRecord = Schema.Record(Schema.String, Schema.Json)
const Sbom = Schema.StructWithRest(
  Schema.Struct({ components: Schema.Array(AnyRecord), dependencies: Schema.Array(AnyRecord) }),
  [AnyRecord]
)

const ofNpm = async () => {
  const text = await npm(["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], { cwd: root })
  return Schema.decodeUnknownSync(Schema.fromJsonString(Sbom))(text)
}

const componentOf = ({ file, home, licence, name, sha256, version, within }: Bundled) => ({
  type: "library",
  "bom-ref": `bundled:${within}/${file}`,
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
  description: `${file}, which comes with ${within}`,
  licenses: [{ license: { id: licence } }],
  hashes: [{ alg: "SHA-256", content: sha256 }],
  externalReferences: [{ type: "website", url: home }]
})

const isNotice = (name: string): boolean => /^(licen[cs]e|notice|copying|thirdparty|third-party)/i.test(name)

/** The texts that a package brings along; what comes for other machines isn't installed here. */
const noticesOf = (component: Component): string => {
  const folder = join(root, parts.get(nameAndVersion(component))?.folder ?? "nowhere")
  const files = existsSync(folder) ? readdirSync(folder).filter(isNotice).toSorted() : []
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim())
  const head = `${fullName(component)} ${component.version}`
  return texts.length === 0 ? "" : `${"=".repeat(78)}\n${head}\n${"=".repeat(78)}\n\n${texts.join("\n\n")}\n`
}

const isOurs = (component: Component): boolean => fullName(component).startsWith("@counterfoil/")

const decodeComponent = Schema.decodeUnknownSync(Component)

const parts = new Map(
  productionParts(readFileSync(join(root, "package-lock.json"), "utf8")).map((part) => [
    `${part.name}@${part.version}`,
    part
  ])
)
const nameAndVersion = (component: Component): string => `${fullName(component)}@${component.version}`

/** Of all that npm tells of: what is in production, ours included. */
const inProduction = (sbom: typeof Sbom.Type) => {
  const components = sbom.components.filter((raw) => {
    const component = decodeComponent(raw)
    return isOurs(component) || parts.has(nameAndVersion(component))
  })
  const references = new Set(components.map((component) => component["bom-ref"]))
  const dependencies = sbom.dependencies.filter(({ ref }) => references.has(ref ?? ""))
  return { ...sbom, components, dependencies, missing: [...parts.keys()].filter((part) => !references.has(part)) }
}

const main = async (folder: string): Promise<void> => {
  const { missing, ...sbom } = inProduction(await ofNpm())
  const bundled = bundledWith(root).map(componentOf)
  const whole = { ...sbom, components: [...sbom.components, ...bundled] }
  const components = Schema.decodeUnknownSync(Schema.Array(Component))(whole.components).filter((one) => !isOurs(one))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(whole, null, 2)}\n`)
  writeFileSync(join(folder, "licences.md"), report(components))
  writeFileSync(join(folder, "NOTICES.txt"), components.map(noticesOf).join("\n"))
  const faults = [
    ...notAllowed(components),
    ...missing.map((part) => `${part}: it is in the lock file, and npm doesn't tell of it`),
    ...unlisted(root).map((file) => `${file}: tools/sbom/bundled.ts doesn't know it`)
  ]
  for (const fault of faults) process.stderr.write(`sbom: ${fault}\n`)
  process.stdout.write(
    `${components.length} parts, ${bundled.length} of them binaries inside of packages: ${folder}/sbom.cdx.json, licences.md, NOTICES.txt\n`
  )
  if (faults.length > 0) process.exitCode = 1
}

await main(resolve(process.argv[2] ?? join(root, "sbom")))
