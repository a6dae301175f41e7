/** Taking a statement in: check, recognise, insert, tell; one transaction, fenced by the actor's epoch. */
import { DateTime, Duration, Effect, Layer, Result } from "effect"
import {
  goesBeyond,
  laterDate,
  localDateAt,
  readBack,
  readingStatement,
  type Statement,
  untilToday
} from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { tellOperators } from "../operators/OperatorNotices.ts"
import { Transactor } from "../Transactor.ts"
import { cooperatively } from "../cooperatively.ts"
import { decodeStatement } from "./decodeStatement.ts"
import { makeIngest, makeTellOfScrape } from "./ingest.ts"
import { makeListedRows } from "./listedRows.ts"
import { makeRecall } from "./recallMovements.ts"
import { type IntakeInput, MovementIntake, StatementRefused } from "./MovementIntake.ts"
import { MovementRepository } from "./MovementRepository.ts"
import { makeTellOfRead } from "./tellOfRead.ts"

/** Ten thousand rows and three patterns take a second. */
const readingTime = Duration.seconds(30)
const takesTooLong = new StatementRefused({
  kind: "script_error",
  message: "The script's statement takes too long to be read: it has too many rows, or volatileText that looks too far"
})

/** Without what was read the bank would be asked for it once more. */
const writingPatience = Duration.seconds(60)

