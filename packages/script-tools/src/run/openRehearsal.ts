/** Opens the page of a rehearsal with what the script's manifest leaves it of the bank's origins, as the service does. */
import { type Rehearsal, RehearsalBrowser, type RehearsalPage } from "@counterfoil/browser"
import {
  allowedOrigins,
  type BankLocale,
  type BrowserUnavailable,
  localeOf,
  ScriptDoesNotLoad,
  type ScriptRunner
} from "@counterfoil/core"
import { Effect, type Scope } from "effect"
import { inspectBundle } from "../inspectBundle.ts"

export interface OpenRehearsal {
  readonly page: RehearsalPage
  /** What the script is told of. */
  readonly origins: ReadonlyArray<string>
}

/** What the script may reach and where it may type secrets, of the origins that are given as the bank's. */
export const originsFor = Effect.fnUntraced(function* (
  bundle: string,
  ofTheBank: ReadonlyArray<string>
): Effect.fn.Return<ReturnType<typeof allowedOrigins> & BankLocale, ScriptDoesNotLoad, ScriptRunner> {
  const manifest = yield* inspectBundle(bundle)
  const allowed = allowedOrigins({ manifest }, ofTheBank)
  if (allowed.origins.length > 0) return { ...allowed, ...localeOf({ manifest }) }
  const [named, here] = [manifest.origins, ofTheBank].map((origins) => origins.join(", "))
  return yield* new ScriptDoesNotLoad({
    message: `the manifest's origins (${named}) are none of the bank's (${here}): leave the list empty for all of them`
  })
})

export const openRehearsal = Effect.fnUntraced(function* (
  bundle: string,
  rehearsal: Omit<Rehearsal, "secretOrigins">
): Effect.fn.Return<
  OpenRehearsal,
  ScriptDoesNotLoad | BrowserUnavailable,
  RehearsalBrowser | ScriptRunner | Scope.Scope
> {
  const browser = yield* RehearsalBrowser
  const allowed = yield* originsFor(bundle, rehearsal.origins)
  return { page: yield* browser.open({ ...rehearsal, ...allowed }), origins: allowed.origins }
})
