/**
 * How much of receivers' answers is kept. They stay for weeks with each attempt, and a receiver may answer millions of messages by
 * 16 KiB each: of an account few long ones an hour are kept as they are, and so of all accounts together, on this node.
 */
import { Duration, Effect } from "effect"
import { makeLimiter } from "../Limiter.ts"
import type { AttemptEnd } from "../outbox/DeliveryRows.ts"

/** Characters that are always kept: what a receiver has to say stands at the beginning. */
const beginning = 512
const longAnswersPerHour = 20
const longAnswersOfAllPerHour = 1_000

const perHour = (limit: number) => makeLimiter([{ limit, window: Duration.hours(1) }])

export const makeKeptAnswers = () => {
  const [ofAccount, ofAll] = [perHour(longAnswersPerHour), perHour(longAnswersOfAllPerHour)]
  return (accountId: string, end: AttemptEnd): Effect.Effect<AttemptEnd> => {
    const { response } = end
    if (response === null || response.length <= beginning) return Effect.succeed(end)
    return Effect.match(Effect.andThen(ofAccount.take(accountId), ofAll.take("all")), {
      onSuccess: () => end,
      onFailure: () => ({ ...end, response: `${response.slice(0, beginning).toWellFormed()}…` })
    })
  }
}
