/** Places that are waited for in two lanes: who was asked for by hand goes before who is merely scheduled. */
import { Deferred, Effect, type Scope } from "effect"

interface Waiter {
  readonly name: string
  asked: boolean
  readonly turn: Deferred.Deferred<void>
}

export interface Turn {
  /** Who waits; for `hurry`. */
  readonly name: string
  /** Somebody waits for this one. */
  readonly asked: boolean
}

export const twoLanes = (places: number) => {
  let free = places
  let waiting: ReadonlyArray<Waiter> = []

  const next = () => waiting.find(({ asked }) => asked) ?? waiting[0]

  const admit = () => {
    for (let waiter = next(); free > 0 && waiter !== undefined; waiter = next()) {
      leave(waiter)
      free--
      Deferred.doneUnsafe(waiter.turn, Effect.void)
    }
  }

  const leave = (waiter: Waiter) => {
    waiting = waiting.filter((other) => other !== waiter)
  }

  const release = Effect.sync(() => {
    free++
    admit()
  })

  /** Waits for a place. Whoever is interrupted meanwhile leaves the lane, or passes on the place just got. */
  const enter = ({ asked, name }: Turn) =>
    Effect.suspend(() => {
      const waiter: Waiter = { name, asked, turn: Deferred.makeUnsafe() }
      waiting = [...waiting, waiter]
      admit()
      return Deferred.await(waiter.turn).pipe(
        Effect.onInterrupt(() => (waiting.includes(waiter) ? Effect.sync(() => leave(waiter)) : release))
      )
    })

  return {
    /** Holds a place while the effect runs. */
    during:
      (turn: Turn) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.andThen(restore(enter(turn)), Effect.ensuring(restore(effect), release))
        ),
    /** Holds a place until the scope closes. */
    scoped: (turn: Turn): Effect.Effect<void, never, Scope.Scope> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.andThen(
          restore(enter(turn)),
          Effect.addFinalizer(() => release)
        )
      ),
    /** Whoever waits by this name has been asked for meanwhile. */
    hurry: (name: string) =>
      Effect.sync(() => {
        for (const waiter of waiting) if (waiter.name === name) waiter.asked = true
      })
  }
}
