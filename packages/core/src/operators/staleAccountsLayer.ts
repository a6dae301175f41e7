/** Tells operators of accounts that have had no complete scrape for too long, whatever the reason. */
import { DateTime, Duration, Effect, Layer, Schedule } from "effect"
import { logFailure } from "../DatabaseUnavailable.ts"
import { tellOperators } from "./OperatorNotices.ts"
import { OperatorRepository, type StaleAccount } from "./OperatorRepository.ts"

const lookEvery = Duration.minutes(1)

const tell = ({ bank, id, lastCompleteScrapeAt }: StaleAccount) =>
  tellOperators({
    kind: "account_stale",
    message:
      lastCompleteScrapeAt === null
        ? "an account has had no complete scrape yet"
        : `an account has had no complete scrape since ${DateTime.formatIso(lastCompleteScrapeAt)}`,
    about: { account: id, bank }
  })

/** Looks once a minute until the scope closes. */
export const staleAccountsLayer = (staleAfter: Duration.Duration): Layer.Layer<never, never, OperatorRepository> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const repository = yield* OperatorRepository
      const look = Effect.gen(function* () {
        const before = DateTime.subtractDuration(yield* DateTime.now, staleAfter)
        yield* Effect.forEach(yield* repository.takeStale(before), tell, { discard: true })
      })
      yield* look.pipe(
        Effect.catchCause((cause) => logFailure("stale accounts could not be looked for", cause)),
        Effect.repeat(Schedule.spaced(lookEvery)),
        Effect.forkScoped
      )
    })
  )
