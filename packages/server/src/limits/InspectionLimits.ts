/** Versions per user that are published or promoted at a time: each bundle is up to 2 MiB in memory until its turn to be inspected. */
import { Context, Data, type Effect, Layer } from "effect"
import { makeAtOnce } from "./atOnce.ts"

const versionsAtOnce = 8

/** `message` says the limit, and what to do. */
export class TooManyInspections extends Data.TaggedError("TooManyInspections")<{
  readonly message: string
  readonly retryAfterSeconds: number
}> {}

export class InspectionLimits extends Context.Service<
  InspectionLimits,
  {
    /** Counts one while it runs. */
    readonly admit: (
      userId: string
    ) => <A, E, R>(inspection: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TooManyInspections, R>
  }
>()("@counterfoil/server/limits/InspectionLimits") {
  static readonly layer = Layer.sync(InspectionLimits, () =>
    InspectionLimits.of({
      admit: makeAtOnce(
        versionsAtOnce,
        () =>
          new TooManyInspections({
            message: `${versionsAtOnce} of your script versions are being looked at already: wait for their answers before the next`,
            retryAfterSeconds: 5
          })
      )
    })
  )
}
