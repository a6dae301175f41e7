/** Tells the delivery worker of this process that something may be due. Notices that it has not taken yet count as one. */
import { Context, type Duration, Effect, Layer, Queue } from "effect"

export class OutboxNotifier extends Context.Service<
  OutboxNotifier,
  {
    readonly notify: Effect.Effect<void>
    /** Until it is notified, or the time is over. */
    readonly wait: (atMost: Duration.Duration) => Effect.Effect<void>
  }
>()("@counterfoil/core/outbox/OutboxNotifier") {
  static readonly layer = Layer.effect(
    OutboxNotifier,
    Effect.gen(function* () {
      const notices = yield* Queue.sliding<void>(1)
      return OutboxNotifier.of({
        notify: Effect.asVoid(Queue.offer(notices, undefined)),
        wait: (atMost) => Effect.asVoid(Effect.timeoutOption(Queue.take(notices), atMost))
      })
    })
  )
}
