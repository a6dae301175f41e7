import { originsOf } from "@counterfoil/domain"
import type { RunnableScript } from "../scripts/Script.ts"
import type { BankLocale } from "./BankBrowser.ts"

/** What the script may reach: what its manifest names, but never more than what belongs to the bank. */
export const allowedOrigins = (script: Pick<RunnableScript, "manifest">, bankOrigins: ReadonlyArray<string>) => {
  const origins = originsOf(script.manifest.origins, bankOrigins)
  const secretOrigins = (script.manifest.secretOrigins ?? origins).filter((origin) => origins.includes(origin))
  return { origins, secretOrigins }
}

/**
 * Of a script that says `locale`: the bank's own zone too, as at a customer's home. Not of one that says nothing: where its pages print
 * days by themselves all would be other ones from one read to the next, and payments of the first day that is read told once more.
 */
export const localeOf = ({ manifest: { locale, zone } }: Pick<RunnableScript, "manifest">): BankLocale =>
  locale === undefined ? {} : { zone, locale }
