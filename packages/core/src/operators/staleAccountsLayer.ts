/** Tells operators of what has not been read for too long, whatever the reason: accounts, and lists of pending orders. */
import { DateTime, Duration, Effect, Layer, Schedule } from "effect"
import { logFailure } from "../DatabaseUnavailable.ts"
import { tellOperators } from "./OperatorNotices.ts"
import { OperatorRepository, type StaleAccount, type UnreadOrders } from "./OperatorRepository.ts"

const lookEvery = Duration.minutes(1)

const tellStale = ({ bank, id, lastCompleteScrapeAt }: StaleAccount) =>
  tellOperators({
    kind: "account_stale",
    message:
      lastCompleteScrapeAt === null
        ? "an account has had no complete scrape yet"
        : `an account has had no complete scrape since ${DateTime.formatIso(lastCompleteScrapeAt)}`,
    about: { account: id, bank }
  })

const tellUnread = ({ bank, id, since }: UnreadOrders) =>
  tellOperators({
    kind: "orders_unread",
    message: `an account's pending orders can't be read since ${DateTime.formatIso(since)}`,
    about: { account: id, bank }
  })

/** Looks once a minute until the scope closes. */
export const staleAccountsLayer = (staleAfter: Duration.Duration): Layer.Layer<never, never, OperatorRepository> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const repository = yield* OperatorRepository
      const look = Effect.gen(function* () {
        const before = DateTime.subtractDuration(yield* DateTime.now, staleAfter)
        yield* Effect.forEach(yield* repository.takeStale(before), tellStale, { discard: true })
        yield* Effect.forEach(yield* repository.takeUnreadOrders(before), tellUnread, { discard: true })
      })
      yield* look.pipe(
        Effect.catchCause((cause) => logFailure("stale accounts could not be looked for", cause)),
        Effect.repeat(Schedule.spaced(lookEvery)),
        Effect.forkScoped
      )
    })
  )
