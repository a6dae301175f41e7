/**
 * Notices that this process did not run for a while: it was frozen, or its machine was. Whatever it held by a lease may be
 * another's now, and it must not go on with half a login as if nothing had happened.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"

const betweenTicks = Duration.seconds(1)
/** Shorter than the shortest lease, longer than a busy process is late. */
const suspicious = Duration.toMillis(Duration.millis(2_500))

export class FreezeWatch extends Context.Service<
  FreezeWatch,
  {
    /** How often this process has frozen, or otherwise lost touch, so far. Right after waking up it counts the freeze just over. */
    readonly count: Effect.Effect<number>
    /** It has lost touch without freezing: with the database, say. */
    readonly lostTouch: Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/FreezeWatch") {
  static readonly layer: Layer.Layer<FreezeWatch> = Layer.effect(
    FreezeWatch,
    Effect.gen(function* () {
      const wallMillis = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))
      let lastSeen = yield* wallMillis
      let freezes = 0
      const count = Effect.gen(function* () {
        const now = yield* wallMillis
        const away = now - lastSeen
        lastSeen = now
        if (away <= suspicious) return freezes
        freezes += 1
        yield* Effect.logWarning(
          `this process did not run for ${Math.round(away)} ms: what it held may be another's now`
        )
        return freezes
      })
      yield* Effect.andThen(count, Effect.sleep(betweenTicks)).pipe(Effect.forever, Effect.forkScoped)
      const lostTouch = Effect.sync(() => {
        freezes += 1
      })
      return FreezeWatch.of({ count, lostTouch })
    })
  )
}
