import type { RunnableScript } from "../scripts/ScriptRegistry.ts"

/** What the script may reach: what its manifest names, but never more than what belongs to the bank. */
export const allowedOrigins = (script: RunnableScript, bankOrigins: ReadonlyArray<string>) => {
  const wanted = script.manifest.origins.length === 0 ? bankOrigins : script.manifest.origins
  const origins = wanted.filter((origin) => bankOrigins.includes(origin))
  const secretOrigins = (script.manifest.secretOrigins ?? origins).filter((origin) => origins.includes(origin))
  return { origins, secretOrigins }
}
