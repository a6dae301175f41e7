/** What all statements go through, wherever they come from: recognise, insert, tell. Runs in the caller's transaction. */
import { Duration, Effect } from "effect"
import {
  type Coverage,
  coverageGap,
  knownFrom,
  knownTo,
  lackOf,
  lackSentence,
  laterDate,
  type KnownMovement,
  type MovementOrigin,
  type Reconciliation,
  type ReconcileInput,
  reconcilingScrape,
  shownBackBy,
  type StatementRow,
  TooManyAlike,
  upheavalSentence
} from "@counterfoil/domain"
import { Accounts } from "../accounts/Accounts.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { withIds } from "../ids.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { keptCheck } from "../users/quotas.ts"
import { cooperatively } from "../cooperatively.ts"
import { StatementRefused, type Taken } from "./MovementIntake.ts"
import { MovementRepository } from "./MovementRepository.ts"
import { movementMessage } from "./movementMessage.ts"
import { makeOthersRowsCheck } from "./othersRows.ts"
import { makeTellOfRemoved } from "./tellOfRemoved.ts"

/**
 * Twenty thousand rows take half a second. The database ends a transaction of a node that says nothing for `CLUSTER_LEASE` (15
 * seconds, usually): by then it is said that the list can't be taken in, or it would be read again and again.
 */
export const longestComparison = Duration.seconds(10)

const tooAlike = new StatementRefused({
  kind: "script_error",
  message: "The statement can't be compared with what is known: too many of its rows are alike"
})

/** A list of very many alike rows would take the processor for minutes: it is refused instead. */
const compare = (input: ReconcileInput): Effect.Effect<Reconciliation, StatementRefused> =>
  cooperatively(reconcilingScrape(input)).pipe(
    Effect.catchDefect((defect) => (defect instanceof TooManyAlike ? tooAlike : Effect.die(defect))),
    Effect.timeoutOrElse({ duration: longestComparison, orElse: () => tooAlike })
  )

/**
 * Of a list that was set aside for what it lacks, and accepted: that counts as the first list without it, so that the next one
 * is taken, and marks as removed what it doesn't show either.
 */
const lackAccepted = Effect.fnUntraced(function* (
  known: ReconcileInput["known"],
  { coverage, origin, reachesBack, rows }: Ingestion,
  shownBack: number | undefined
) {
  const whole = { ...coverage, complete: true }
  const { vanished } = yield* compare({ known, rows, coverage: whole, origin, reachesBack, shownBack })
  return lackOf(known, vanished, whole) === undefined ? [] : vanished.filter(({ missedScrapes }) => missedScrapes === 1)
})

export interface Ingestion {
  readonly accountId: string
  readonly scrapeId: string
  readonly rows: ReadonlyArray<StatementRow>
  readonly coverage: Coverage
  /** Where the account's history begins, unless that is known. */
  readonly since: string
  readonly origin: MovementOrigin
  /** It was read some time before it is taken in: a movement that it doesn't show may be newer than it. (Default: false) */
  readonly late?: boolean
  /** The list had booked rows from before `coverage`, too. (Default: false) */
  readonly reachesBack?: boolean
}

/** Passthrough: each movement once, when it is booked and has a sender name. In the caller's transaction. */
export const makeTellOfDue = Effect.gen(function* () {
  const accounts = yield* Accounts
  const outbox = yield* Outbox
  const repository = yield* MovementRepository

  return Effect.fnUntraced(function* (accountId: string) {
    const settings = yield* accounts.findSettings(accountId)
    if (settings === null) return
    const due = yield* repository.takeDue(accountId, settings.silentIngestion)
    if (settings.silentIngestion) return
    yield* outbox.putAll(due.map((movement) => movementMessage(accountId, movement, settings)))
  })
})

