/** Taking a statement in: check, recognise, insert, tell; one transaction, fenced by the actor's epoch. */
import { DateTime, Duration, Effect, Layer, Result, Schema } from "effect"
import {
  knownFrom,
  laterDate,
  localDateAt,
  movementBody,
  readBack,
  type Reconciliation,
  readStatement,
  reconcileScrape,
  Statement
} from "@counterfoil/domain"
import { Accounts } from "../accounts/Accounts.ts"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { ActorRepository } from "../accounts/ActorRepository.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Transactor } from "../Transactor.ts"
import { type IntakeInput, MovementIntake, StatementRefused } from "./MovementIntake.ts"
import { MovementRepository } from "./MovementRepository.ts"

const decodeStatement = Schema.decodeUnknownEffect(Statement)

export const movementIntakeLayer = Layer.effect(
  MovementIntake,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const activity = yield* ActivityLog
    const actors = yield* ActorRepository
    const events = yield* EventLog
    const outbox = yield* Outbox
    const policy = yield* AccountPolicy
    const repository = yield* MovementRepository
    const transactor = yield* Transactor

    const readBackTo = Effect.fn("MovementIntake.readBackTo")(function* (accountId: string, zone: string) {
      const state = yield* actors.load(accountId)
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

    /** Nothing of a broken statement is told; it is kept for its owner to look at. */
    const quarantine = Effect.fnUntraced(function* (input: IntakeInput, statement: Statement, fault: string) {
      const id = yield* uuid
      yield* transactor.transact(
        Effect.gen(function* () {
          yield* actors.fence(input.accountId, input.epoch)
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
            data: { scrape_id: id }
          })
        })
      )
      return yield* new StatementRefused({ kind: "layout_changed", message: fault })
    })

    const apply = Effect.fnUntraced(function* (
      input: IntakeInput,
      scrapeId: string,
      found: Reconciliation,
      watchedFrom: string
    ) {
      const account = yield* accounts.find(input.accountId)
      const mode = account?.operationMode ?? null
      const inserts = yield* Effect.forEach(found.inserts, (movement) =>
        Effect.map(uuid, (id) => ({
          ...movement,
          id,
          // Older than the account's history: it may pay an older order, but it is no news.
          mode: movement.row.bookedDate < watchedFrom ? null : mode
        }))
      )
      const idOf = (ref: { readonly id: string } | { readonly index: number }) =>
        "id" in ref ? ref.id : inserts.find(({ row }) => row.index === ref.index)?.id
      yield* repository.insert(input.accountId, scrapeId, inserts)
      yield* repository.update(scrapeId, found.updates)
      yield* repository.markSeen(scrapeId, found.unchanged)
      yield* repository.markMissing(found.vanished)
      yield* repository.release(found.released)
      yield* repository.markReversed(
        found.reversals
          .flatMap(({ original, reversal }) => [idOf(original), idOf(reversal)])
          .filter((id) => id !== undefined)
      )
    })

    /** Passthrough: each movement once, when it is booked and has a sender name. */
    const tell = Effect.fnUntraced(function* (accountId: string) {
      const settings = yield* accounts.findSettings(accountId)
      if (settings === null) return
      const due = yield* repository.takeDue(accountId, settings.silentIngestion)
      if (settings.silentIngestion) return
      yield* outbox.putAll(
        due.map((movement) => ({
          accountId,
          lane: "result",
          event: "movement",
          movementId: movement.id,
          body: movementBody(
            {
              id: movement.id,
              amountMinor: movement.amountMinor,
              currency: movement.currency,
              name: movement.senderName,
              receivedAt: movement.receivedAt.epochMilliseconds
            },
            settings.webhookExtraFields
          )
        }))
      )
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
      const read = readStatement(statement, {
        accountId,
        rules: manifest,
        today: localDateAt(now.epochMilliseconds, manifest.zone),
        knownCurrencies: yield* repository.currencies(accountId)
      })
      if (Result.isFailure(read)) return yield* quarantine(input, statement, read.failure.message)
      // A page holds what it holds; its rows before the window belong to a history that nobody asked for.
      const rows = read.success.filter(({ bookedDate }) => bookedDate >= input.since)
      const coverage = { ...statement.coverage, from: laterDate(statement.coverage.from, input.since) }
      const scrapeId = yield* uuid
      const taken = yield* transactor.transact(
        Effect.gen(function* () {
          yield* actors.fence(accountId, input.epoch)
          const state = yield* actors.load(accountId)
          const known = yield* repository.known(accountId, knownFrom(coverage), coverage.to, [
            ...new Set(rows.map(({ key }) => key))
          ])
          const found = reconcileScrape({ known, rows, coverage })
          yield* apply(input, scrapeId, found, state?.watchedFrom ?? input.since)
          yield* failpoint("intake.rows-written", found.inserts.length > 0)
          yield* repository.saveScrape({
            id: scrapeId,
            ...sourceOf(input),
            coverage,
            rowsRead: rows.length,
            rowsNew: found.inserts.length,
            fault: null,
            statement: null
          })
          if (coverage.complete) {
            const highWater = state?.highWater ?? coverage.to
            yield* repository.advance(accountId, laterDate(highWater, coverage.to))
          }
          yield* tell(accountId)
          yield* events.append({
            accountId,
            type: "scrape.succeeded",
            data: { scrape_id: scrapeId, movements_new: found.inserts.length, movements_updated: found.updates.length }
          })
          yield* failpoint("intake.before-commit", found.inserts.length > 0)
          return {
            scrapeId,
            inserted: found.inserts.length,
            updated: found.updates.length,
            complete: coverage.complete
          }
        })
      )
      yield* failpoint("intake.committed", taken.inserted > 0)
      return taken
    })

    return MovementIntake.of({ readBackTo, take })
  })
)

const sourceOf = ({ accountId, jobId, scriptId, sessionId }: IntakeInput) => ({ accountId, jobId, scriptId, sessionId })
