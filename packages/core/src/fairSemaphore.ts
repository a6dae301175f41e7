/**
 * A semaphore whose permits users share fairly. The next permit goes to the waiting user who holds the fewest; users who
 * hold equally many take turns. A user who is alone may have all permits. With other users about, a user who holds more
 * than one must leave half as many free as they hold (a dynamic threshold, as network switches share their buffers:
 * Choudhury and Hahne, 1998), so that a user who comes later doesn't wait for all the work of one who came first.
 */
import { Cause, Clock, Deferred, Duration, Effect, type Scope } from "effect"

type GiveBack = Effect.Effect<void>

/** Scheduled work; work that somebody asked for by hand; work that has begun already, and gave its permit back for a while. */
export const priorities = { scheduled: 0, asked: 1, begun: 2 } as const
export type Priority = (typeof priorities)[keyof typeof priorities]

export interface Turn {
  /** Who waits; for `raise`. */
  readonly name: string
  readonly userId: string
  readonly priority: Priority
}

interface Waiter {
  readonly name: string
  readonly user: User
  priority: Priority
  readonly since: number
  /** In the order of coming. */
  readonly number: number
  readonly turn: Deferred.Deferred<GiveBack>
}

interface User {
  readonly id: string
  held: number
  /** In the order of coming. */
  readonly waiters: Set<Waiter>
  /** Milliseconds. */
  lastSeen: number
  /** How many had been let in when one of this user's was, last. */
  lastTurn: number
  /** How many had come when one of this user's was let in last that was asked for by hand. */
  lastByHand: number
}

/** A permit of those that other nodes want too, for work of this user's. */
export interface SharedPermit {
  readonly userId: string
  readonly giveBack: GiveBack
}

