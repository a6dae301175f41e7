/**
 * Which of a scrape's rows are known movements, which are new, and which known ones are gone. By key first, one to one;
 * then, where the scrape is complete, by likeness. Nothing is ever deleted, and a row is inserted at most once.
 */
import { addDays } from "../LocalDate.ts"
import {
  isFromStatement,
  type Coverage,
  type KnownMovement,
  type MovementOrigin,
  type StatementRow
} from "../Movement.ts"
import { compareText, groupBy } from "../collections.ts"
import { isOtherInFile, pairAcrossOrigins } from "./acrossOrigins.ts"
import { reidentify } from "./reidentify.ts"
import { released } from "./released.ts"
import { findRewritten, hasReusedId } from "./rewritten.ts"
import { reversalDays, reversedBy, saysReversal, type Reversible } from "./reversal.ts"

/** A stored movement, or a new row by its index in the statement. */
export type MovementRef = { readonly id: string } | { readonly index: number }

export interface NewMovement {
  readonly row: StatementRow
  readonly occurrence: number
  /** Known movements that it may be a rewriting of. Not empty: held, to be neither matched nor sent. */
  readonly heldFor: ReadonlyArray<string>
}

/** A known movement that the bank now shows otherwise: all of the row is to be stored, under its key and occurrence. */
export interface MovementUpdate {
  readonly id: string
  readonly row: StatementRow
  readonly occurrence: number
  /** It was pending and is booked now. */
  readonly becameBooked: boolean
  /** It had been marked removed and is back. */
  readonly restored: boolean
  /** It was recognised by likeness, not by its key. */
  readonly reidentified: boolean
}

export interface MissingMovement {
  readonly id: string
  /** Complete scrapes in a row that did not show it, this one included. */
  readonly missedScrapes: number
  /** Missed often enough: to be marked removed. */
  readonly removed: boolean
}

export interface Reconciliation {
  readonly inserts: ReadonlyArray<NewMovement>
  /** Like `unchanged`, these were seen: their `missedScrapes` go back to 0. */
  readonly updates: ReadonlyArray<MovementUpdate>
  readonly unchanged: ReadonlyArray<string>
  /** Those among the seen ones that only day and amount say are the same: a statement and the page word them differently. */
  readonly inOtherWords: ReadonlyArray<string>
  readonly vanished: ReadonlyArray<MissingMovement>
  /** Held movements whose doubt this scrape has settled: they are movements of their own, to be matched and sent. */
  readonly released: ReadonlyArray<string>
  /** Both sides are to be marked reversed. */
  readonly reversals: ReadonlyArray<{ readonly original: MovementRef; readonly reversal: MovementRef }>
}

export interface ReconcileInput {
  readonly known: ReadonlyArray<KnownMovement>
  readonly rows: ReadonlyArray<StatementRow>
  readonly coverage: Coverage
  /** (Default: page) */
  readonly origin?: MovementOrigin | undefined
  /** It is taken in later than it was read: what it doesn't show may be younger. (Default: false) */
  readonly late?: boolean | undefined
}

/** Complete scrapes without it after which a movement counts as removed. */
const missesUntilRemoved = 2

/** From which booked date on the known movements are needed: reversals reach furthest back. */
export const knownFrom = (coverage: Coverage): string => addDays(coverage.from, -reversalDays)

/**
 * `known` must hold every movement of the account that is booked from `knownFrom(coverage)` on, removed ones too, and
 * every one that shares a key with a row.
 */
