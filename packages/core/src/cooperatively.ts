/** Long pure work beside a server's other work. */
import { Effect } from "effect"
import type { Steps } from "@counterfoil/domain"

/** How long one of them may take before sockets, timers and other fibers have their turn. */
const sliceMillis = 2
/**
 * All that are under way have a slice in each turn of the event loop, so they share this much of it. Collecting garbage comes on
 * top: the aim is that nobody waits for 20 ms.
 */
const turnMillis = 4
/** However many there are: each turn costs something too. */
const leastSlice = 0.25

let underWay = 0

/** One slice of them, up to the end if it comes so soon. */
const advance = <A>(steps: Steps<A>): IteratorResult<undefined, A> => {
  const until = performance.now() + Math.max(leastSlice, Math.min(sliceMillis, turnMillis / Math.max(1, underWay)))
  for (;;) {
    const step = steps.next()
    if (step.done === true || performance.now() >= until) return step
  }
}

const goOn = <A>(steps: Steps<A>): Effect.Effect<A> =>
  Effect.flatMap(Effect.yieldNow, () => {
    const step = advance(steps)
    return step.done === true ? Effect.succeed(step.value) : goOn(steps)
  })

const begin = Effect.sync(() => {
  underWay += 1
})
const end = Effect.sync(() => {
  underWay -= 1
})

/** Runs the steps to their end, and yields to other fibers after each slice of time. */
export const cooperatively = <A>(steps: Steps<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const first = advance(steps)
    if (first.done === true) return Effect.succeed(first.value)
    return Effect.acquireUseRelease(
      begin,
      () => goOn(steps),
      () => end
    )
  })
