/** Movements that were taken back, and are there again in other words: their keys don't recognise them. */
import type { KnownMovement, MovementOrigin } from "../Movement.ts"
import type { Steps } from "../steps.ts"
import { agree, isOneFormat, others } from "./acrossOrigins.ts"
import type { Unknown } from "./ghosts.ts"
import { type Pair, pairOfDay } from "./pairGroups.ts"

/**
 * Of what nothing else has recognised, and isn't in doubt: one of the day and amount of a told one that is gone is that one if their
 * words agree, as it is by its key. It would be told twice.
 */
export function* shownAgain(
  known: ReadonlyArray<KnownMovement>,
  unknown: ReadonlyArray<Unknown>,
  back: ReadonlyArray<Pair>,
  origin: MovementOrigin
): Steps<ReadonlyArray<Pair>> {
  const gone = known.filter((one) => one.removed && !one.reversed && one.status === "booked")
  if (gone.length === 0) return []
  const recognised = new Set(back.map(({ row }) => row))
  const rows = unknown
    .filter(({ heldFor, row }) => row.status === "booked" && heldFor.length === 0 && !recognised.has(row))
    .map(({ row }) => row)
  return yield* pairOfDay(gone, rows, {
    fits: (pair) => !isOneFormat(pair.known, origin) && agree(pair) && !others(pair)
  })
}
