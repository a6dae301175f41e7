/** Says good-bye to the bank where the script knows how. Never fails: the context is closed anyway. */
import { type Duration, Effect } from "effect"
import { logFailure } from "../DatabaseUnavailable.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import type { SessionContext, SessionRun } from "./BankSession.ts"
import { SessionFailure } from "./SessionFailure.ts"

const tookTooLong = new SessionFailure({ phase: "scrape", kind: "timeout", message: "The way out took too long" })

/** Null: it did. Undefined: the script doesn't know how, or the account is another activation's. */
const failureOf = Effect.fnUntraced(function* (run: SessionRun, within: Duration.Input) {
  if (!run.has("logout")) return undefined
  return yield* run.invoke("logout", {}).pipe(
    Effect.timeoutOrElse({ duration: within, orElse: () => Effect.fail(tookTooLong) }),
    Effect.as(null),
    Effect.catchTags({
      StaleActor: () => Effect.succeed(undefined),
      SessionFailure: (failure) => {
        const { detail, kind, message } = failure
        const warning = Effect.logWarning("a session could not be logged out at the bank, and stays open there")
        return Effect.as(Effect.annotateLogs(warning, { kind, message: detail ?? message }), failure)
      }
    })
  )
})

/** Whether it did. */
export const logOut = (run: SessionRun): Effect.Effect<boolean> =>
  Effect.map(failureOf(run, "Infinity"), (failure) => failure === null)

/** The same; and the account's activity says why the bank may refuse the next login, its owner's own too. */
export const logOutOrTell = Effect.fnUntraced(function* (
  { fence, state }: Pick<SessionContext, "fence" | "state">,
  run: SessionRun,
  within: Duration.Input = "Infinity"
): Effect.fn.Return<boolean, never, ActivityLog> {
  const activity = yield* ActivityLog
  const failure = yield* failureOf(run, within)
  if (failure === null || failure === undefined) return failure === null
  const { kind, said } = failure
  const words = said === undefined ? kind : `${kind}: ${said}`
  const telling = activity.add({
    accountId: state.accountId,
    kind: "session.not_left",
    message: `A session could not be logged out at the bank (${words}): it stays open there until the bank ends it, and until then the bank may refuse another login, its owner's own too`,
    data: { kind, said: said ?? null },
    once: true
  })
  yield* fence.during(telling).pipe(
    Effect.catchTag("StaleActor", () => Effect.void),
    Effect.catchCause((cause) => logFailure("a session that stays open at the bank could not be told of", cause))
  )
  return false
})
