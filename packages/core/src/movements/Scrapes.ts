/** Scrapes as people look at them, and the way out of quarantine: its owner has looked at it and takes it as it is. */
import { Context, DateTime, Effect, Layer, Result, Schema } from "effect"
import {
  goesBeyond,
  isUuid,
  laterDate,
  localDateAt,
  readingStatement,
  type RowRules,
  type Statement
} from "@counterfoil/domain"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { Transactor } from "../Transactor.ts"
import { cooperatively } from "../cooperatively.ts"
import { decodeStatement } from "./decodeStatement.ts"
import { makeIngest, makeTellOfScrape } from "./ingest.ts"
import { makeListedRows } from "./listedRows.ts"
import type { Taken } from "./MovementIntake.ts"
import { MovementRepository, type QuarantinedScrape, type ScrapeRecord } from "./MovementRepository.ts"
import { makeTakenOut, type Person, type TakenOut } from "./takenOut.ts"

export interface ScrapeDetail extends ScrapeRecord {
  /** What was read; null unless it is quarantined. */
  readonly statement: Statement | null
}

export class ScrapeNotFound extends Schema.TaggedError<ScrapeNotFound>()("ScrapeNotFound", {}) {}
/** `message` says why. */
export class CannotAccept extends Schema.TaggedError<CannotAccept>()("CannotAccept", { message: Schema.String }) {}

export class Scrapes extends Context.Service<
  Scrapes,
  {
    /** Newest first. */
    readonly list: (
      accountId: string,
      page: { readonly limit: number; readonly offset: number; readonly status?: ScrapeRecord["status"] }
    ) => Effect.Effect<ReadonlyArray<ScrapeRecord>>
    readonly get: (accountId: string, scrapeId: string) => Effect.Effect<ScrapeDetail, ScrapeNotFound>
    /** Takes a quarantined scrape in as it was read. They are matched right after. */
    readonly accept: (
      by: Person,
      accountId: string,
      scrapeId: string
    ) => Effect.Effect<Taken, ScrapeNotFound | CannotAccept>
    /** All that it brought is taken out at once (a statement of another account), but for what pays an order. */
    readonly exclude: (by: Person, accountId: string, scrapeId: string) => Effect.Effect<TakenOut, ScrapeNotFound>
    /** All that was taken out with it is in again, and matched or sent like any other. Answers how many. */
    readonly include: (by: Person, accountId: string, scrapeId: string) => Effect.Effect<number, ScrapeNotFound>
  }
>()("@counterfoil/core/movements/Scrapes") {
  static readonly layer = Layer.effect(
    Scrapes,
    Effect.suspend(() => make)
  )
}

/** Of an account whose bank has no script: nothing is known of its rows. */
export const plainRules: RowRules = { zone: "UTC", uniqueIds: false }

const make = Effect.gen(function* () {
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const ingest = yield* makeIngest
  const listedRows = yield* makeListedRows
  const queries = yield* MovementRepository

  const takenOut = yield* makeTakenOut
  const tellOfScrape = yield* makeTellOfScrape
  const transactor = yield* Transactor

  const find = Effect.fnUntraced(function* (accountId: string, scrapeId: string) {
    const scrape = isUuid(scrapeId) ? yield* queries.findScrape(accountId, scrapeId) : null
    return scrape ?? (yield* new ScrapeNotFound())
  })

  const read = Effect.fnUntraced(function* (scrape: QuarantinedScrape) {
    const statement = yield* Effect.orElseSucceed(decodeStatement(scrape.statement), () => null)
    if (scrape.status !== "quarantined" || statement === null) {
      return yield* new CannotAccept({ message: "The scrape is not quarantined: it is taken in already" })
    }
    const rules = scrape.manifest ?? plainRules
    const now = yield* DateTime.now
    const rows = yield* cooperatively(
      readingStatement(statement, {
        accountId: scrape.accountId,
        rules,
        today: localDateAt(now.epochMilliseconds, rules.zone),
        knownCurrencies: yield* queries.currencies(scrape.accountId),
        accepted: true
      })
    )
    if (Result.isFailure(rows)) return yield* new CannotAccept({ message: rows.failure.message })
    return { rows: rows.success, statement }
  })

  const accept = Effect.fnUntraced(function* (by: Person, accountId: string, scrapeId: string) {
    if (!(yield* queries.lockAccount(accountId))) return yield* new ScrapeNotFound()
    const scrape = yield* find(accountId, scrapeId)
    const { rows, statement } = yield* read(scrape)
    const { from, to } = statement.coverage
    // The fault may be a missing row, so this scrape can't prove that a movement is gone.
    const coverage = { from, to: laterDate(from, to), complete: false }
    const taken = yield* ingest({
      accountId,
      scrapeId: scrape.id,
      rows: yield* listedRows(
        accountId,
        rows.filter(({ bookedDate }) => bookedDate >= from)
      ),
      coverage,
      since: from,
      origin: "page",
      late: true,
      reachesBack: goesBeyond(coverage, rows)
    }).pipe(Effect.mapError(({ message }) => new CannotAccept({ message })))
    yield* queries.acceptScrape(scrape.id, by.id, taken.inserted)
    yield* due.add(accountId, { kind: "match", scrapeId: scrape.id, complete: taken.complete })
    yield* activity.add({
      accountId,
      kind: "scrape.accepted",
      message: `${by.email} took in a read that had been set aside`,
      data: { scrape_id: scrape.id, movements_new: taken.inserted, user_id: by.id, by: by.email }
    })
    yield* tellOfScrape(taken, accountId)
    return taken
  })

  /** No pass decides, and nothing is taken in, until the transaction ends. */
  const findAlone = Effect.fnUntraced(function* (accountId: string, scrapeId: string) {
    yield* queries.lockMatching(accountId)
    if (!(yield* queries.lockAccount(accountId))) return yield* new ScrapeNotFound()
    return yield* find(accountId, scrapeId)
  })

  const change = <A>(accountId: string, scrapeId: string, act: (scrape: ScrapeRecord) => Effect.Effect<A>) =>
    transactor.transact(Effect.flatMap(findAlone(accountId, scrapeId), act))

  return Scrapes.of({
    list: Effect.fn("Scrapes.list")(queries.listScrapes),
    get: Effect.fn("Scrapes.get")(function* (accountId, scrapeId) {
      const { manifest: _, statement, ...scrape } = yield* find(accountId, scrapeId)
      return { ...scrape, statement: yield* Effect.orElseSucceed(decodeStatement(statement), () => null) }
    }),
    exclude: Effect.fn("Scrapes.exclude")((by, accountId, scrapeId) =>
      change(accountId, scrapeId, (scrape) => takenOut.exclude(by, scrape))
    ),
    include: Effect.fn("Scrapes.include")((by, accountId, scrapeId) =>
      change(accountId, scrapeId, (scrape) => takenOut.include(by, scrape))
    ),
    accept: Effect.fn("Scrapes.accept")((by, accountId, scrapeId) =>
      transactor.transact(accept(by, accountId, scrapeId))
    )
  })
})
