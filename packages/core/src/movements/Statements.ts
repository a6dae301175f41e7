/** Statement files that people upload: read by `StatementReader`, then through the same door as scrapes. */
import { Context, DateTime, Effect, Layer, Result } from "effect"
import { addDays, localDateAt, readingStatement, untilToday } from "@counterfoil/domain"
import { AccountNotFound } from "../accounts/Account.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { fairSemaphore, priorities } from "../fairSemaphore.ts"
import { uuid } from "../ids.ts"
import { ScriptRegistry } from "../catalogue/ScriptRegistry.ts"
import { Transactor } from "../Transactor.ts"
import { cooperatively } from "../cooperatively.ts"
import { decodeStatement } from "./decodeStatement.ts"
import { fileNameOf } from "./fileName.ts"
import { makeIngest } from "./ingest.ts"
import { unlistedProblem } from "./listedRows.ts"
import { makeAccountCheck, type StatementOfAnother } from "./otherAccount.ts"
import type { Taken } from "./MovementIntake.ts"
import { MovementRepository } from "./MovementRepository.ts"
import { plainRules } from "./Scrapes.ts"
import { type DateOrder, type StatementFormat, StatementReader, StatementUnreadable } from "./StatementReader.ts"

export interface Upload {
  readonly accountId: string
  readonly content: string | Uint8Array
  readonly format?: StatementFormat | undefined
  readonly currency?: string | undefined
  readonly decimal?: "," | "." | undefined
  readonly dates?: DateOrder | undefined
  /** For people to know the file again. */
  readonly fileName?: string | undefined
  /** The caller is sure that it is of this account. (Default: it is refused where it seems to be of another) */
  readonly isSure?: boolean | undefined
}

export interface StatementTaken extends Taken {
  /** Movements of it that a person has taken out before: they stay out. */
  readonly excluded: number
}

export class Statements extends Context.Service<
  Statements,
  {
    /**
     * Takes a statement in whole or not at all. Movements that scrapes have brought already are recognised, even where the
     * statement words them differently. New ones are matched right after.
     */
    readonly upload: (
      by: { readonly id: string; readonly email: string },
      upload: Upload
    ) => Effect.Effect<StatementTaken, StatementUnreadable | StatementOfAnother | AccountNotFound>
  }
>()("@counterfoil/core/movements/Statements") {
  static readonly layer = Layer.effect(
    Statements,
    Effect.suspend(() => make)
  )
}

/** What the owner should look at: everything in a statement that could not be taken in as it stands is told. */
const doubtsOf = ({ held, inOtherWords }: Taken): string => {
  const alike = inOtherWords.length
  return [
    held === 0 ? "" : `. ${held} of these may be a movement that is known already, and is held: include or exclude it`,
    alike === 0 ? "" : `. ${alike} were taken, by day and amount alone, for what the bank's page calls otherwise`
  ].join("")
}

/** Banks list what is booked for the next days; a day further ahead is a slip of the year, or day and month changed round. */
const mostDaysAhead = 31

const aheadProblem = (movements: ReadonlyArray<{ readonly date: string; readonly amount: string }>, today: string) => {
  const ahead = movements.find(({ date }) => date > addDays(today, mostDaysAhead))
  return ahead === undefined
    ? undefined
    : `a movement of ${ahead.amount} is dated ${ahead.date}, more than ${mostDaysAhead} days after today (${today}): correct its date`
}
const movements = (count: number): string => `${count} ${count === 1 ? "movement" : "movements"}`

/** Files that are read at a time, on one node: as many as the readers take. */
const filesAtOnce = 2

