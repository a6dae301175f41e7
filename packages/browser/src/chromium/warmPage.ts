/**
 * One page kept ready for the next session: a context and a renderer take as long to make as a page of the bank to load.
 * Each is used once. Until it is handed out its proxy lets nothing through.
 */
import { Deferred, Duration, Effect, Exit, FiberHandle, Scope } from "effect"

interface Ready<Page> {
  readonly page: Page
  readonly scope: Scope.Closeable
}

export interface WarmPageOptions<Page, Wish, E> {
  /** Makes one that closes with the scope. */
  readonly make: (wish: Wish) => Effect.Effect<Page, E, Scope.Scope>
  /** Whether it still works, and is as wished. */
  readonly isUsable: (page: Page, wish: Wish) => boolean
  /** Pages at a time, the ready one included. */
  readonly most: number
}

/** The next one isn't made while the session that took the last one begins. */
const busiest = Duration.seconds(2)
/** Nobody may come: then its memory is given back. */
const longestWait = Duration.minutes(15)

/** Gives a page that closes with the scope: the one that is ready, which is made as the last one was wished, or a new one. */
export const makeWarmPage = Effect.fnUntraced(function* <Page, Wish, E>({
  isUsable,
  make,
  most
}: WarmPageOptions<Page, Wish, E>): Effect.fn.Return<
  (wish: Wish) => Effect.Effect<Page, E, Scope.Scope>,
  never,
  Scope.Scope
> {
  const layerScope = yield* Effect.scope
  const patience = yield* FiberHandle.make<void>()
  let ready: Ready<Page> | undefined
  let taken = 0

  const hold = Effect.fnUntraced(function* (wish: Wish) {
    const scope = yield* Scope.fork(layerScope)
    const page = yield* Scope.provide(make(wish), scope).pipe(Effect.onError(() => Scope.close(scope, Exit.void)))
    return { page, scope }
  })

  // Interrupted in the middle, it would leave a page open.
  const drop = ({ scope }: Ready<Page>) => Effect.uninterruptible(Scope.close(scope, Exit.void))

  const isWanted = () => ready === undefined && taken < most

  const giveUp = (held: Ready<Page>) =>
    Effect.suspend(() => {
      if (ready !== held) return Effect.void
      ready = undefined
      return drop(held)
    })

  const warm = (wish: Wish) =>
    Effect.gen(function* () {
      if (!isWanted()) return
      const held = yield* hold(wish)
      if (!isWanted()) return yield* drop(held)
      ready = held
      yield* FiberHandle.run(patience, Effect.andThen(Effect.sleep(longestWait), giveUp(held)))
    }).pipe(Effect.catch((error) => Effect.logDebug("no page could be kept ready", error)))

  const takeOne = (wish: Wish) =>
    Effect.suspend(() => {
      let held = ready
      ready = undefined
      taken += 1
      const usable = Effect.gen(function* () {
        yield* FiberHandle.clear(patience)
        if (held !== undefined && isUsable(held.page, wish)) return held
        if (held !== undefined) yield* drop(held)
        held = yield* hold(wish)
        return held
      })
      const undo = Effect.suspend(() => {
        taken -= 1
        return held === undefined ? Effect.void : drop(held)
      })
      return Effect.onError(usable, () => undo)
    })

  return Effect.fnUntraced(function* (wish: Wish) {
    const ended = yield* Deferred.make<void>()
    const giveBack = (held: Ready<Page>) =>
      Effect.ensuring(
        drop(held),
        Effect.suspend(() => {
          taken -= 1
          return Deferred.succeed(ended, undefined)
        })
      )
    const { page } = yield* Effect.acquireRelease(takeOne(wish), giveBack, { interruptible: true })
    const quiet = Effect.raceFirst(Effect.sleep(busiest), Deferred.await(ended))
    // Once more when the session has ended: before, there may have been as many pages as there may be.
    yield* Effect.forkIn(
      Effect.all([quiet, warm(wish), Deferred.await(ended), warm(wish)], { discard: true }),
      layerScope
    )
    return page
  })
})
