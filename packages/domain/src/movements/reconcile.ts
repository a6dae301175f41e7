/**
 * Which of a scrape's rows are known movements, which are new, and which known ones are gone. By key first, one to one;
 * then, where the scrape is complete, by likeness. Nothing is ever deleted, and a row is inserted at most once. All rules, in
 * their order: docs/recognising.md.
 */
import { fullerAccountNumber } from "../accountNumber.ts"
import {
  isFromStatement,
  type Coverage,
  type KnownMovement,
  type MovementOrigin,
  type StatementRow
} from "../Movement.ts"
import { compareText } from "../collections.ts"
import { finish, grouped, sorted, type Steps } from "../steps.ts"
import { pairAcrossOrigins } from "./acrossOrigins.ts"
import { allBookedByFile, bookedInPart, pendingAnew, stillBooked } from "./bookedByFile.ts"
import { comeBack, isGhost } from "./ghosts.ts"
import { refuseEndless } from "./overlap.ts"
import { bothSides, contentOf, pairByKey, type Pairing } from "./pairByKey.ts"
import type { MissingMovement, MovementUpdate, Reconciliation } from "./Reconciliation.ts"
import { reidentify } from "./reidentify.ts"
import { findReversals } from "./findReversals.ts"
import { nearTo } from "./pairGroups.ts"
import { cutOffAt, doubtedAtEnd, isCovered, isCutOff, type ListEnd, reachOf, shownSince } from "./reach.ts"
import { released } from "./released.ts"
import { shownAgain } from "./shownAgain.ts"
import { findRewritten, type Left, type Rewritten, type Sides } from "./rewritten.ts"
import { findUpheaval, type Upheaval } from "./upheaval.ts"

export interface ReconcileInput extends ListEnd {
  readonly known: ReadonlyArray<KnownMovement>
  readonly rows: ReadonlyArray<StatementRow>
  readonly coverage: Coverage
  /** (Default: page) */
  readonly origin?: MovementOrigin | undefined
  /** It is taken in later than it was read: what it doesn't show may be younger. (Default: false) */
  readonly late?: boolean | undefined
  /** What is known of later days, up to `knownTo`: a row in later dates, or a return of what the statement brings. (Default: nothing) */
  readonly later?: ReadonlyArray<KnownMovement> | undefined
}

/** Complete scrapes without it after which a movement counts as removed. */
const missesUntilRemoved = 2
/**
 * `known` must hold every movement of the account that is booked from `knownFrom(coverage)` on, removed ones too, and
 * every one that shares a key with a row.
 */
export const reconcileScrape = (input: ReconcileInput): Reconciliation => finish(reconcilingScrape(input))

/** The same in pieces: thousands of rows take time, and rows that are all alike take long. Throws `TooManyAlike`. */
export const reconcilingScrape = (input: ReconcileInput): Steps<Reconciliation> =>
  refuseEndless(reconciling(input), input.known.length + input.rows.length)

function* reconciling(input: ReconcileInput): Steps<Reconciliation> {
  return yield* reconcilingBut(yield* findSuperseded(input), input)
}

/**
 * Held ones whose doubt a complete list of the page settles against them: it lacks what they may be, and without them their
 * rows are taken for that.
 */
