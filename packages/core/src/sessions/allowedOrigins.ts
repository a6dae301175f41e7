import { originsOf } from "@counterfoil/domain"
import type { RunnableScript } from "../scripts/Script.ts"
import type { BankLocale } from "./BankBrowser.ts"

/** What the script may reach: what its manifest names, but never more than what belongs to the bank. */
export const allowedOrigins = (script: Pick<RunnableScript, "manifest">, bankOrigins: ReadonlyArray<string>) => {
  const origins = originsOf(script.manifest.origins, bankOrigins)
  const secretOrigins = (script.manifest.secretOrigins ?? origins).filter((origin) => origins.includes(origin))
  return { origins, secretOrigins }
}

/** The bank's own zone, as at a customer's home: in a server's, what was paid at night would be of the day before or after. */
export const localeOf = ({ manifest: { locale, zone } }: Pick<RunnableScript, "manifest">): BankLocale => ({
  zone,
  locale
})
