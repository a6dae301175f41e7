/** What another preset would change, told apart by what has become of each request. Pure. */
import { type AttemptResult, compareText, type Decision, type RequestStatus } from "@counterfoil/domain"

import type { PastRequest } from "./ConciliationRepository.ts"

export interface RehearsalCounts {
  readonly orders: number
  readonly matchedNow: number
  readonly matchedRehearsed: number
  /** Matched in both, with the same movement. */
  readonly same: number
  /** Matched in both, with another movement. */
  readonly different: number
  /** Matched now only. */
  readonly lost: number
  /** Matched in the rehearsal only. */
  readonly gained: number
  readonly ambiguousNow: number
  readonly ambiguousRehearsed: number
  /** Requests that the rehearsal matches in spite of what a person has chosen or separated. */
  readonly againstPerson: number
}

export interface RehearsedChange {
  readonly requestId: string
  readonly accountId: string
  readonly externalId: string
  readonly change: "different" | "lost" | "gained"
  readonly againstPerson: boolean
  readonly before: {
    readonly status: RequestStatus
    readonly movementId: string | null
    /** Result of the latest attempt; null: there was none yet, or a person has separated its match. */
    readonly result: AttemptResult | null
    readonly reason: string | null
  }
  readonly after: { readonly movementId: string | null; readonly result: AttemptResult; readonly reason: string }
}

export interface RehearsalReport {
  readonly counts: RehearsalCounts
  /** Changes that contradict a person's choice come first; the others by kind, then id. */
  readonly changes: ReadonlyArray<RehearsedChange>
}

/** A request with what the rehearsal decided for it. */
export interface Rehearsed {
  readonly request: PastRequest
  readonly decision: Decision
}

/** `separated` are the pairs that a person has parted. */
export const rehearsalReport = (
  rehearsed: ReadonlyArray<Rehearsed>,
  separated: ReadonlyArray<{ readonly orderId: string; readonly movementId: string }>
): RehearsalReport => {
  const chosenFor = new Map(
    rehearsed.flatMap(({ request }) =>
      request.chosen && request.paidBy !== null ? [[request.paidBy, request.id] as const] : []
    )
  )
  const parted = new Set(separated.map(({ movementId, orderId }) => `${orderId} ${movementId}`))
  const isAgainstPerson = ({ decision, request }: Rehearsed): boolean => {
    const { movementId } = decision
    if (movementId === undefined) return false
    const owner = chosenFor.get(movementId)
    return (
      (request.chosen && request.paidBy !== movementId) ||
      (owner !== undefined && owner !== request.id) ||
      parted.has(`${request.id} ${movementId}`)
    )
  }
  const count = (holds: (each: Rehearsed) => boolean) => rehearsed.filter(holds).length
  return {
    counts: {
      orders: rehearsed.length,
      matchedNow: count(({ request }) => request.paidBy !== null),
      matchedRehearsed: count(({ decision }) => decision.movementId !== undefined),
      same: count((each) => changeOf(each) === "same"),
      different: count((each) => changeOf(each) === "different"),
      lost: count((each) => changeOf(each) === "lost"),
      gained: count((each) => changeOf(each) === "gained"),
      ambiguousNow: count(({ request }) => before(request).result === "ambiguous"),
      ambiguousRehearsed: count(({ decision }) => decision.result === "ambiguous"),
      againstPerson: count(isAgainstPerson)
    },
    changes: rehearsed
      .flatMap((each): ReadonlyArray<RehearsedChange> => {
        const change = changeOf(each)
        if (change === undefined || change === "same") return []
        const { decision, request } = each
        return [
          {
            requestId: request.id,
            accountId: request.accountId,
            externalId: request.externalId,
            change,
            againstPerson: isAgainstPerson(each),
            before: before(request),
            after: { movementId: decision.movementId ?? null, result: decision.result, reason: decision.reason }
          }
        ]
      })
      .sort(
        (a, b) =>
          Number(b.againstPerson) - Number(a.againstPerson) ||
          kinds.indexOf(a.change) - kinds.indexOf(b.change) ||
          compareText(a.requestId, b.requestId)
      )
  }
}

const kinds: ReadonlyArray<RehearsedChange["change"]> = ["different", "lost", "gained"]

/** Undefined: matched in neither. */
const changeOf = ({ decision, request }: Rehearsed): RehearsedChange["change"] | "same" | undefined => {
  if (request.paidBy === null) return decision.movementId === undefined ? undefined : "gained"
  if (decision.movementId === undefined) return "lost"
  return decision.movementId === request.paidBy ? "same" : "different"
}

const before = ({ paidBy, reason, result, status }: PastRequest): RehearsedChange["before"] =>
  paidBy === null && result === "matched"
    ? { status, movementId: null, result: null, reason: null }
    : { status, movementId: paidBy, result, reason }
