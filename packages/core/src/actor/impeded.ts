/** Nothing is to be read any more: a person paused, blocked or deleted the account meanwhile, or a login has to wait. */
import { nextRead } from "@counterfoil/domain"
import { Data, Duration, Effect } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { Awake } from "./Awake.ts"
import { factsOf, impedimentOf } from "./facts.ts"

/** The cycle ends without an outcome; the loop closes the session, and answers whoever asked for a scrape. */
export class Impeded extends Data.TaggedError("Impeded") {}

export const isImpeded = Effect.fnUntraced(function* ({ accountId }: Awake) {
  const accountRows = yield* AccountRepository
  const { ordersInterval } = yield* AccountPolicy
  const agenda = yield* accountRows.agenda(accountId, Duration.toMillis(ordersInterval))
  return agenda !== null && impedimentOf(agenda) !== null
})

export const stopIfImpeded = (awake: Awake) =>
  Effect.flatMap(isImpeded(awake), (impeded) => (impeded ? Effect.fail(new Impeded()) : Effect.void))

/** Whether a login of the account might begin now, were it due. `isAsked`: a person waits for it. */
export const mayLogIn = Effect.fnUntraced(function* ({ accountId }: Awake, isAsked = false) {
  const accountRows = yield* AccountRepository
  const policy = yield* AccountPolicy
  const agenda = yield* accountRows.agenda(accountId, Duration.toMillis(policy.ordersInterval))
  if (agenda === null) return false
  const facts = factsOf(agenda, policy)
  const due = { ...facts, nextRunAt: facts.now, jobQueued: facts.jobQueued || isAsked }
  return nextRead(due, false).at <= facts.now
})

/**
 * The session that was open is not any more: a login may have to wait where a read in it had not (for the owner's hours, their
 * pause, the bank's).
 */
export const stopUnlessLoginMayBegin = (awake: Awake, isAsked: boolean) =>
  Effect.flatMap(mayLogIn(awake, isAsked), (may) => (may ? Effect.void : Effect.fail(new Impeded())))