function* findSuperseded(input: ReconcileInput): Steps<ReadonlySet<KnownMovement>> {
  const { known, rows, coverage, origin = "page", late } = input
  if (isFromStatement(origin) || late === true || !coverage.complete) return new Set()
  if (known.every(({ heldFor }) => heldFor.length === 0)) return new Set()
  const byKey = yield* pairByKey(known, rows, origin)
  const reach = reachOf(coverage, rows)
  const shown = shownSince(reach, cutOffAt(input))
  const gone = new Set(
    byKey.known
      .filter((one) => one.status === "booked" && !one.removed && !one.reversed && isCovered(one, shown))
      .map(({ id }) => id)
  )
  yield
  // A list says nothing of a movement that it neither shows nor reaches back to.
  const ofPage = bothSides(byKey.pairs)
  for (const one of known) if (!isFromStatement(one.origin) && isCovered(one, reach)) ofPage.add(one)
  const inDoubt = new Set(known.filter((one) => ofPage.has(one) && one.heldFor.some((id) => gone.has(id))))
  if (inDoubt.size === 0) return inDoubt
  const without = yield* reconcilingBut(inDoubt, input)
  // A list that shows all otherwise tells nobody which is which.
  if (without.upheaval !== undefined) return new Set()
  // Nor does one of which another row would lose its movement to theirs.
  const unrecognised = yield* grouped(without.inserts, ({ row }) => row.key)
  const unknown = yield* grouped((yield* reconcilingBut(new Set(), input)).inserts, ({ row }) => row.key)
  const accounted = new Set([...unknown.keys(), ...[...inDoubt].map(({ key }) => key)])
  if ([...unrecognised.keys()].some((key) => !accounted.has(key))) return new Set()
  const found = new Set([...without.updates.map(({ id }) => id), ...without.unchanged].filter((id) => gone.has(id)))
  const settled = [...inDoubt].filter(({ heldFor }) => heldFor.some((id) => found.has(id)))
  const superseded = new Set<KnownMovement>()
  for (const [key, ones] of yield* grouped(settled, (one) => one.key)) {
    // Of equal ones as many as the list has rows for what it would lack; the others are their own.
    const own = (unrecognised.get(key)?.length ?? 0) - (unknown.get(key)?.length ?? 0)
    for (const one of [...ones].sort(shownFirst).slice(Math.max(0, own))) superseded.add(one)
    yield
  }
  return superseded
}

const shownFirst = (a: KnownMovement, b: KnownMovement): number =>
  Number(a.removed) - Number(b.removed) || a.occurrence - b.occurrence

