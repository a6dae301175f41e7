/** A person paused, blocked or deleted the account while a login was under way: nothing is to be read any more. */
import { Data, Duration, Effect } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { Awake } from "./Awake.ts"
import { impedimentOf } from "./facts.ts"

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
