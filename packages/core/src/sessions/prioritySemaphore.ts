/** A semaphore whose waiters are let in by priority, the first come first among equals. */
import { Clock, Deferred, Effect, type Scope } from "effect"

type GiveBack = Effect.Effect<void>

/** Scheduled work; work that somebody asked for by hand; work that has begun already, and gave its permit back for a while. */
export const priorities = { scheduled: 0, asked: 1, begun: 2 } as const
export type Priority = (typeof priorities)[keyof typeof priorities]

interface Waiter {
  readonly name: string
  priority: Priority
  readonly since: number
  readonly turn: Deferred.Deferred<GiveBack>
}

export interface Turn {
  /** Who waits; for `raise`. */
  readonly name: string
  readonly priority: Priority
}

/** Permits that others want too, beyond this semaphore: those of all nodes. */
export interface SharedPermits {
  /** Waits for one of them; answers how it is given back. */
  readonly take: Effect.Effect<GiveBack>
  readonly fork: (effect: Effect.Effect<void>) => void
}

export interface Waiting {
  /** Milliseconds that the longest has waited. */
  readonly longestMs: number
  /** Somebody waits for work that was asked for by hand. */
  readonly asked: boolean
}

/** Gives the permit back while the effect runs, and waits for another one afterwards, before all that have not begun. */
export type WithoutPermit = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Of one who holds none. */
export const noPermit: WithoutPermit = (effect) => effect

/** `shared`: whoever is let in needs one of these permits too. */
export const prioritySemaphore = (permits: number, shared?: SharedPermits) => {
  let free = permits
  let taking = false
  let waiting: ReadonlyArray<Waiter> = []

  const next = () =>
    waiting.reduce<Waiter | undefined>(
      (best, waiter) => (best === undefined || waiter.priority > best.priority ? waiter : best),
      undefined
    )

  const admit = () => {
    for (let waiter = next(); free > 0 && waiter !== undefined && !taking; waiter = next()) {
      free--
      if (shared === undefined) letIn(waiter, freed)
      else takeShared(shared)
    }
  }

  /** Who is let in is decided once there is a permit: priorities may have changed meanwhile, or all have left. */
  const takeShared = ({ fork, take }: SharedPermits) => {
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

  /** Waits for a permit. Whoever is interrupted meanwhile leaves the queue, or passes on the permit just got. */
  const enter = ({ name, priority }: Turn) =>
    Effect.flatMap(Clock.currentTimeMillis, (since) => {
      const waiter: Waiter = { name, priority, since, turn: Deferred.makeUnsafe() }
      waiting = [...waiting, waiter]
      admit()
      return Deferred.await(waiter.turn).pipe(
        Effect.onInterrupt(() =>
          waiting.includes(waiter) ? Effect.sync(() => leave(waiter)) : Effect.flatten(Deferred.await(waiter.turn))
        )
      )
    })

  return {
    /** Holds a permit while the effect runs. */
    withPermit:
      (turn: Turn) =>
      <A, E, R>(use: (withoutPermit: WithoutPermit) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(restore(enter(turn)), (first) => {
            let giveBack = first
            const giveBackNow = Effect.suspend(() => {
              const back = giveBack
              giveBack = Effect.void
              return back
            })
            const withoutPermit: WithoutPermit = (effect) =>
              Effect.uninterruptibleMask((restoreInner) =>
                Effect.gen(function* () {
                  yield* giveBackNow
                  const exit = yield* Effect.exit(restoreInner(effect))
                  giveBack = yield* restoreInner(enter({ ...turn, priority: priorities.begun }))
                  return yield* exit
                })
              )
            return Effect.ensuring(restore(use(withoutPermit)), giveBackNow)
          })
        ),
    /** Holds a permit until the scope closes. */
    scoped: (turn: Turn): Effect.Effect<void, never, Scope.Scope> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(enter(turn)), (giveBack) => Effect.addFinalizer(() => giveBack))
      ),
    /** Whoever waits by this name has been asked for meanwhile. */
    raise: (name: string) =>
      Effect.sync(() => {
        for (const waiter of waiting) {
          if (waiter.name === name && waiter.priority < priorities.asked) waiter.priority = priorities.asked
        }
      }),
    /** Null: nobody waits. */
    waiting: Effect.map(Clock.currentTimeMillis, (now): Waiting | null =>
      waiting.length === 0
        ? null
        : {
            longestMs: Math.max(...waiting.map(({ since }) => now - since)),
            asked: waiting.some(({ priority }) => priority >= priorities.asked)
          }
    )
  }
}
