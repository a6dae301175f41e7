/** Tells when the service can't go on: its process should end then, and be started again by whoever watches over it. */
import { EmbeddedPostgres, SingleProcessGuard } from "@counterfoil/store"
import { Context, Effect, Layer, Option, Schema } from "effect"

/** The service can't go on, because something it depends on is gone; `message` names it and says what to do. */
export class ServiceLost extends Schema.TaggedError<ServiceLost>()("ServiceLost", { message: Schema.String }) {}

export class Watchdog extends Context.Service<
  Watchdog,
  {
    /** Fails when the service has lost what it can't work without; never succeeds. */
    readonly alarm: Effect.Effect<never, ServiceLost>
  }
>()("@counterfoil/runtime/Watchdog") {
  static readonly layer: Layer.Layer<Watchdog, never, SingleProcessGuard> = Layer.effect(
    Watchdog,
    Effect.gen(function* () {
      const guard = yield* SingleProcessGuard
      // There is one only where the database is embedded.
      const embedded = yield* Effect.serviceOption(EmbeddedPostgres)
      const takenOver = Effect.mapError(guard.lost, ({ message }) => new ServiceLost({ message }))
      const databaseEnded = Option.match(embedded, {
        onNone: () => Effect.never,
        onSome: ({ ended, logFile }) =>
          Effect.andThen(
            ended,
            new ServiceLost({ message: `the embedded Postgres ended by itself: see ${logFile}, then start again` })
          )
      })
      return Watchdog.of({ alarm: Effect.raceFirst(takenOver, databaseEnded) })
    })
  )
}