/** Reconciles as if `superseded` were not known, and tells them as gone from the list. */
function* reconcilingBut(superseded: ReadonlySet<KnownMovement>, input: ReconcileInput): Steps<Reconciliation> {
  const { rows, coverage, later = [], origin = "page", late } = input
  const fromFile = isFromStatement(origin)
  const known = superseded.size === 0 ? input.known : input.known.filter((one) => !superseded.has(one))
  const ghosts = known.filter(isGhost)
  const live = ghosts.length === 0 ? known : known.filter((one) => !isGhost(one))
  const sameKeys = yield* pairByKey(live, rows, origin)
  const { byKey, anew } = fromFile ? { byKey: sameKeys, anew: [] } : yield* stillBooked(sameKeys)
  const reach = reachOf(coverage, rows)
  const after = later.filter((one) => !isGhost(one) && one.bookedDate <= nearTo(reach.to))
  const across = yield* pairAcrossOrigins([...byKey.known, ...after], byKey.rows, origin, coverage)
  const crossed = bothSides(across.pairs)
  for (const { row } of across.doubts) crossed.add(row)
  yield
  const cutOff = fromFile ? undefined : cutOffAt(input)
  const absent = byKey.known.filter((one) => !one.removed && isCovered(one, reach) && !crossed.has(one))
  const vanished = absent.filter((one) => isCovered(one, coverage))
  yield
  // A file may hold only what is new since an earlier one: a booked movement that it lacks is not gone.
  const uncrossed = byKey.rows.filter((row) => !crossed.has(row))
  const likest = fromFile
    ? yield* allBookedByFile({ known: byKey.known, later: after, rows: uncrossed }, reach)
    : yield* coverage.complete || late === true ? reidentify(absent, uncrossed) : pendingAnew(byKey.known, uncrossed)
  const likeness = doubtedAtEnd(likest, cutOff)
  yield
  const alike = bothSides(likeness.pairs)
  for (const one of crossed) alike.add(one)
  for (const { row } of likeness.doubts) alike.add(row)
  const left = {
    known: byKey.known.filter((one) => !alike.has(one)),
    rows: byKey.rows.filter((row) => !alike.has(row)),
    doubts: likeness.doubts
  }
  yield
  const { rewritten, upheaval } = fromFile
    ? { rewritten: { pairs: [], doubts: likeness.doubts }, upheaval: undefined }
    : yield* findChanged(
        left,
        { known: byKey.known, rows: byKey.rows.filter((row) => !crossed.has(row)) },
        { ...input, known, coverage: reach }
      )
  const recognised = new Set([...anew, ...likeness.pairs, ...across.pairs, ...rewritten.pairs].map(({ row }) => row))
  const doubtful = new Map([...across.doubts, ...rewritten.doubts].map(({ heldFor, row }) => [row, heldFor]))
  const unknown = byKey.rows
    .filter((row) => !recognised.has(row))
    .map((row) => ({ row, heldFor: doubtful.get(row) ?? [] }))
  const back = yield* comeBack(ghosts, unknown, origin)
  const revived = yield* shownAgain(byKey.known, unknown, back, origin)
  const isPart = !fromFile && !coverage.complete && late !== true
  const returned = isPart ? [...revived, ...(yield* bookedInPart(left.known, unknown, [...back, ...revived]))] : revived
  const listed = [...byKey.pairs, ...back]
  const again = bothSides([...back, ...returned])
  yield
  const nextOccurrence = occurrences(input.known)
  yield

  // The page's words are the ones to recognise a movement by: scrapes come again, statements don't. Those of what it shows as
  // pending are for a while only: what a file has booked stays the file's until the page books it.
  const isKept = ({ row }: Pairing["pairs"][number]): boolean => fromFile || row.status === "pending"
  const kept = across.pairs.filter(isKept)
  const adopted = [...across.pairs.filter((pair) => !isKept(pair)), ...(fromFile ? [] : rewritten.pairs)]
  const likePairs = (yield* sorted([...anew, ...likeness.pairs, ...adopted, ...returned], byIndex)).map(
    ({ known: one, row }) => ({
      ...describeUpdate(one, row, nextOccurrence(row.key)),
      reidentified: true
    })
  )
  const inserts = (yield* sorted(unknown, byIndex))
    .filter(({ row }) => !again.has(row))
    .map(({ row, heldFor }) => ({ row, occurrence: nextOccurrence(row.key), heldFor }))
  yield
  const seen = yield* compareSeen(listed, fromFile)
  const updates = yield* sorted([...seen.changed, ...likePairs], byIndex)
  const likeIds = new Set(likePairs.map(({ id }) => id))
  yield
  const keptIds = kept.map(({ known: { id } }) => id)
  // Only a scrape says what the bank no longer shows.
  const isNews = (one: KnownMovement) => !likeIds.has(one.id) && (one.missedScrapes === 0 || !isCutOff(one, cutOff))
  const missing = fromFile || late === true ? [] : vanished.filter(isNews).map(missed)
  const gone = [...missing, ...[...superseded].filter(({ removed }) => !removed).map(takenOver)]
  const shown = new Set([...listed.map(({ known: { id } }) => id), ...keptIds, ...likeIds])
  for (const { known: one } of across.unproven) shown.delete(one.id)
  yield
  const settled = yield* released(input.known, shown, superseded, shownSince(coverage, cutOff), origin)
  return {
    inserts,
    updates,
    unchanged: yield* sorted([...seen.unchanged, ...keptIds], compareText),
    inOtherWords: yield* sorted(
      across.inOtherWords.map(({ known: { id } }) => id),
      compareText
    ),
    vanished: yield* sorted(gone, (a, b) => compareText(a.id, b.id)),
    released: yield* sorted(settled, compareText),
    reversals: yield* findReversals([...known, ...later], inserts, updates, settled),
    ...(upheaval === undefined ? {} : { upheaval })
  }
}

interface Changed {
  readonly rewritten: Rewritten
  readonly upheaval: Upheaval | undefined
}

