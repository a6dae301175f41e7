/** The versions of a bank's script in their order, and which of them a rollback goes to. */
import { Effect } from "effect"
import { ScriptCommandFailed } from "./ScriptFolder.ts"
import type { PublishedScript, Report } from "./Server.ts"

const numbers = (version: string): ReadonlyArray<number> => version.split(".").map(Number)

export const byVersion = (a: { readonly version: string }, b: { readonly version: string }): number => {
  const [left, right] = [numbers(a.version), numbers(b.version)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** The version that was active before; `promoted` as the report lists them, the latest first. */
export const rollbackTarget = Effect.fnUntraced(function* (
  scripts: ReadonlyArray<PublishedScript>,
  promoted: Report["versions"]
) {
  const active = scripts.find(({ status }) => status === "active")
  const earlier = promoted.find(({ promoted_at, status }) => status === "review" && promoted_at !== null)
  const target = scripts.find(({ id }) => id === earlier?.script_id)
  if (target === undefined) return yield* new ScriptCommandFailed({ message: "there is nothing to go back to" })
  // The version before was newer: the last promotion was a rollback itself.
  if (active !== undefined && byVersion(target, active) > 0) {
    return yield* new ScriptCommandFailed({
      message: `${target.version} was active before, which is newer than ${active.version}: a rollback doesn't go forward, promote the version you want by its name (counterfoil script promote ${target.version})`
    })
  }
  return target
})
