/**
 * Commands are written to the tables and wake the account's actor when they commit. Only commands for a login that is under
 * way (a code, a cancellation) are sent to the actor itself, on whichever node it is awake.
 */
import { DateTime, Duration, Effect, Layer } from "effect"
import { type AccountFacts, isUuid, nextRead } from "@counterfoil/domain"
import { AccountNotFound, accountNameProblem } from "../accounts/Account.ts"
import {
  AccountCommands,
  type AccountOverview,
  LoginUnreachable,
  type OrdersFailing
} from "../accounts/AccountCommands.ts"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { ActorAgenda, OverviewRow } from "../accounts/ActorRows.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { unread } from "../orders/OrderPoller.ts"
import { InvalidInput } from "../refusals.ts"
import { Transactor } from "../Transactor.ts"
import { AccountEntity } from "./AccountEntity.ts"
import { AwakeActors } from "./AwakeActors.ts"
import { factsOf, impedimentOf } from "./facts.ts"
import type { AccountStatus } from "../accounts/AccountStatus.ts"

/** A volatile call is sent again for ever to a node that died: no caller waits longer than this. */
const patience = Duration.seconds(20)

const asleep: AccountStatus = { sessionRunning: false, pendingAssistance: null, openAssistance: null, state: "idle" }

export const accountCommandsLayer = Layer.effect(
  AccountCommands,
  Effect.gen(function* () {
    const actor = yield* AccountEntity.client
    const accountRows = yield* AccountRepository
    const awake = yield* AwakeActors
    const due = yield* DueAccounts
    const activity = yield* ActivityLog
    const policy = yield* AccountPolicy
    const transactor = yield* Transactor

    /** A program that embeds the service may name any; the API has looked whose it is. */
    const command = Effect.fnUntraced(function* <A, E>(accountId: string, work: Effect.Effect<A, E>) {
      const account = isUuid(accountId) ? yield* accountRows.find(accountId) : null
      if (account === null) return yield* new AccountNotFound({})
      return yield* transactor.transact(work)
    })

    const restart = Effect.fnUntraced(function* (accountId: string) {
      const mates = yield* due.unblock(accountId)
      const named = (yield* accountRows.loadActor(accountId))?.name ?? null
      yield* activity.add({
        accountId,
        kind: "account.restarted",
        message: "Scraping was restarted by a person",
        data: { account_name: null }
      })
      const message = "Scraping was restarted by a person, with another account of this login"
      for (const mate of mates)
        yield* activity.add({ accountId: mate, kind: "account.restarted", message, data: { account_name: named } })
      yield* due.wake(mates)
      return yield* due.requestScrape(accountId)
    })

    const rename = Effect.fnUntraced(function* (accountId: string, name: string) {
      const account = yield* accountRows.lock(accountId)
      if (account === null) return yield* new AccountNotFound({})
      if (account.name === name) return
      yield* accountRows.rename(accountId, name)
      yield* activity.add({
        accountId,
        kind: "account.renamed",
        message: `The account is called "${name}" now, not "${account.name}"`,
        data: { name, before: account.name }
      })
    })

    const pause = Effect.fnUntraced(function* (accountId: string) {
      yield* due.setStatus(accountId, "paused")
      yield* due.wake([accountId])
    })

    const resume = Effect.fnUntraced(function* (accountId: string) {
      yield* due.setStatus(accountId, "active")
      // Orders that were listed meanwhile, too: they have had their first attempt.
      yield* due.matchAnew(accountId)
    })

    /**
     * What a login asks elsewhere. Its node may freeze: the message then waits, and reaches the account's next node, where another
     * login may ask for a code of its own.
     */
    const openElsewhere = (accountId: string) =>
      awake.find(accountId) === undefined
        ? Effect.map(due.status(accountId), (status) => (status?.pendingAssistance ?? status?.openAssistance)?.id)
        : Effect.succeed(undefined)

    return AccountCommands.of({
      scrape: Effect.fn("AccountCommands.scrape")(function* (accountId) {
        const job = yield* command(accountId, due.requestScrape(accountId))
        return { jobId: job.id }
      }),
      restart: Effect.fn("AccountCommands.restart")(function* (accountId) {
        const job = yield* command(accountId, restart(accountId))
        return { jobId: job.id }
      }),
      submitOtp: Effect.fnUntraced(function* (accountId, code, how) {
        const openThen = yield* openElsewhere(accountId)
        const answer = openThen === undefined ? how : { ...how, openThen }
        return yield* actor(accountId)
          .SubmitOtp({ code, ...(answer === undefined ? {} : { how: answer }) })
          .pipe(Effect.timeout(patience), Effect.catchTag(unreachable, unreached))
      }),
      cancelAssistance: Effect.fnUntraced(function* (accountId) {
        const assistanceId = yield* openElsewhere(accountId)
        return yield* (
          assistanceId === undefined ? actor(accountId).CancelAssistance() : actor(accountId).Withdraw({ assistanceId })
        ).pipe(Effect.timeout(patience), Effect.catchTag(unreachable, unreached))
      }),
      withdraw: (accountId, assistanceId) =>
        actor(accountId)
          .Withdraw({ assistanceId })
          .pipe(Effect.timeout(patience), Effect.catchTag(unreachable, unreached)),
      picture: (accountId, assistanceId) =>
        actor(accountId)
          .Picture({ assistanceId })
          .pipe(Effect.timeout(patience), Effect.catchTag(unreachable, unreached)),
      status: (accountId) => {
        const asked = isUuid(accountId) ? due.status(accountId) : Effect.succeed(null)
        return awake.find(accountId)?.status ?? Effect.map(asked, (status) => status ?? asleep)
      },
      nextRunAt: Effect.fnUntraced(function* (accountId, sessionRunning) {
        if (!isUuid(accountId)) return null
        const agenda = yield* accountRows.agenda(accountId, Duration.toMillis(policy.ordersInterval))
        return agenda === null ? null : nextRun(agenda, factsOf(agenda, policy), sessionRunning).nextRunAt
      }),
      overview: Effect.fn("AccountCommands.overview")(function* (userId) {
        if (!isUuid(userId)) return []
        const rows = yield* accountRows.overviews(userId, Duration.toMillis(policy.ordersInterval))
        return yield* Effect.forEach(rows, (row) =>
          Effect.map(awake.find(row.accountId)?.status ?? Effect.succeed(row.actor), (status) =>
            overviewOf(row, status, factsOf(row, policy))
          )
        )
      }),
      pollOrders: (accountId) => command(accountId, due.add(accountId, { kind: "poll" })),
      runRequest: (accountId, requestId) => command(accountId, due.add(accountId, { kind: "run", requestId })),
      rename: Effect.fn("AccountCommands.rename")(function* (accountId, name) {
        const problem = accountNameProblem(name)
        if (problem !== undefined) return yield* new InvalidInput({ message: problem })
        yield* command(accountId, rename(accountId, name))
      }),
      pause: (accountId) => command(accountId, pause(accountId)),
      resume: (accountId) => command(accountId, resume(accountId))
    })
  })
)