/** Permits that all nodes share, beyond this semaphore. */
export interface SharedPermits {
  /** Waits for a permit for the first of these users who may have one. Null: nobody waits any more. */
  readonly take: (users: () => ReadonlyArray<string>) => Effect.Effect<SharedPermit | null>
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

/** Beside other users, a user may hold so many permits for each one that is left free. */
const heldPerFree = 2
/** How long a user counts as present after their last permit: accounts come back at their intervals. */
const rememberedMs = Duration.toMillis(Duration.hours(1))

const betweenTries = Duration.seconds(1)

/** Milliseconds by a clock that nobody sets: who has waited for how long decides whose session ends. */
const sinceStart = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Asking for a shared permit died of a bug: those who wait must not wait for ever. */
const askAgainLater = (defect: unknown) =>
  Effect.logError("a permit that all nodes share could not be asked for; it is tried again", Cause.die(defect)).pipe(
    Effect.andThen(Effect.sleep(betweenTries)),
    Effect.as(null)
  )

/** Begun work first, then what was asked for by hand, then the oldest. */
const bestOf = ({ waiters }: User): Waiter | undefined => {
  let best: Waiter | undefined
  for (const waiter of waiters) {
    if (best === undefined || waiter.priority > best.priority) best = waiter
  }
  return best
}

/** `shared`: whoever is let in needs one of these permits too. */
export const fairSemaphore = (permits: number, shared?: SharedPermits) => {
  const users = new Map<string, User>()
  let free = permits
  let taking = false
  let come = 0
  let letInSoFar = 0

  const userOf = (id: string): User => {
    const known = users.get(id) ?? { id, held: 0, waiters: new Set(), lastSeen: 0, lastTurn: 0, lastByHand: 0 }
    users.set(id, known)
    return known
  }

  const isAbsent = ({ held, lastSeen, waiters }: User, now: number) =>
    held === 0 && waiters.size === 0 && lastSeen < now - rememberedMs

  const isAlone = (user: User, now: number): boolean => {
    for (const other of users.values()) {
      if (other === user) continue
      if (!isAbsent(other, now)) return false
      users.delete(other.id)
    }
    return true
  }

  const mayTake = (user: User, now: number): boolean =>
    user.held === 0 || user.held < heldPerFree * (free - 1) || isAlone(user, now)

  /** However often a user asks by hand, somebody who waits is overtaken by that user once at most. */
  const overtakes = (waiter: Waiter, oldest: number): boolean =>
    waiter.priority === priorities.asked && waiter.user.lastByHand < oldest

  /** One of each user who may have a permit, the next one first. */
  const inTurn = (now: number): ReadonlyArray<Waiter> => {
    const oldestOf = ({ waiters }: User) => waiters.values().next().value?.number ?? Number.POSITIVE_INFINITY
    const waiting = [...users.values()].filter(({ waiters }) => waiters.size > 0)
    const [oldest, second] = waiting.toSorted((a, b) => oldestOf(a) - oldestOf(b))
    const ranked = waiting.flatMap((user) => {
      const best = mayTake(user, now) ? bestOf(user) : undefined
      if (best === undefined) return []
      const oldestOther = user === oldest ? second : oldest
      const byHand = overtakes(best, oldestOther === undefined ? Number.POSITIVE_INFINITY : oldestOf(oldestOther))
      return [{ best, rank: best.priority === priorities.begun ? 2 : byHand ? 1 : 0 }]
    })
    return ranked
      .sort(
        (a, b) =>
          a.best.user.held - b.best.user.held ||
          b.rank - a.rank ||
          a.best.user.lastTurn - b.best.user.lastTurn ||
          a.best.number - b.best.number
      )
      .map(({ best }) => best)
  }

  const admit = (now: number) => {
    while (free > 0 && !taking) {
      const [waiter] = inTurn(now)
      if (waiter === undefined) return
      if (shared === undefined) {
        free--
        letIn(waiter, now, Effect.void)
      } else {
        takeShared(shared)
      }
    }
  }

  /** Who is let in is decided once there is a permit: priorities may have changed meanwhile, or all have left. */
  const takeShared = ({ fork, take }: SharedPermits) => {
    taking = true
    const taken = Effect.gen(function* () {
      const before = yield* sinceStart
      const permit = yield* take(() => inTurn(before).map(({ user }) => user.id)).pipe(
        Effect.catchDefect(askAgainLater)
      )
      const now = yield* sinceStart
      taking = false
      const waiter = permit === null ? undefined : bestOf(userOf(permit.userId))
      if (permit !== null && waiter === undefined) yield* permit.giveBack
      if (permit !== null && waiter !== undefined) {
        free--
        letIn(waiter, now, permit.giveBack)
      }
      admit(now)
    })
    fork(taken)
  }

  const letIn = (waiter: Waiter, now: number, giveBackShared: GiveBack) => {
    const { user } = waiter
    user.waiters.delete(waiter)
    user.held++
    user.lastSeen = now
    user.lastTurn = ++letInSoFar
    if (waiter.priority === priorities.asked) user.lastByHand = come
    Deferred.doneUnsafe(waiter.turn, Effect.succeed(Effect.andThen(giveBackShared, freed(user))))
  }

  const freed = (user: User): GiveBack =>
    Effect.map(sinceStart, (now) => {
      free++
      user.held--
      user.lastSeen = now
      admit(now)
    })

  /**
   * Waits for a permit; only the waiting itself is interruptible, by `restore`. If it is interrupted, it leaves the queue, or
   * passes on a permit that it was just given.
   */
  const enter = ({ name, priority, userId }: Turn, restore: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>) =>
    Effect.flatMap(sinceStart, (now) => {
      const user = userOf(userId)
      const waiter: Waiter = { name, user, priority, since: now, number: ++come, turn: Deferred.makeUnsafe() }
      user.waiters.add(waiter)
      user.lastSeen = now
      admit(now)
      return restore(Deferred.await(waiter.turn)).pipe(
        Effect.onInterrupt(() =>
          user.waiters.delete(waiter) ? Effect.void : Effect.flatten(Deferred.await(waiter.turn))
        )
      )
    })

  return {
    /** Holds a permit while the effect runs. */
    withPermit:
      (turn: Turn) =>
      <A, E, R>(use: (withoutPermit: WithoutPermit) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(enter(turn, restore), (first) => {
            let giveBack = first
            let isOver = false
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
                  giveBack = yield* enter({ ...turn, priority: priorities.begun }, restoreInner)
                  // It went on beside what held the permit, and comes back to nothing.
                  if (isOver) yield* giveBackNow
                  return yield* exit
                })
              )
            const end = Effect.suspend(() => {
              isOver = true
              return giveBackNow
            })
            return Effect.ensuring(restore(use(withoutPermit)), end)
          })
        ),
    /** Holds a permit until the scope closes. */
    scoped: (turn: Turn): Effect.Effect<void, never, Scope.Scope> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(enter(turn, restore), (giveBack) => Effect.addFinalizer(() => giveBack))
      ),
    /** Whoever waits by this name has been asked for meanwhile. */
    raise: (name: string) =>
      Effect.sync(() => {
        for (const { waiters } of users.values()) {
          for (const waiter of waiters) {
            if (waiter.name === name && waiter.priority < priorities.asked) waiter.priority = priorities.asked
          }
        }
      }),
    /**
     * Those for whom this user should give a permit back if it can: the user's own waiters, and those of users who hold fewer.
     * Null: nobody waits.
     */
    waitingFor: (userId: string) =>
      Effect.map(sinceStart, (now): Waiting | null => {
        const held = users.get(userId)?.held ?? 0
        const waiting = [...users.values()]
          .filter((user) => user.id === userId || user.held < held)
          .flatMap(({ waiters }) => [...waiters])
        return waiting.length === 0
          ? null
          : {
              longestMs: waiting.reduce((longest, { since }) => Math.max(longest, now - since), 0),
              asked: waiting.some(({ priority }) => priority >= priorities.asked)
            }
      })
  }
}
