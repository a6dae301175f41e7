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
    /** The last time that it stood still, or its machine slept; milliseconds by a clock that nobody sets. Null: it never did. */
    readonly last: Effect.Effect<{ readonly lasted: number; readonly endedAt: number } | null>
    /** It has lost touch without freezing: with the database, say. */
    readonly lostTouch: Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/FreezeWatch") {
  static readonly layer: Layer.Layer<FreezeWatch> = Layer.effect(
    FreezeWatch,
    Effect.gen(function* () {
      // Of a machine that sleeps only the wall clock goes on; that one may be set back while the process stands still.
      const clocks = Effect.map(Clock.Clock, (clock) => ({
        ran: Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n),
        wall: Number(clock.currentTimeNanosUnsafe() / 1_000_000n)
      }))
      let lastSeen = yield* clocks
      let freezes = 0
      let last: { readonly lasted: number; readonly endedAt: number } | null = null
      const count = Effect.gen(function* () {
        const now = yield* clocks
        const [ran, passed] = [now.ran - lastSeen.ran, now.wall - lastSeen.wall]
        lastSeen = now
        if (Math.max(ran, passed) <= suspicious) return freezes
        freezes += 1
        last = { lasted: Math.max(ran, passed), endedAt: now.ran }
        const what =
          ran > suspicious
            ? `this process did not run for ${Math.round(ran)} ms`
            : `this machine slept, or its clock was set ahead, by ${Math.round(passed)} ms`
        yield* Effect.logWarning(`${what}: what it held may be another's now`)
        return freezes
      })
      yield* Effect.andThen(count, Effect.sleep(betweenTicks)).pipe(Effect.forever, Effect.forkScoped)
      const lostTouch = Effect.sync(() => {
        freezes += 1
      })
      return FreezeWatch.of({ count, last: Effect.map(count, () => last), lostTouch })
    })
  )
}
