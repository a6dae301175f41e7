/** Tells the delivery worker of this process that something may be due. Rings that nobody has heard yet are one. */
import { Context, type Duration, Effect, Layer, Queue } from "effect"

export class OutboxBell extends Context.Service<
  OutboxBell,
  {
    readonly ring: Effect.Effect<void>
    /** Until it rings, or the time is over. */
    readonly wait: (atMost: Duration.Duration) => Effect.Effect<void>
  }
>()("@counterfoil/core/outbox/OutboxBell") {
  static readonly layer = Layer.effect(
    OutboxBell,
    Effect.gen(function* () {
      const rings = yield* Queue.sliding<void>(1)
      return OutboxBell.of({
        ring: Effect.asVoid(Queue.offer(rings, undefined)),
        wait: (atMost) => Effect.asVoid(Effect.timeoutOption(Queue.take(rings), atMost))
      })
    })
  )
}