export const reconcileScrape = ({ known, rows, coverage, origin = "page", late }: ReconcileInput): Reconciliation => {
  const fromFile = isFromStatement(origin)
  const byKey = pairByKey(known, rows, origin)
  const across = pairAcrossOrigins(byKey.known, byKey.rows, origin, coverage)
  const crossed = new Set<KnownMovement | StatementRow>([
    ...across.pairs.flatMap(({ known: one, row }) => [one, row]),
    ...across.doubts.map(({ row }) => row)
  ])
  const vanished = byKey.known.filter((one) => !one.removed && isCovered(one, coverage) && !crossed.has(one))
  // A file may be of what is new since another: what is booked is not gone for not being in it.
  const rewritable = fromFile ? vanished.filter(({ status }) => status === "pending") : vanished
  const likeness = reidentify(
    rewritable,
    byKey.rows.filter((row) => !crossed.has(row))
  )
  const alike = new Set<KnownMovement | StatementRow>([
    ...crossed,
    ...likeness.pairs.flatMap(({ known: one, row }) => [one, row]),
    ...likeness.doubts.map(({ row }) => row)
  ])
  const left = {
    known: byKey.known.filter((one) => !alike.has(one)),
    rows: byKey.rows.filter((row) => !alike.has(row)),
    doubts: likeness.doubts
  }
  const rewritten =
    fromFile || late === true ? { pairs: [], doubts: likeness.doubts } : findRewritten(left, { known, rows }, coverage)
  const doubts = [...across.doubts, ...rewritten.doubts]
  const recognised = new Set([...likeness.pairs, ...across.pairs, ...rewritten.pairs, ...doubts].map(({ row }) => row))
  const fresh = byKey.rows.filter((row) => !recognised.has(row)).map((row) => ({ row, heldFor: [] }))
  const nextOccurrence = occurrences(known)

  // The page's words are the ones to recognise a movement by: scrapes come again, statements don't.
  const isKept = (one: KnownMovement) => fromFile && !isFromStatement(one.origin)
  const kept = fromFile ? across.pairs : []
  const adopted = fromFile ? [] : [...across.pairs, ...rewritten.pairs]
  const likePairs = [...likeness.pairs, ...adopted].sort(byIndex).map(({ known: one, row }) => ({
    ...describeUpdate(one, row, nextOccurrence(row.key)),
    reidentified: true
  }))
  const inserts = [...fresh, ...doubts]
    .sort(byIndex)
    .map(({ row, heldFor }) => ({ row, occurrence: nextOccurrence(row.key), heldFor }))
  const seen = byKey.pairs.map(({ known: one, row }) => ({ one, update: describeUpdate(one, row, one.occurrence) }))
  const isChanged = ({ one, update }: (typeof seen)[number]) =>
    isKept(one) ? update.becameBooked || update.restored : differs(one, update)
  const changed = seen.filter(isChanged)
  const updates = [...changed.map(({ update }) => update), ...likePairs]
  const likeIds = new Set(likePairs.map(({ id }) => id))
  return {
    inserts,
    updates: updates.sort((a, b) => a.row.index - b.row.index),
    unchanged: [
      ...seen.filter((each) => !isChanged(each)).map(({ one }) => one.id),
      ...kept.map(({ known: { id } }) => id)
    ].sort(),
    inOtherWords: across.inOtherWords.map(({ known: { id } }) => id).sort(),
    // Only a scrape says what the bank no longer shows.
    vanished: (fromFile || late === true ? [] : vanished)
      .filter(({ id }) => !likeIds.has(id))
      .map(missed)
      .sort((a, b) => compareText(a.id, b.id)),
    released: released(
      known,
      new Set([...seen.map(({ one }) => one.id), ...kept.map(({ known: { id } }) => id), ...likeIds]),
      coverage
    ),
    reversals: findReversals(known, inserts, updates)
  }
}

interface Pairing {
  readonly pairs: ReadonlyArray<{ readonly known: KnownMovement; readonly row: StatementRow }>
  /** What is left over, in list order. */
  readonly known: ReadonlyArray<KnownMovement>
  readonly rows: ReadonlyArray<StatementRow>
}

/** One to one within each key: rows of the same status first, the same content before any other. */
const pairByKey = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin
): Pairing => {
  const isOther = (one: KnownMovement, row: StatementRow) =>
    isFromStatement(origin) ? isOtherInFile(one, row, origin) : !isFromStatement(one.origin) && hasReusedId(one, row)
  const rowsByKey = groupBy(rows, ({ key }) => key)
  const pairs: Array<Pairing["pairs"][number]> = []
  for (const [key, candidates] of groupBy([...known].sort(byOccurrence), (one) => one.key)) {
    const free = new Set([...(rowsByKey.get(key) ?? [])].sort(byContent))
    const fits = [
      (one: KnownMovement, row: StatementRow) => one.status === row.status && contentOf(one) === contentOf(row),
      (one: KnownMovement, row: StatementRow) => one.status === row.status && !isOther(one, row),
      (one: KnownMovement, row: StatementRow) => !isOther(one, row)
    ]
    const waiting = new Set(candidates)
    for (const fit of fits) {
      for (const one of waiting) {
        const row = [...free].find((each) => fit(one, each))
        if (row === undefined) continue
        pairs.push({ known: one, row })
        free.delete(row)
        waiting.delete(one)
      }
    }
  }
  const paired = new Set<KnownMovement | StatementRow>(pairs.flatMap(({ known: one, row }) => [one, row]))
  return {
    pairs,
    known: [...known].sort(byOccurrence).filter((one) => !paired.has(one)),
    rows: rows.filter((row) => !paired.has(row))
  }
}

