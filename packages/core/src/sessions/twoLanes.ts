/** Places that are waited for in two lanes: who was asked for by hand goes before who is merely scheduled. */
import { Deferred, Effect, type Scope } from "effect"

type GiveBack = Effect.Effect<void>

interface Waiter {
  readonly name: string
  asked: boolean
  readonly turn: Deferred.Deferred<GiveBack>
}

export interface Turn {
  /** Who waits; for `hurry`. */
  readonly name: string
  /** Somebody waits for this one. */
  readonly asked: boolean
}

/** Places that others want too, beyond these lanes. */
export interface SharedPlaces {
  /** Waits for one of them; answers how it is given back. */
  readonly take: Effect.Effect<GiveBack>
  readonly fork: (effect: Effect.Effect<void>) => void
}

/** `shared`: whoever is let in needs one of these places too. */
export const twoLanes = (places: number, shared?: SharedPlaces) => {
  let free = places
  let taking = false
  let waiting: ReadonlyArray<Waiter> = []

  const next = () => waiting.find(({ asked }) => asked) ?? waiting[0]

  const admit = () => {
    for (let waiter = next(); free > 0 && waiter !== undefined && !taking; waiter = next()) {
      free--
      if (shared === undefined) letIn(waiter, freed)
      else takeShared(shared)
    }
  }

  /** Who is let in is decided once there is a place: somebody may have been asked for meanwhile, or all have left. */
  const takeShared = ({ fork, take }: SharedPlaces) => {
    taking = true
    fork(
      Effect.flatMap(take, (giveBack) => {
        taking = false
        const waiter = next()
        const both = Effect.andThen(giveBack, freed)
        if (waiter === undefined) return both
        letIn(waiter, both)
        return Effect.sync(admit)
      })
    )
  }

  const letIn = (waiter: Waiter, giveBack: GiveBack) => {
    leave(waiter)
    Deferred.doneUnsafe(waiter.turn, Effect.succeed(giveBack))
  }

  const leave = (waiter: Waiter) => {
    waiting = waiting.filter((other) => other !== waiter)
  }

  const freed: GiveBack = Effect.sync(() => {
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
        Effect.onInterrupt(() =>
          waiting.includes(waiter) ? Effect.sync(() => leave(waiter)) : Effect.flatten(Deferred.await(waiter.turn))
        )
      )
    })

  return {
    /** Holds a place while the effect runs. */
    during:
      (turn: Turn) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(restore(enter(turn)), (giveBack) => Effect.ensuring(restore(effect), giveBack))
        ),
    /** Holds a place until the scope closes. */
    scoped: (turn: Turn): Effect.Effect<void, never, Scope.Scope> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(enter(turn)), (giveBack) => Effect.addFinalizer(() => giveBack))
      ),
    /** Whoever waits by this name has been asked for meanwhile. */
    hurry: (name: string) =>
      Effect.sync(() => {
        for (const waiter of waiting) if (waiter.name === name) waiter.asked = true
      })
  }
}
