/** How much of something expensive each may have under way, on this node; further ones are refused at once. */
import { Effect } from "effect"

export const makeAtOnce = <Refusal>(limit: number, refusal: () => Refusal) => {
  const open = new Map<string, number>()
  const change = (key: string, by: 1 | -1) => {
    const count = (open.get(key) ?? 0) + by
    if (count === 0) open.delete(key)
    else open.set(key, count)
  }
  const enter = (key: string) =>
    Effect.suspend(() => {
      if ((open.get(key) ?? 0) >= limit) return Effect.fail(refusal())
      change(key, 1)
      return Effect.void
    })

  return (key: string) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Refusal, R> =>
      Effect.acquireUseRelease(
        enter(key),
        () => work,
        () => Effect.sync(() => change(key, -1))
      )
}
