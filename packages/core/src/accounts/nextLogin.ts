/** When the schedule's next session can begin, by the rules that the scrape loop waits by. */
import { DateTime, Effect } from "effect"
import { nextAssistedStart } from "@counterfoil/domain"
import { ScriptRegistry } from "../scripts/ScriptRegistry.ts"
import { AccountPolicy } from "./AccountPolicy.ts"
import { Accounts } from "./Accounts.ts"
import type { ActorState } from "./ActorRepository.ts"

/** Of an account that has no open session. Null: not by itself, or at once for the first time. */
export const makeNextLogin = Effect.gen(function* () {
  const accounts = yield* Accounts
  const scripts = yield* ScriptRegistry
  const { assistedHours } = yield* AccountPolicy

  const withinHours = Effect.fnUntraced(function* (bankId: string, at: DateTime.Utc) {
    const script = yield* scripts.activeVersion(bankId)
    if (script === null) return at
    return DateTime.makeUnsafe(nextAssistedStart(at.epochMilliseconds, script.manifest.zone, assistedHours))
  })

  return Effect.fn("AccountCommands.nextLogin")(function* (state: ActorState) {
    if (state.blockedReason !== null || state.status === "paused") return state.nextRunAt
    const settings = yield* accounts.findSettings(state.accountId)
    if (settings === null) return state.nextRunAt
    const now = yield* DateTime.now
    const held = [state.nextRunAt, state.bankPausedUntil].filter((at) => at !== null)
    const due = held.reduce<DateTime.Utc>((latest, at) => DateTime.max(latest, at), now)
    const start = settings.loginMode === "assisted" ? yield* withinHours(state.bankId, due) : due
    return DateTime.isGreaterThan(start, now) ? start : state.nextRunAt
  })
})