const make = Effect.gen(function* () {
  const accounts = yield* Accounts
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const ingest = yield* makeIngest
  const queries = yield* MovementRepository
  const reader = yield* StatementReader

  const scripts = yield* ScriptRegistry
  const transactor = yield* Transactor
  const checked = yield* makeAccountCheck
  const turns = fairSemaphore(filesAtOnce)

  const read = Effect.fnUntraced(function* (
    userId: string,
    { accountId, content, currency, dates, decimal, format }: Upload
  ) {
    const account = yield* accounts.find(accountId)
    const script = account === null ? null : yield* scripts.activeVersion(account.bankId)
    const rules = script?.manifest ?? plainRules
    const now = yield* DateTime.now
    const today = localDateAt(now.epochMilliseconds, rules.zone)
    const reading = reader.read({
      content,
      format,
      currency: currency?.toUpperCase(),
      decimal,
      dates,
      usualDates: script?.manifest.dates,
      today
    })
    const file = yield* turns.withPermit({ name: accountId, userId, priority: priorities.asked })(() => reading)
    const statement = yield* decodeStatement(file.statement).pipe(
      Effect.mapError((error) => new StatementUnreadable({ message: `The statement can't be used: ${error.message}` }))
    )
    const ahead = aheadProblem(statement.movements, today)
    if (ahead !== undefined) {
      return yield* new StatementUnreadable({ message: `The statement can't be used: ${ahead}` })
    }
    const rows = yield* cooperatively(
      readingStatement(statement, {
        accountId,
        rules,
        today,
        knownCurrencies: yield* queries.currencies(accountId),
        isFile: true,
        lines: file.lines
      })
    )
    if (Result.isFailure(rows)) return yield* new StatementUnreadable({ message: rows.failure.message })
    const unlisted = unlistedProblem(rows.success, file.lines)
    if (unlisted !== undefined) return yield* new StatementUnreadable({ message: unlisted })
    const coverage = untilToday(statement.coverage, today)
    return { format: file.format, number: file.account, coverage, rows: rows.success }
  })

  const upload = Effect.fnUntraced(function* (by: { readonly id: string; readonly email: string }, input: Upload) {
    const { accountId } = input
    const file = yield* read(by.id, input)
    const { coverage, format, rows } = file
    const scrapeId = yield* uuid
    return yield* transactor.transact(
      Effect.gen(function* () {
        // Reading takes its time: the account may have been deleted meanwhile.
        if (!(yield* queries.lockAccount(accountId))) return yield* new AccountNotFound({})
        const account = yield* checked({ accountId, ...file }, input.isSure === true)
        yield* queries.watchFrom(accountId, coverage.from)
        const taken = yield* ingest({
          accountId,
          scrapeId,
          rows,
          coverage,
          since: coverage.from,
          origin: format
        }).pipe(Effect.mapError(({ message }) => new StatementUnreadable({ message })))
        yield* queries.saveScrape({
          id: scrapeId,
          accountId,
          sessionId: null,
          scriptId: null,
          jobId: null,
          upload: { format, userId: by.id, account },
          coverage,
          rowsRead: rows.length,
          rowsNew: taken.inserted,
          fault: null,
          statement: null
        })
        const { complete, coversMore, inserted, updated } = taken
        // A file that comes again looks at nothing that wasn't looked at: orders would be given up for it.
        yield* due.add(accountId, {
          kind: "match",
          scrapeId,
          complete,
          isAttempt: inserted + updated > 0 || coversMore
        })
        const name = fileNameOf(input.fileName ?? "")
        const named = name === null ? "" : ` ("${name}")`
        const excluded = yield* queries.excludedIn(accountId, scrapeId, coverage.from)
        yield* activity.add({
          accountId,
          kind: "statement.uploaded",
          message: `${by.email} uploaded a statement of ${movements(rows.length)}${named}: ${taken.inserted} ${taken.inserted === 1 ? "was" : "were"} new${doubtsOf(taken)}`,
          data: {
            scrape_id: scrapeId,
            format,
            file_name: name,
            rows: rows.length,
            movements_new: taken.inserted,
            movements_held: taken.held,
            movements_excluded: excluded,
            first_day: coverage.from,
            last_day: coverage.to,
            recognised_by_amount: taken.inOtherWords.slice(0, 100),
            user_id: by.id,
            by: by.email
          }
        })
        return { ...taken, excluded }
      })
    )
  })

  return Statements.of({ upload: Effect.fn("Statements.upload")(upload) })
})
