import { Failpoints, type FailpointName } from "@counterfoil/core"
import { Deferred, Effect } from "effect"

/** Holds whoever reaches the failpoint first until it is let go on. */
export const holdAt = Effect.fnUntraced(function* (name: FailpointName) {
  const reached = yield* Deferred.make<void>()
  const released = yield* Deferred.make<void>()
  const reach = (at: FailpointName) =>
    at === name
      ? Effect.flatMap(Deferred.succeed(reached, undefined), (isFirst) =>
          isFirst ? Deferred.await(released) : Effect.void
        )
      : Effect.void
  return {
    held: Effect.provideService(Failpoints, { reach }),
    reached: Deferred.await(reached),
    release: Deferred.succeed(released, undefined)
  }
})