/** When the schedule's next read can begin, and what it waits for. */
const nextRun = (agenda: ActorAgenda, facts: AccountFacts, sessionRunning: boolean) => {
  if (facts.impediment !== null) return { nextRunAt: agenda.nextRunAt, waitsFor: "impediment" as const }
  const { at, because } = nextRead({ ...facts, jobQueued: false }, sessionRunning)
  return { nextRunAt: at > facts.now ? DateTime.makeUnsafe(at) : agenda.nextRunAt, waitsFor: because }
}

const overviewOf = (row: OverviewRow, status: AccountStatus, facts: AccountFacts): AccountOverview => ({
  ...status,
  id: row.accountId,
  bank: row.bank,
  bankName: row.bankName,
  name: row.name,
  status: row.status,
  blockedAt: row.blockedAt,
  blockedReason: row.blockedReason,
  impediment: facts.impediment,
  impedimentCode: impedimentOf(row)?.code ?? null,
  lastScrapeAt: row.lastCompleteScrapeAt,
  ...nextRun(row, facts, status.sessionRunning),
  failureKind: row.failureKind,
  failureCount: row.failureCount,
  hasSettings: row.hasSettings,
  sessionType: row.sessionType,
  loginMode: row.loginMode,
  scriptVersion: row.scriptVersion,
  scriptSessionTypes: row.scriptSessionTypes,
  latestEvidenceId: row.latestEvidenceId,
  codeVia: row.codeVia,
  ordersFailing: ordersFailingOf(row)
})

/** Orders are asked for in one mode only, of accounts that have an address for them. */
const ordersFailingOf = (row: OverviewRow): OrdersFailing | null =>
  row.ordersFailingSince === null || row.pollAt === null
    ? null
    : {
        since: row.ordersFailingSince,
        failures: row.ordersFailures ?? 0,
        message: unread(row.ordersFailure ?? undefined),
        httpStatus: row.ordersFailureStatus,
        reason: row.ordersFailureReason
      }

/** How it ends when the actor can't be reached in time; what it answers stays typed. */
const unreachable = [
  "MailboxFull",
  "AlreadyProcessingMessage",
  "PersistenceError",
  "EntityNotAssignedToRunner",
  "TimeoutError"
] as const

const unreached = (cause: unknown) => Effect.die(new LoginUnreachable({ cause }))
