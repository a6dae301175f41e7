/** Long pure work beside a server's other work. */
import { Effect } from "effect"
import type { Steps } from "@counterfoil/domain"

/**
 * How long one of them may take before sockets, timers and other fibers have their turn. Several at a time add up, and collecting
 * garbage comes on top: the aim is that nobody waits for 20 ms.
 */
const sliceMillis = 2

/** Runs the steps to their end, and yields to other fibers after each slice of time. */
export const cooperatively = <A>(steps: Steps<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const until = performance.now() + sliceMillis
    for (;;) {
      const step = steps.next()
      if (step.done === true) return Effect.succeed(step.value)
      if (performance.now() >= until) return Effect.andThen(Effect.yieldNow, cooperatively(steps))
    }
  })