const byOccurrence = (a: KnownMovement, b: KnownMovement): number =>
  Number(a.removed) - Number(b.removed) || a.occurrence - b.occurrence || compareText(a.id, b.id)

const byContent = (a: StatementRow, b: StatementRow): number =>
  compareText(contentOf(a), contentOf(b)) || a.index - b.index

const byIndex = (a: { readonly row: StatementRow }, b: { readonly row: StatementRow }): number =>
  a.row.index - b.row.index

/** What a row says beyond its key and status. */
const contentOf = (movement: KnownMovement | StatementRow): string =>
  JSON.stringify([
    movement.description,
    movement.counterparty ?? null,
    movement.senderName,
    movement.valueDate ?? null,
    movement.receivedAt,
    movement.bankId ?? null,
    movement.balanceMinor === undefined ? null : String(movement.balanceMinor)
  ])

/** A movement that was booked stays booked, whatever a later page calls it. */
const describeUpdate = (known: KnownMovement, row: StatementRow, occurrence: number): MovementUpdate => ({
  id: known.id,
  row: known.status === "booked" ? { ...row, status: "booked" } : row,
  occurrence,
  becameBooked: known.status === "pending" && row.status === "booked",
  restored: known.removed,
  reidentified: false
})

const differs = (known: KnownMovement, update: MovementUpdate): boolean =>
  update.becameBooked || update.restored || contentOf(known) !== contentOf(update.row)

const isCovered = (known: KnownMovement, coverage: Coverage): boolean =>
  coverage.complete && known.bookedDate >= coverage.from && known.bookedDate <= coverage.to

const missed = (known: KnownMovement): MissingMovement => ({
  id: known.id,
  missedScrapes: known.missedScrapes + 1,
  removed: known.missedScrapes + 1 >= missesUntilRemoved
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

interface Party extends Reversible {
  readonly ref: MovementRef
}

/** Looks for what each new booked reversal takes back, among known and new movements; each is taken back once. */
const findReversals = (
  known: ReadonlyArray<KnownMovement>,
  inserts: ReadonlyArray<NewMovement>,
  updates: ReadonlyArray<MovementUpdate>
): Reconciliation["reversals"] => {
  const updated = new Map(updates.map((update) => [update.id, update.row]))
  const inserted = inserts
    .filter(({ row, heldFor }) => row.status === "booked" && heldFor.length === 0)
    .map(({ row }): Party => ({ ...reversible(row), ref: { index: row.index } }))
  const stored = known
    .filter((one) => !one.removed && !one.reversed && (updated.get(one.id)?.status ?? one.status) === "booked")
    .map((one): Party => ({ ...reversible(updated.get(one.id) ?? one), ref: { id: one.id } }))
  const booked = updates
    .filter(({ becameBooked }) => becameBooked)
    .flatMap(({ id }) => stored.filter(({ ref }) => "id" in ref && ref.id === id))
  const originals = new Set([...stored, ...inserted].sort(byDay))
  return [...inserted, ...booked]
    .filter(saysReversal)
    .sort(byDay)
    .flatMap((reversal) => {
      const original = reversedBy(reversal, [...originals])
      if (original === undefined) return []
      originals.delete(original)
      return [{ original: original.ref, reversal: reversal.ref }]
    })
}

const reversible = ({ amountMinor, currency, bookedDate, description, counterparty }: Reversible): Reversible => ({
  amountMinor,
  currency,
  bookedDate,
  description,
  counterparty
})

const byDay = (a: Party, b: Party): number =>
  compareText(a.bookedDate, b.bookedDate) ||
  compareText(a.description, b.description) ||
  compareText(JSON.stringify(a.ref), JSON.stringify(b.ref))
