/** Held movements whose doubt a scrape settles. */
import type { Coverage, KnownMovement } from "../Movement.ts"

/**
 * A held movement is one of its own once every movement that it might have been is seen beside it, or was only ever
 * pending: nobody has been told of those, so nothing can be told twice. So it is with one that was held itself and
 * that the list shows to be another, as far as all that it might have been is seen.
 */
export const released = (
  known: ReadonlyArray<KnownMovement>,
  seen: ReadonlySet<string>,
  superseded: ReadonlySet<KnownMovement>,
  coverage: Coverage
): ReadonlyArray<string> => {
  const byId = new Map(known.map((one) => [one.id, one]))
  // Each is judged once: of many wordings each is held for all before it.
  const settled = new Map<string, boolean>()
  const isSettled = (id: string): boolean => {
    const one = byId.get(id)
    if (seen.has(id) || one?.status === "pending") return true
    if (one === undefined || !superseded.has(one)) return false
    const is = settled.get(id) ?? one.heldFor.every(isSettled)
    settled.set(id, is)
    return is
  }
  return known
    .filter(({ id, heldFor }) => coverage.complete && heldFor.length > 0 && seen.has(id) && heldFor.every(isSettled))
    .map(({ id }) => id)
}