/** What the page shows otherwise than before. Of one that a person has accepted, only an upheaval counts: its rows are held. */
function* findChanged(left: Left, byNoKey: Sides, { coverage, known, late, rows }: ReconcileInput): Steps<Changed> {
  if (late === true) {
    const whole = { ...coverage, complete: true }
    const upheaval = yield* findUpheaval(known, byNoKey, unrecognised(left), whole)
    const doubts = upheaval === undefined ? left.doubts : yield* doubtsOfAll(left, { known, rows }, whole)
    return { rewritten: { pairs: [], doubts }, upheaval }
  }
  const rewritten = yield* findRewritten(left, { known, rows }, coverage)
  if (!coverage.complete) return { rewritten, upheaval: undefined }
  const paired = bothSides(rewritten.pairs)
  yield
  const { known: lost, rows: fresh } = unrecognised(left)
  const unpaired = { known: lost.filter((one) => !paired.has(one)), rows: fresh.filter((row) => !paired.has(row)) }
  return { rewritten, upheaval: yield* findUpheaval(known, byNoKey, unpaired, coverage) }
}

const unrecognised = ({ doubts, known, rows }: Left): Sides => ({
  known,
  rows: [...rows, ...doubts.map(({ row }) => row)]
})

/** What day and amount would have recognised is held too: the list may be older than what is known. */
function* doubtsOfAll(left: Left, whole: Sides, coverage: Coverage): Steps<Rewritten["doubts"]> {
  const { doubts, pairs } = yield* findRewritten(left, whole, coverage)
  return [...doubts, ...pairs.map(({ known: { id }, row }) => ({ row, heldFor: [id] }))]
}

/** Of the movements found by their keys: which ones the bank shows otherwise than before, and which unchanged. */
function* compareSeen(
  pairs: Pairing["pairs"],
  fromFile: boolean
): Steps<{ readonly changed: ReadonlyArray<MovementUpdate>; readonly unchanged: ReadonlyArray<string> }> {
  const changed: Array<MovementUpdate> = []
  const unchanged: Array<string> = []
  for (const { known: one, row } of pairs) {
    const update = describeUpdate(one, row, one.occurrence)
    const isKept = fromFile && !isFromStatement(one.origin)
    const isChanged =
      update.becameBooked ||
      update.restored ||
      (!isKept && (contentOf(one) !== contentOf(row) || update.row.counterpartyAccount !== one.counterpartyAccount))
    if (isChanged) changed.push(update)
    else unchanged.push(one.id)
    yield
  }
  return { changed, unchanged }
}

const byIndex = (a: { readonly row: StatementRow }, b: { readonly row: StatementRow }): number =>
  a.row.index - b.row.index

/** A movement that was booked stays booked, whatever a later page calls it. */
const describeUpdate = (known: KnownMovement, row: StatementRow, occurrence: number): MovementUpdate => ({
  id: known.id,
  row: withKnownAccount(known.status === "booked" ? { ...row, status: "booked" } : row, known),
  occurrence,
  becameBooked: known.status === "pending" && row.status === "booked",
  restored: known.removed,
  reidentified: false
})

const withKnownAccount = (row: StatementRow, known: KnownMovement): StatementRow => {
  if (known.counterpartyAccount === undefined || known.counterpartyAccount === row.counterpartyAccount) return row
  const account = fullerAccountNumber(known.counterpartyAccount, row.counterpartyAccount)
  return account === undefined ? row : { ...row, counterpartyAccount: account }
}

const missed = (known: KnownMovement): MissingMovement => ({
  id: known.id,
  missedScrapes: known.missedScrapes + 1,
  removed: known.missedScrapes + 1 >= missesUntilRemoved
})

/** At once: what isn't one of its own is nothing that a new row may be. */
const takenOver = (known: KnownMovement): MissingMovement => ({
  id: known.id,
  missedScrapes: Math.max(known.missedScrapes + 1, missesUntilRemoved),
  removed: true,
  whileHeld: true
})

const occurrences = (known: ReadonlyArray<KnownMovement>): ((key: string) => number) => {
  const highest = new Map<string, number>()
  for (const { key, occurrence } of known) highest.set(key, Math.max(highest.get(key) ?? 0, occurrence))
  return (key) => {
    const next = (highest.get(key) ?? 0) + 1
    highest.set(key, next)
    return next
  }
}
