/** What a bundle and its manifest must be to be published (one sentence, or undefined if all is well), and what is then kept. */
import { DateTime, Effect, Predicate, type Schema } from "effect"
import { createHash } from "node:crypto"
import { rulesProblem } from "@counterfoil/domain"
import { uuid } from "../ids.ts"
import { jsonProblem } from "../storable.ts"
import { parseOrigin } from "../urls.ts"
import { isAsWritten } from "../scripts/DeclaredRequest.ts"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"
import type { Bank } from "../scripts/Bank.ts"
import type { Script } from "../scripts/Script.ts"

const bundleBytes = 2 * 1024 * 1024

interface Publication {
  readonly version: string
  readonly flowType: string
  readonly manifest: Schema.Json
  readonly bundle: string
}

export const bundleProblem = ({ bundle, flowType, manifest }: Publication): string | undefined => {
  if (flowType !== "extract_transactions") return "flow_type must be extract_transactions"
  if (bundle === "") return "bundle is required"
  if (bundle.includes("\0") || !bundle.isWellFormed()) return "bundle must be text without NUL characters"
  return Buffer.byteLength(bundle) > bundleBytes ? "bundle must be at most 2 MiB" : jsonProblem("manifest", manifest)
}

/** The same JSON whatever the order of its keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    Predicate.isObject(member) && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member
  )

/** The first field in which what was sent along contradicts the bundle's own manifest. */
const contradiction = (sent: Schema.Json, own: ScriptManifest): string | undefined => {
  if (sent === null || typeof sent !== "object" || Array.isArray(sent)) return undefined
  const truth = new Map<string, unknown>(Object.entries(own))
  const field = Object.entries(sent).find(([key, value]) => canonical(value) !== canonical(truth.get(key)))?.[0]
  return field === undefined ? undefined : `manifest.${field} is not what the bundle's own manifest says`
}

const originsNamed = ({ origins, secretOrigins = [] }: ScriptManifest): ReadonlyArray<string> => [
  ...new Set([...origins, ...secretOrigins])
]

const foreignOrigins = (manifest: ScriptManifest, bank: Bank): ReadonlyArray<string> =>
  originsNamed(manifest).filter((text) => {
    const origin = parseOrigin(text)
    return origin === undefined || !bank.origins.includes(origin)
  })

/** A session compares origins as texts: one that is written otherwise than browsers do would allow nothing. */
const writtenOtherwise = (manifest: ScriptManifest): string | undefined => {
  const text = originsNamed(manifest).find((origin) => parseOrigin(origin) !== origin)
  return text === undefined ? undefined : `the manifest's origin ${text} must be written ${parseOrigin(text)}`
}

/** The bundle's own manifest against the bank and against what the request says. */
export const manifestProblem = (manifest: ScriptManifest, bank: Bank, sent: Publication): string | undefined => {
  if (manifest.bank !== bank.code) return `the bundle's manifest is of the bank ${manifest.bank}, not of ${bank.code}`
  if (manifest.version !== sent.version) {
    return `version is ${sent.version}, but the bundle's manifest says ${manifest.version}`
  }
  const foreign = foreignOrigins(manifest, bank)
  if (foreign.length > 0) {
    const allowed = bank.origins.length === 0 ? "none" : bank.origins.join(", ")
    return `the manifest names origins that are not the bank's: ${foreign.join(", ")} (the bank's: ${allowed})`
  }
  const otherwise = writtenOtherwise(manifest)
  if (otherwise !== undefined) return otherwise
  const misleading = manifest.requests?.find(({ path }) => !isAsWritten(path))
  if (misleading !== undefined) {
    return `the manifest's request ${misleading.method} ${misleading.path} is not what a browser asks for by that path: write it without //, dots as segments and signs that are escaped for no reason`
  }
  const unusable = rulesProblem(manifest)
  return unusable === undefined ? contradiction(sent.manifest, manifest) : `the manifest is wrong: ${unusable}`
}

/** A version as it is kept from now on, in review until it is promoted. */
export const newVersion = Effect.fnUntraced(function* (bank: Bank, manifest: ScriptManifest, bundle: string) {
  const script: Script = {
    id: yield* uuid,
    bank: bank.code,
    bankId: bank.id,
    flowType: "extract_transactions",
    version: manifest.version,
    status: "review",
    origin: "manual",
    createdAt: yield* DateTime.now
  }
  return {
    script,
    stored: { ...script, manifest, bundle, bundleSha256: createHash("sha256").update(bundle).digest("hex") }
  }
})
