import { originsOf } from "@counterfoil/domain"
import type { RunnableScript } from "../scripts/Script.ts"

/** What the script may reach: what its manifest names, but never more than what belongs to the bank. */
export const allowedOrigins = (script: Pick<RunnableScript, "manifest">, bankOrigins: ReadonlyArray<string>) => {
  const origins = originsOf(script.manifest.origins, bankOrigins)
  const secretOrigins = (script.manifest.secretOrigins ?? origins).filter((origin) => origins.includes(origin))
  return { origins, secretOrigins }
}
