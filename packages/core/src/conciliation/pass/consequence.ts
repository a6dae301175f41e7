/** What a decision means for a request: its next status, and what the user's system is told. Pure. */
import { Option } from "effect"
import {
  type Decision,
  type RequestEvent,
  requestMachine,
  transition,
  type RequestStatus,
  waitingRequestStatuses
} from "@counterfoil/domain"
import type { OpenRequest, RequestInBrief } from "../ConciliationRepository.ts"
import type { PassCause } from "../Conciliator.ts"

export interface Consequence {
  readonly change: {
    readonly status: RequestStatus
    readonly misses: number
    readonly toldCandidates: string | null
  }
  readonly tell: "matched" | "ambiguous" | null
}

/** Null: this pass makes no attempt for the request. */
export const consequenceOf = (
  request: OpenRequest,
  decision: Decision,
  cause: PassCause,
  retryLimit: number
): Consequence | null => {
  if (!concerns(request, decision, cause)) return null
  switch (decision.result) {
    case "matched":
      return { change: settled(request, matchedFrom(request.status)), tell: "matched" }
    case "ambiguous": {
      // Past its time, only a clear payment counts.
      if (request.status === "expired") return { change: settled(request, "expired"), tell: null }
      const candidates = signature(decision)
      const status = request.status === "ambiguous" ? "ambiguous" : through(request.status, "find_several")
      return {
        change: { status, misses: 0, toldCandidates: candidates },
        // Told once per set of candidates.
        tell: candidates === request.toldCandidates ? null : "ambiguous"
      }
    }
    case "not_found": {
      const misses = request.misses + 1
      if (request.status === "expired") return { change: settled(request, "expired"), tell: null }
      // It goes on resting: what came close is noted, for whoever looks at it.
      if (request.status === "not_found" && cause._tag !== "Run")
        return { change: settled(request, "not_found"), tell: null }
      const status = through(request.status, misses > retryLimit ? "give_up" : "find_none")
      return { change: { status, misses, toldCandidates: null }, tell: null }
    }
    case "skipped":
    case "error": {
      const status = request.status === "failed" ? through("failed", "find_none") : request.status
      return { change: settled(request, status), tell: null }
    }
  }
}

/**
 * The next state of a request whose attempt could not be carried out. One that rested as `not_found` is pending again, so
 * that it is tried again.
 */
export const afterError = (
  { errors, status }: Pick<RequestInBrief, "errors" | "status">,
  retryLimit: number
): { readonly status: RequestStatus; readonly errors: number } => {
  const now = errors + 1
  if (status === "expired") return { status, errors: now }
  if (now >= Math.max(1, retryLimit)) return { status: through(status, "fail"), errors: now }
  return { status: status === "not_found" ? through(status, "find_none") : status, errors: now }
}

/** For a request about which nothing can be decided: whether the pass makes an attempt all the same. */
export const wouldAttempt = (request: Pick<RequestInBrief, "id" | "status">, cause: PassCause): boolean =>
  cause._tag === "Run" ? cause.requestId === request.id : request.status === "pending" && isAttempted(request, cause)

/** Whether the pass makes an attempt for the request. */
const concerns = (request: OpenRequest, decision: Decision, cause: PassCause): boolean => {
  if (request.status === "matched" || request.status === "cancelled") return false
  if (cause._tag === "Run") return cause.requestId === request.id
  // It takes part all the same: what it may be given is nobody else's meanwhile.
  if (request.isBeingSettled) return false
  // An attempt that is skipped is written once for each reason, not at every scrape.
  if (decision.result === "skipped") {
    return (
      waitingRequestStatuses.includes(request.status) &&
      request.lastCode !== decision.code &&
      isAttempted(request, cause)
    )
  }
  switch (request.status) {
    case "pending":
      return isAttempted(request, cause) || saysSomething(decision)
    case "ambiguous":
      return decision.result === "matched" || changed(request, decision)
    case "not_found":
      return saysSomething(decision) || comesClose(request, decision)
    // A payment that was booked in time and seen after the expiry.
    case "expired":
      return decision.result === "matched"
    default:
      return false
  }
}

/** Orders that were just seen have their first attempt; each scrape makes one for those that wait. */
const isAttempted = (request: Pick<OpenRequest, "id">, cause: PassCause): boolean =>
  cause._tag === "Appeared" ? cause.requestIds.includes(request.id) : cause._tag === "Scrape" && cause.counts

/** Of an order for whose amount nothing had come. Once: its latest attempt says so from then on. */
const comesClose = ({ lastCode }: OpenRequest, { candidates, code }: Decision): boolean =>
  lastCode === "not_found_amount" && code !== "not_found_amount" && candidates.length > 0

const saysSomething = ({ result }: Decision): boolean => result === "matched" || result === "ambiguous"

const changed = (request: OpenRequest, decision: Decision): boolean =>
  decision.result === "ambiguous" ? signature(decision) !== request.toldCandidates : true

const signature = (decision: Decision): string => decision.candidates.flatMap(contender).sort().join(",")

const contender = ({ movementId, role }: Decision["candidates"][number]): ReadonlyArray<string> =>
  role === "contender" ? [movementId] : []

const settled = (request: OpenRequest, status: RequestStatus) => ({
  status,
  misses: request.misses,
  toldCandidates: request.toldCandidates
})

const matchedFrom = (status: RequestStatus): RequestStatus =>
  status === "expired"
    ? Option.getOrElse(transition(requestMachine, status, "match_late"), () => status)
    : through(status, "match")

/** Where events lead from a status, as far as it was asked. */
const leads = new Map<RequestStatus, Map<RequestEvent, RequestStatus>>()

/** Claimed and decided in one commit: from its status over `processing` to where the event leads. */
const through = (status: RequestStatus, event: RequestEvent): RequestStatus => {
  const known = leads.get(status)?.get(event)
  if (known !== undefined) return known
  const next = leadOf(status, event)
  leads.set(status, (leads.get(status) ?? new Map<RequestEvent, RequestStatus>()).set(event, next))
  return next
}

const leadOf = (status: RequestStatus, event: RequestEvent): RequestStatus =>
  transition(requestMachine, status, status === "not_found" ? "wake" : "claim").pipe(
    Option.flatMap((next) => (next === "pending" ? transition(requestMachine, next, "claim") : Option.some(next))),
    Option.orElse(() => transition(requestMachine, status, "run")),
    Option.flatMap((processing) => transition(requestMachine, processing, event)),
    Option.getOrElse(() => status)
  )