export const movementIntakeLayer = Layer.effect(
  MovementIntake,
  Effect.gen(function* () {
    const activity = yield* ActivityLog
    const accountRows = yield* AccountRepository
    const due = yield* DueAccounts
    const ingest = yield* makeIngest
    const listedRows = yield* makeListedRows
    const policy = yield* AccountPolicy
    const recall = yield* makeRecall
    const repository = yield* MovementRepository
    const tellOfScrape = yield* makeTellOfScrape
    const tellOfRead = yield* makeTellOfRead
    const transactor = yield* Transactor

    const readBackTo = Effect.fn("MovementIntake.readBackTo")(function* (accountId: string, zone: string) {
      const state = yield* accountRows.loadActor(accountId)
      // Orders count in reconcile only: open ones of an earlier mode were cancelled with it.
      const oldest = yield* repository.oldestOpenOrder(accountId)
      const now = yield* DateTime.now
      const plan = readBack({
        today: localDateAt(now.epochMilliseconds, zone),
        highWater: state?.highWater ?? undefined,
        watchedFrom: state?.watchedFrom ?? undefined,
        oldestPendingOrder: oldest === null ? undefined : localDateAt(oldest.epochMilliseconds, zone),
        initialWindowDays: Math.ceil(Duration.toDays(policy.initialWindow)),
        overlapDays: Math.ceil(Duration.toDays(policy.overlap))
      })
      if (plan.gap !== undefined) {
        yield* activity.add({
          accountId,
          kind: "scrape.gap",
          message: `The bank account could not be read from ${plan.gap.from} to ${plan.gap.to}: too far back to read now`,
          data: { ...plan.gap }
        })
      }
      yield* repository.watchFrom(accountId, plan.since)
      return plan.since
    })

    /**
     * Tried again while the database is away: an earlier try may have been committed, and not answered. The fence comes first, for
     * it waits where that commit is still under way.
     */
    const writtenOnce = <A, E, R>(input: IntakeInput, scrapeId: string, write: Effect.Effect<A, E, R>) => {
      let tried: { readonly written: A } | undefined
      const written = Effect.gen(function* () {
        yield* accountRows.fence(input.accountId, input.epoch)
        if (tried !== undefined && (yield* repository.findScrape(input.accountId, scrapeId)) !== null) {
          return tried.written
        }
        tried = { written: yield* write }
        return tried.written
      })
      return onceDatabaseIsBack(transactor.transact(written), writingPatience)
    }

    /** Nothing of a broken statement is told; it is kept for its owner to look at. */
    const quarantine = Effect.fnUntraced(function* (
      input: IntakeInput,
      statement: Statement,
      { message, shows }: Pick<StatementRefused, "message" | "shows">
    ) {
      // How its owner calls another account is nothing for operators.
      const fault = shows?.sentence ?? message
      const id = yield* uuid
      yield* writtenOnce(
        input,
        id,
        Effect.gen(function* () {
          yield* repository.saveScrape({
            id,
            ...sourceOf(input),
            coverage: statement.coverage,
            rowsRead: statement.movements.length,
            rowsNew: 0,
            fault,
            statement: input.statement
          })
          yield* activity.add({
            accountId: input.accountId,
            kind: "scrape.quarantined",
            message: `A scrape was set aside: ${fault}`,
            data: {
              scrape_id: id,
              account_id: shows?.id ?? null,
              account_name: shows?.name ?? null
            }
          })
        })
      )
      yield* tellOperators({
        kind: "scrape_quarantined",
        message: `a scrape was set aside: ${message}`,
        about: { account: input.accountId }
      })
      return yield* new StatementRefused({ kind: "layout_changed", message })
    })

    const take = Effect.fn("MovementIntake.take")(function* (input: IntakeInput) {
      const { accountId, manifest } = input
      const statement = yield* decodeStatement(input.statement).pipe(
        Effect.mapError(
          (error) =>
            new StatementRefused({
              kind: "script_error",
              message: `The script's statement is not one: ${error.message}`
            })
        )
      )
      const now = yield* DateTime.now
      const context = {
        accountId,
        rules: manifest,
        today: localDateAt(now.epochMilliseconds, manifest.zone),
        knownCurrencies: yield* repository.currencies(accountId)
      }
      const read = yield* cooperatively(readingStatement(statement, context)).pipe(
        Effect.timeoutOrElse({ duration: readingTime, orElse: () => takesTooLong })
      )
      if (Result.isFailure(read)) return yield* quarantine(input, statement, read.failure)
      // A bank's page may show rows from before the window; they are left out.
      const rows = read.success.filter(({ bookedDate }) => bookedDate >= input.since)
      const seen = untilToday(statement.coverage, context.today)
      const coverage = { ...seen, from: laterDate(seen.from, input.since) }
      const scrapeId = yield* uuid
      const taken = yield* writtenOnce(
        input,
        scrapeId,
        Effect.gen(function* () {
          const before = yield* accountRows.loadActor(accountId)
          const listed = yield* listedRows(accountId, rows)
          const isWhole = listed.length === rows.length
          const taken = yield* ingest({
            accountId,
            scrapeId,
            rows: listed,
            // A statement without these rows is no proof that others are gone: a misread column must not remove movements.
            coverage: { ...coverage, complete: coverage.complete && isWhole },
            since: input.since,
            origin: "page",
            reachesBack: goesBeyond(coverage, read.success)
          })
          yield* repository.saveScrape({
            id: scrapeId,
            ...sourceOf(input),
            coverage,
            rowsRead: rows.length,
            rowsNew: taken.inserted,
            fault: null,
            statement: null
          })
          yield* due.add(accountId, { kind: "match", scrapeId, complete: taken.complete })
          yield* tellOfScrape(taken, accountId)
          yield* tellOfRead({ ...taken, accountId, coverage, before, wasAskedFor: input.jobId !== null })
          yield* failpoint("intake.before-commit", taken.inserted > 0)
          return taken
        })
      ).pipe(
        Effect.catchIf(
          (error) => error instanceof StatementRefused && error.setAside === true,
          (refused) => quarantine(input, statement, refused)
        )
      )
      yield* failpoint("intake.committed", taken.inserted > 0)
      return taken
    })

    return MovementIntake.of({ readBackTo, recall, take })
  })
)

const sourceOf = ({ accountId, jobId, scriptId, sessionId }: IntakeInput) => ({ accountId, jobId, scriptId, sessionId })
