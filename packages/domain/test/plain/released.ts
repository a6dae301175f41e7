/** `released` as it is plainly said: each is judged among all. */
import type { Coverage, KnownMovement, MovementOrigin } from "@counterfoil/domain"
import { businessDaysBetween } from "../../src/LocalDate.ts"
import { clearlyOverlap, readText, textOverlap } from "../../src/movements/overlap.ts"

/**
 * A held movement is one of its own once every movement that it might have been is seen beside it, or was only ever
 * pending: nobody has been told of those, so nothing can be told twice. So it is with one that was held itself and
 * that the list shows to be another, as far as all that it might have been is seen, and with one that is gone. Of one of the
 * page that is older than the page's list that says nothing, as it holds no new row for it. But where another one that was told
 * is gone, it may be that.
 */
export const released = (
  known: ReadonlyArray<KnownMovement>,
  seen: ReadonlySet<string>,
  superseded: ReadonlyArray<KnownMovement>,
  coverage: Coverage,
  origin: MovementOrigin
): ReadonlyArray<string> => {
  const isGoneTold = ({ bookedDate, heldFor, id, removed, reversed, status }: KnownMovement) =>
    status === "booked" &&
    heldFor.length === 0 &&
    !reversed &&
    !seen.has(id) &&
    (removed || (bookedDate >= coverage.from && bookedDate <= coverage.to))
  const mayBe = (one: KnownMovement, other: KnownMovement) => {
    const [first = "", last = ""] = [one.bookedDate, other.bookedDate].sort()
    const [text, otherText] = [readText(one), readText(other)]
    return (
      one.amountMinor === other.amountMinor &&
      one.currency === other.currency &&
      businessDaysBetween(first, last) <= 3 &&
      clearlyOverlap(text, otherText, textOverlap(text, otherText))
    )
  }
  const settled = (id: string): boolean => {
    const one = known.find((each) => each.id === id)
    const isOlder = one !== undefined && !one.removed && one.bookedDate < coverage.from
    if (isOlder && origin === "page" && (one.origin ?? "page") === "page") return true
    const isOut = one !== undefined && (superseded.includes(one) || (one.removed && one.heldFor.length > 0))
    return seen.has(id) || one?.status === "pending" || (isOut && one.heldFor.every(settled))
  }
  return known
    .filter(({ id, heldFor }) => coverage.complete && heldFor.length > 0 && seen.has(id) && heldFor.every(settled))
    .filter((one) => !known.some((other) => isGoneTold(other) && mayBe(one, other)))
    .map(({ id }) => id)
    .sort()
}
