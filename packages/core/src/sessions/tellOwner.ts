/** Lines of the account's activity that a session's page and script give cause for. */
import { Duration, Effect } from "effect"
import type { NewActivity } from "@counterfoil/domain"
import type { ActorFence } from "../accounts/ActorFence.ts"
import { onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { type RefusedRequest, sentenceOf } from "../scripts/DeclaredRequest.ts"

/** A line that can't be written now is lost: nothing waits long for it. */
const tellingPatience = Duration.seconds(5)

export const refusalLine = (refused: RefusedRequest): Entry => {
  const { method, origin, path, phase } = refused
  return {
    kind: "request.refused",
    message: `The bank's page was kept from sending something: ${sentenceOf(refused)}`,
    data: { phase, method, page: `${origin}${path}` },
    once: true
  }
}

type Entry = NewActivity & { readonly once?: boolean }

/** Never fails: a session goes on without the line. */
export const makeTeller = Effect.map(
  ActivityLog,
  (activity) =>
    (accountId: string, fence: ActorFence) =>
    (entry: Entry): Effect.Effect<void> =>
      onceDatabaseIsBack(fence.during(activity.add({ accountId, ...entry })), tellingPatience).pipe(
        Effect.catchCause((cause) => Effect.logWarning("a line of the activity could not be written", cause))
      )
)
