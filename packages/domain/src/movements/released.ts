/** Held movements whose doubt a scrape settles. */
import { isFromStatement, type Coverage, type KnownMovement, type MovementOrigin } from "../Movement.ts"
import type { Steps } from "../steps.ts"
import { isGhost } from "./ghosts.ts"
import { clearlyOverlap, textOverlap } from "./overlap.ts"
import { nearby, textOf } from "./pairGroups.ts"

/**
 * A held movement is one of its own once every movement that it might have been is seen beside it, or was only ever
 * pending: nobody has been told of those, so nothing can be told twice. So it is with one that was held itself and
 * that the list shows to be another, as far as all that it might have been is seen, and with one that is gone. Of one of the
 * page that is older than the page's list that says nothing, as it holds no new row for it. But where another one that was told
 * is gone, it may be that.
 */
export function* released(
  known: ReadonlyArray<KnownMovement>,
  seen: ReadonlySet<string>,
  superseded: ReadonlySet<KnownMovement>,
  coverage: Coverage,
  origin: MovementOrigin
): Steps<ReadonlyArray<string>> {
  const byId = new Map(known.map((one) => [one.id, one]))
  // Each is judged once: of many wordings each is held for all before it.
  const settled = new Map<string, boolean>()
  const isSettled = (id: string): boolean => {
    const one = byId.get(id)
    if (seen.has(id) || one?.status === "pending") return true
    if (one === undefined) return false
    if (!isFromStatement(origin) && isOlderOnPage(one, coverage)) return true
    if (!(superseded.has(one) || isGhost(one))) return false
    const is = settled.get(id) ?? one.heldFor.every(isSettled)
    settled.set(id, is)
    return is
  }
  const settledOnes = known.filter(
    ({ id, heldFor }) => coverage.complete && heldFor.length > 0 && seen.has(id) && heldFor.every(isSettled)
  )
  if (settledOnes.length === 0) return []
  const goneNear = yield* nearby(known.filter((one) => isGoneTold(one, seen, coverage)))
  const ids: Array<string> = []
  for (const one of settledOnes) {
    let isProven = true
    for (const other of goneNear(one)) {
      yield
      if (mayBe(one, other)) isProven = false
      if (!isProven) break
    }
    if (isProven) ids.push(one.id)
    yield
  }
  return ids
}

const isOlderOnPage = ({ bookedDate, origin, removed }: KnownMovement, { from }: Coverage): boolean =>
  !removed && !isFromStatement(origin) && bookedDate < from

const isGoneTold = (one: KnownMovement, seen: ReadonlySet<string>, { from, to }: Coverage): boolean =>
  one.status === "booked" &&
  one.heldFor.length === 0 &&
  !one.reversed &&
  !seen.has(one.id) &&
  (one.removed || (one.bookedDate >= from && one.bookedDate <= to))

const mayBe = (one: KnownMovement, other: KnownMovement): boolean => {
  const [text, otherText] = [textOf(one), textOf(other)]
  return clearlyOverlap(text, otherText, textOverlap(text, otherText))
}