export const makeIngest = Effect.gen(function* () {
  const accounts = yield* Accounts
  const accountRows = yield* AccountRepository
  const outbox = yield* Outbox
  const repository = yield* MovementRepository
  const tell = yield* makeTellOfDue
  const tellOfRemoved = yield* makeTellOfRemoved
  const checkKept = yield* keptCheck
  const checkOthersRows = yield* makeOthersRowsCheck

  const apply = Effect.fnUntraced(function* (input: Ingestion, found: Reconciliation, watchedFrom: string) {
    const { accountId, origin, scrapeId } = input
    const account = yield* accounts.find(accountId)
    const mode = account?.operationMode ?? null
    // Of a page that lists what is older than the account's history: it may pay an older order, but it is no news. Who uploads a
    // file of those days wants it taken in.
    const modeOf = ({ row }: { readonly row: StatementRow }) =>
      origin === "page" && row.bookedDate < watchedFrom ? null : mode
    // A statement has the newest first, and of one moment the later id is listed first.
    const inserts = yield* withIds(found.inserts.toReversed(), (movement, id) => ({
      ...movement,
      id,
      mode: modeOf(movement)
    }))
    const insertedIds = new Map(inserts.map(({ id, row }) => [row.index, id]))
    const idOf = (ref: { readonly id: string } | { readonly index: number }) =>
      "id" in ref ? ref.id : insertedIds.get(ref.index)
    const bookedBack = found.reversals.flatMap(({ original }) => ("id" in original ? [original.id] : []))
    const removed = found.vanished.filter((one) => one.removed).map(({ id }) => id)
    const takenBack = [...bookedBack, ...removed]
    // Orders come before their messages and payments wherever they are locked: by whoever chooses or undoes a match, too.
    yield* repository.lockOrdersOf([...found.updates.map(({ id }) => id), ...bookedBack])
    // What has not left yet would say what is no longer true. Before their movements: whoever notes that one was told holds its message.
    if (takenBack.length > 0) yield* outbox.cancel({ movementIds: takenBack, bookedBack })
    yield* repository.insert(accountId, scrapeId, origin, inserts)
    const updates = found.updates.map((update) => ({ ...update, mode: modeOf(update) }))
    yield* repository.update(scrapeId, origin, updates)
    yield* repository.markSeen(scrapeId, found.unchanged)
    yield* repository.markMissing(found.vanished)
    yield* tellOfRemoved(accountId, removed, "not_shown")
    yield* repository.release(found.released)
    yield* repository.markReversed(
      found.reversals
        .flatMap(({ original, reversal }) => [idOf(original), idOf(reversal)])
        .filter((id) => id !== undefined)
    )
    // Of what was matched meanwhile, too.
    if (bookedBack.length > 0) yield* outbox.cancel({ movementIds: [], bookedBack })
    yield* tellOfRemoved(
      accountId,
      found.reversals.flatMap(({ original }) => idOf(original) ?? []),
      "reversed"
    )
    // Their messages were cancelled with what they told of; those that had left were told.
    const shownAgain = found.updates.filter(({ restored }) => restored).map(({ id }) => id)
    if (shownAgain.length === 0) return
    const heldBack = yield* repository.heldBack(shownAgain)
    const settings = yield* accounts.findSettings(accountId)
    if (settings?.silentIngestion === true) return yield* repository.markTold(heldBack)
    for (const movementId of heldBack) yield* outbox.replay({ movementId, byItself: true })
  })

  /** The caller holds the account's row. */
  return Effect.fnUntraced(function* (input: Ingestion) {
    const { accountId, coverage, late = false, origin, reachesBack, rows, scrapeId, since } = input
    const state = yield* accountRows.loadActor(accountId)
    // What a bank books tomorrow may be listed today, and is known by then.
    const until = rows.reduce((latest, { bookedDate }) => laterDate(latest, bookedDate), coverage.to)
    const keys = new Set(rows.map(({ key }) => key))
    const all = yield* repository.known(accountId, knownFrom(coverage), knownTo(until), [...keys])
    const isOfItsDays = (one: KnownMovement) => one.bookedDate <= until || keys.has(one.key)
    const known = all.filter(isOfItsDays)
    const later = all.filter((one) => !isOfItsDays(one))
    const shownBack = state?.shownBack ?? undefined
    const found = yield* compare({ known, later, rows, coverage, origin, late, reachesBack, shownBack })
    // It comes before what the list lacks: whoever accepts a list for that hasn't been asked whether its rows are another account's.
    if (origin === "page" && !late) {
      yield* checkOthersRows(
        accountId,
        found.inserts.map(({ row }) => row)
      )
    }
    const lack = lackOf(known, found.vanished, coverage)
    const doubt =
      found.upheaval !== undefined
        ? upheavalSentence(found.upheaval)
        : lack === undefined
          ? undefined
          : lackSentence(lack)
    if (doubt !== undefined && !late) {
      return yield* new StatementRefused({ kind: "layout_changed", message: doubt, setAside: true })
    }
    yield* checkKept(accountId, "movements", found.inserts.length).pipe(
      Effect.mapError(({ message }) => new StatementRefused({ kind: "script_error", message }))
    )
    yield* apply(input, found, state?.watchedFrom ?? since)
    if (late) yield* repository.markMissing(yield* lackAccepted(known, input, shownBack))
    yield* failpoint("intake.rows-written", found.inserts.length > 0)
    // A statement of later days leaves a gap that is still to be read.
    const joins = origin === "page" || coverageGap(state?.highWater ?? undefined, coverage) === undefined
    const coversMore = coverage.complete && (yield* repository.cover(accountId, coverage))
    if (coverage.complete && joins) {
      const highWater = laterDate(state?.highWater ?? coverage.to, coverage.to)
      yield* repository.advance(accountId, highWater, origin === "page" ? shownBackBy(coverage, rows) : undefined)
    }
    yield* tell(accountId)
    const taken: Taken = {
      scrapeId,
      inserted: found.inserts.length,
      updated: found.updates.length,
      held: found.inserts.filter(({ heldFor }) => heldFor.length > 0).length,
      inOtherWords: found.inOtherWords,
      complete: coverage.complete,
      coversMore
    }
    return taken
  })
})

/** `scrape.succeeded`. */
export const makeTellOfScrape = Effect.map(
  EventLog,
  (events) => (taken: Taken, accountId: string) =>
    events.append({
      accountId,
      type: "scrape.succeeded",
      data: { scrape_id: taken.scrapeId, movements_new: taken.inserted, movements_updated: taken.updated }
    })
)
