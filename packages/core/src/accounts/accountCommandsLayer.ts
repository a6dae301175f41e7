/** Commands go to the tables first, then a message wakes the account's actor wherever it lives. */
import { Duration, Effect, Layer } from "effect"
import { ActivityLog } from "../events/ActivityLog.ts"
import { Transactor } from "../Transactor.ts"
import { AccountCommands } from "./AccountCommands.ts"
import { AccountEntity } from "./AccountEntity.ts"
import { ActorRepository } from "./ActorRepository.ts"
import { makeNextLogin } from "./nextLogin.ts"
import { ScrapeJobs } from "./ScrapeJobs.ts"
import { StatusBoard } from "./StatusBoard.ts"

/** A volatile call is sent again for ever to a node that died: no caller waits longer than this. */
const patience = Duration.seconds(20)

export const accountCommandsLayer = Layer.effect(
  AccountCommands,
  Effect.gen(function* () {
    const actor = yield* AccountEntity.client
    const actors = yield* ActorRepository
    const board = yield* StatusBoard
    const jobs = yield* ScrapeJobs
    const activity = yield* ActivityLog
    const transactor = yield* Transactor
    const nextLogin = yield* makeNextLogin

    /** A wake-up that is lost is made good by the supervisor's next round. */
    const wake = (accountId: string) =>
      actor(accountId)
        .Wake()
        .pipe(
          Effect.timeout(patience),
          Effect.catch((error) => Effect.logWarning("account could not be woken", error)),
          Effect.annotateLogs({ accountId })
        )

    return AccountCommands.of({
      scrape: Effect.fn("AccountCommands.scrape")(function* (accountId) {
        const job = yield* jobs.request(accountId)
        yield* wake(accountId)
        return { jobId: job.id }
      }),
      restart: Effect.fn("AccountCommands.restart")(function* (accountId) {
        const job = yield* transactor.transact(
          Effect.gen(function* () {
            yield* actors.unblock(accountId)
            yield* activity.add({ accountId, kind: "account.restarted", message: "Scraping was restarted by a person" })
            return yield* jobs.request(accountId)
          })
        )
        yield* wake(accountId)
        return { jobId: job.id }
      }),
      submitOtp: (accountId, code) =>
        actor(accountId).SubmitOtp({ code }).pipe(Effect.timeout(patience), Effect.catchTag(unreachable, Effect.die)),
      cancelAssistance: (accountId) =>
        actor(accountId).CancelAssistance().pipe(Effect.timeout(patience), Effect.catchTag(unreachable, Effect.die)),
      status: (accountId) =>
        board.find(accountId) ??
        actor(accountId).Status().pipe(Effect.timeout(patience), Effect.catchTag(unreachable, Effect.die)),
      nextRunAt: Effect.fnUntraced(function* (accountId, sessionRunning) {
        const state = yield* actors.load(accountId)
        if (state === null) return null
        return sessionRunning ? state.nextRunAt : yield* nextLogin(state)
      }),
      pollOrders: (accountId) =>
        actor(accountId).PollOrders().pipe(Effect.timeout(patience), Effect.catchTag(unreachable, Effect.die)),
      runRequest: (accountId, requestId) =>
        actor(accountId)
          .RunRequest({ requestId })
          .pipe(Effect.timeout(patience), Effect.catchTag(unreachable, Effect.die)),
      matchTaken: (accountId, { complete, scrapeId }) =>
        actor(accountId)
          .MatchTaken({ complete, scrapeId })
          .pipe(Effect.timeout(patience), Effect.catchTag(unreachable, Effect.die)),
      pause: (accountId) => actors.setStatus(accountId, "paused").pipe(Effect.andThen(wake(accountId))),
      resume: (accountId) => actors.setStatus(accountId, "active").pipe(Effect.andThen(wake(accountId))),
      reload: wake
    })
  })
)

/** An actor that can't be reached in time is a fault of ours; what it answers stays typed. */
const unreachable = [
  "MailboxFull",
  "AlreadyProcessingMessage",
  "PersistenceError",
  "EntityNotAssignedToRunner",
  "TimeoutError"
] as const
