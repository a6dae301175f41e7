/**
 * Of each user so many requests are worked on at a time; the others wait, in their order. So a thousand at once of one user are
 * before nobody else's, neither at the processor nor at the database.
 */
import { Context, Effect, Layer, Option, Semaphore } from "effect"

/**
 * Of those that change something: each may hold one of sixteen connections to the database while it waits for a row of its own
 * user's, and what others change would find none left.
 */
export const changesAtOnce = 4

/** Twice the connections to the database: one user alone can keep it busy, and the next one waits for no more than these. */
export const requestsAtOnce = 32

export class RequestShare extends Context.Service<
  RequestShare,
  {
    /**
     * Runs the work when it is its turn among the user's, of which so many are worked on at a time (default: `requestsAtOnce`); the
     * other one, if that had to be waited for. (Default: the same)
     */
    readonly inTurn: (
      userId: string,
      atOnce?: number
    ) => <A, E, R>(work: Effect.Effect<A, E, R>, afterWaiting?: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@counterfoil/server/limits/RequestShare") {
  static readonly layer = Layer.sync(RequestShare, () => {
    const shares = new Map<string, { readonly permits: Semaphore.Semaphore; uses: number }>()
    const enter = (userId: string, atOnce: number) =>
      Effect.sync(() => {
        const share = shares.get(userId) ?? { permits: Semaphore.makeUnsafe(atOnce), uses: 0 }
        share.uses += 1
        shares.set(userId, share)
        return share
      })
    return RequestShare.of({
      inTurn:
        (userId, atOnce = requestsAtOnce) =>
        (work, afterWaiting = work) =>
          Effect.acquireUseRelease(
            enter(userId, atOnce),
            ({ permits }) =>
              Effect.flatMap(
                permits.withPermitsIfAvailable(1)(work),
                Option.match({ onNone: () => permits.withPermits(1)(afterWaiting), onSome: Effect.succeed })
              ),
            (share) =>
              Effect.sync(() => {
                share.uses -= 1
                if (share.uses === 0) shares.delete(userId)
              })
          )
    })
  })
}
