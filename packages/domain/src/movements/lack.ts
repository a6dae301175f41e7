/**
 * A list that calls itself complete and lacks many of the movements that are known of its days: most likely it ended early
 * without saying so. Banks take a movement back now and then, never a tenth of them at once.
 */
import { type Coverage, isFromStatement, type KnownMovement } from "../Movement.ts"
import type { MissingMovement } from "./Reconciliation.ts"

export interface Lack {
  /** Booked movements of the list's days that it is the first not to show. */
  readonly gone: number
  /** Booked movements of those days that were known before. */
  readonly known: number
}

/** A list that lacks no more than these is believed; one that lacks more has most likely ended early. */
const most = 5
const mostShare = 0.1

/** `vanished`: what the list doesn't show, counted with it. */
export const lackOf = (
  known: ReadonlyArray<KnownMovement>,
  vanished: ReadonlyArray<MissingMovement>,
  { from, to }: Pick<Coverage, "from" | "to">
): Lack | undefined => {
  const ofItsDays = known.filter(
    ({ bookedDate, origin, removed, status }) =>
      status === "booked" && !removed && !isFromStatement(origin) && bookedDate >= from && bookedDate <= to
  )
  const ids = new Set(ofItsDays.map(({ id }) => id))
  // What an earlier one did not show either is no news: a person has accepted that, or it was taken for removed then.
  const gone = vanished.filter(({ id, missedScrapes }) => missedScrapes === 1 && ids.has(id)).length
  return gone > most && gone > mostShare * ofItsDays.length ? { gone, known: ofItsDays.length } : undefined
}

export const lackSentence = ({ gone, known }: Lack): string =>
  `${gone} of the ${known} known movements of these days are missing: the list seems to have ended early. If the bank has taken them back, accept this read.`
