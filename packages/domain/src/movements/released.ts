/** Held movements whose doubt a scrape settles. */
import type { Coverage, KnownMovement } from "../Movement.ts"

/**
 * A held movement is one of its own once every movement that it might have been is seen beside it, or was only ever
 * pending: nobody has been told of those, so nothing can be told twice.
 */
export const released = (
  known: ReadonlyArray<KnownMovement>,
  seen: ReadonlySet<string>,
  coverage: Coverage
): ReadonlyArray<string> => {
  const byId = new Map(known.map((one) => [one.id, one]))
  const settled = (id: string) => seen.has(id) || byId.get(id)?.status === "pending"
  return known
    .filter(({ id, heldFor }) => coverage.complete && heldFor.length > 0 && seen.has(id) && heldFor.every(settled))
    .map(({ id }) => id)
}
