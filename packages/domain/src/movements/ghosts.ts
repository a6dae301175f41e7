/** Held movements that are gone: none of their own, as far as anybody knows, and nobody has been told of them. */
import type { KnownMovement, MovementOrigin, StatementRow } from "../Movement.ts"
import type { Steps } from "../steps.ts"
import { pairByKey, type Pairing } from "./pairByKey.ts"

export const isGhost = ({ heldFor, removed }: KnownMovement): boolean => removed && heldFor.length > 0

/** A row that nothing has recognised. */
export interface Unknown {
  readonly row: StatementRow
  readonly heldFor: ReadonlyArray<string>
}

/**
 * By key, for rows that nothing else has recognised: what is a movement comes first for its row, in other words and of another
 * day, too, or it would be gone and this one told in its place. A row in doubt is one that was so for the same ones.
 */
export function* comeBack(
  ghosts: ReadonlyArray<KnownMovement>,
  unknown: ReadonlyArray<Unknown>,
  origin: MovementOrigin
): Steps<Pairing["pairs"]> {
  if (ghosts.length === 0) return []
  const heldForOf = new Map(unknown.map(({ heldFor, row }) => [row, heldFor]))
  const { pairs } = yield* pairByKey(ghosts, [...heldForOf.keys()], origin)
  return pairs.filter(({ known, row }) => {
    const heldFor = heldForOf.get(row) ?? []
    return heldFor.length === 0 || [...heldFor].sort().join(" ") === [...known.heldFor].sort().join(" ")
  })
}
