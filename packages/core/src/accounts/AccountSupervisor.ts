/** Starts the actor of every account, and starts again those that a lost wake-up or a dead node left asleep. One per cluster. */
import { Duration, Effect, Schedule } from "effect"
import { Singleton } from "effect/cluster"
import { Housekeeping } from "../Housekeeping.ts"
import { AccountEntity } from "./AccountEntity.ts"
import { Accounts } from "./Accounts.ts"
import { RollCall } from "./RollCall.ts"

export const accountSupervisorLayer = Singleton.make(
  "account-supervisor",
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const housekeeping = yield* Housekeeping
    const actor = yield* AccountEntity.client
    const rollCall = yield* RollCall
    const round = Effect.gen(function* () {
      const ids = yield* accounts.all
      yield* Effect.forEach(
        ids,
        (id) =>
          actor(id)
            .Wake()
            .pipe(Effect.timeout(Duration.seconds(20)), Effect.ignore),
        {
          concurrency: 16,
          discard: true
        }
      )
      yield* rollCall.complete
    })
    yield* housekeeping.sweep.pipe(
      Effect.catchCause((cause) => Effect.logError("housekeeping", cause)),
      Effect.repeat(Schedule.spaced(Duration.hours(1))),
      Effect.forkScoped
    )
    yield* round.pipe(
      Effect.catchCause((cause) => Effect.logError("account supervisor", cause)),
      Effect.repeat(Schedule.spaced(Duration.seconds(60)))
    )
  }).pipe(Effect.scoped, Effect.asVoid)
)
