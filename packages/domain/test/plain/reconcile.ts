/** `reconcileScrape` as it is plainly said: in one go, each look among all that there is. */
import type {
  KnownMovement,
  Coverage,
  MovementOrigin,
  MissingMovement,
  MovementUpdate,
  NewMovement,
  Reconciliation,
  ReconcileInput,
  StatementRow
} from "@counterfoil/domain"
import { addDays, fullerAccountNumber } from "@counterfoil/domain"
import { compareText, groupBy } from "../../src/collections.ts"
import { isFromStatement } from "../../src/Movement.ts"
import { hasReusedId } from "../../src/movements/rewritten.ts"
import { findUpheaval } from "../../src/movements/upheaval.ts"
import { finish } from "../../src/steps.ts"
import {
  bookedBefore,
  bookedInPart,
  isNearAndSaid,
  isOtherInFile,
  pairAcrossOrigins,
  shownAgain
} from "./acrossOrigins.ts"
import { bookedByFile, pendingAnew, stillBooked } from "./pending.ts"
import { reidentify } from "./reidentify.ts"
import { released } from "./released.ts"
import { findReversals } from "./reversal.ts"
import { plainRewritten } from "./rewritten.ts"

const missesUntilRemoved = 2

export const plainReconcile = (input: ReconcileInput): Reconciliation => reconcileBut(supersededOf(input), input)

/**
 * Held ones whose doubt a complete list of the page settles against them: it lacks what they may be, and without them their
 * rows are taken for that.
 */
const supersededOf = (input: ReconcileInput): ReadonlyArray<KnownMovement> => {
  const { coverage, known, late, origin = "page", rows } = input
  if (isFromStatement(origin) || late === true) return []
  const to = [coverage.to, ...rows.map(({ bookedDate }) => bookedDate)].sort().at(-1) ?? coverage.to
  const byKey = pairByKey(known, rows, origin)
  const shown = { ...coverage, from: cutOffAt(input) ?? coverage.from, to }
  const gone = byKey.known
    .filter((one) => one.status === "booked" && !one.removed && !one.reversed && isCovered(one, shown))
    .map(({ id }) => id)
  const isOfPage = (one: KnownMovement) =>
    (!isFromStatement(one.origin) && isCovered(one, { ...coverage, to })) ||
    byKey.pairs.some((pair) => pair.known === one)
  const inDoubt = known.filter((one) => isOfPage(one) && one.heldFor.some((id) => gone.includes(id)))
  const without = reconcileBut(inDoubt, input)
  const beside = reconcileBut([], input)
  const isLost = ({ row }: NewMovement) =>
    !beside.inserts.some((one) => one.row.key === row.key) && !inDoubt.some(({ key }) => key === row.key)
  if (without.upheaval !== undefined || without.inserts.some(isLost)) return []
  const seen = [...without.updates.map(({ id }) => id), ...without.unchanged]
  const found = gone.filter((id) => seen.includes(id))
  const inserts = (one: Reconciliation, key: string) => one.inserts.filter(({ row }) => row.key === key).length
  const settled = inDoubt.filter(({ heldFor }) => heldFor.some((id) => found.includes(id)))
  // Of equal ones as many as the list has rows for what it would lack, the last of those that are shown.
  return settled.filter((one) => {
    const before = settled.filter(
      (other) =>
        other.key === one.key && (other.removed === one.removed ? other.occurrence < one.occurrence : !other.removed)
    )
    return before.length >= inserts(without, one.key) - inserts(beside, one.key)
  })
}

/**
 * A bank may list its last rows, or days, only: the rows end somewhere within the oldest one's day, and few of them where nothing
 * has ever been shown.
 */
const cutOffAt = ({
  coverage: { from, to },
  reachesBack = false,
  rows,
  shownBack
}: Pick<ReconcileInput, "coverage" | "reachesBack" | "rows" | "shownBack">): string | undefined => {
  const [oldest] = rows
    .filter(({ status }) => status === "booked")
    .map(({ bookedDate }) => bookedDate)
    .sort()
  const [neverShown = oldest] = [
    ...(shownBack === undefined ? [] : [addDays(to, -shownBack)]),
    ...(oldest === undefined ? [] : [oldest])
  ].sort()
  const isOfDays = rows.length < 5 && shownBack !== undefined && neverShown !== undefined
  const end = rows.length >= 5 ? oldest : isOfDays ? addDays(neverShown, -1) : undefined
  return reachesBack || (oldest !== undefined && oldest < from) || end === undefined || end < from ? undefined : end
}

/** As if `superseded` were not known; the list proves that they are none of their own. */
const reconcileBut = (
  superseded: ReadonlyArray<KnownMovement>,
  { known: all, rows, coverage, origin = "page", late, later = [], reachesBack = false, shownBack }: ReconcileInput
): Reconciliation => {
  const fromFile = isFromStatement(origin)
  const known = all.filter((one) => !superseded.includes(one))
  const isGhost = (one: KnownMovement) => one.removed && one.heldFor.length > 0
  const sameKeys = pairByKey(
    known.filter((one) => !isGhost(one)),
    rows,
    origin
  )
  const { byKey, anew } = fromFile ? { byKey: sameKeys, anew: [] } : stillBooked(sameKeys)
  const latest = [coverage.to, ...rows.map(({ bookedDate }) => bookedDate)].sort().at(-1) ?? coverage.to
  const after = later.filter((one) => !isGhost(one) && one.bookedDate <= addDays(latest, 5))
  const across = pairAcrossOrigins([...byKey.known, ...after], byKey.rows, origin, coverage)
  const crossed = new Set<KnownMovement | StatementRow>([
    ...across.pairs.flatMap(({ known: one, row }) => [one, row]),
    ...across.doubts.map(({ row }) => row)
  ])
  const shown = { ...coverage, to: latest }
  const absent = byKey.known.filter((one) => !one.removed && isCovered(one, shown) && !crossed.has(one))
  const cutOff = fromFile ? undefined : cutOffAt({ rows, coverage, reachesBack, shownBack })
  const isCutOff = (one: KnownMovement) => cutOff !== undefined && one.status === "booked" && one.bookedDate <= cutOff
  const vanished = absent.filter((one) => isCovered(one, coverage))
  // A file may be of what is new since another: what is booked is not gone for not being in it.
  const uncrossed = byKey.rows.filter((row) => !crossed.has(row))
  const inTime = fromFile
    ? bookedByFile(
        // A bank may book on a day after the one that it shows a payment under: before a file's first.
        byKey.known.filter(
          (one) =>
            absent.some((other) => other === one && one.status === "pending") ||
            (one.status === "pending" &&
              !one.removed &&
              !isFromStatement(one.origin) &&
              one.bookedDate < shown.from &&
              uncrossed.some((row) => row.status === "booked" && isNearAndSaid({ known: one, row })))
        ),
        uncrossed
      )
    : coverage.complete || late === true
      ? reidentify(absent, uncrossed)
      : pendingAnew(byKey.known, uncrossed)
  const used = new Set<KnownMovement | StatementRow>([
    ...inTime.pairs.flatMap(({ known: one, row }) => [one, row]),
    ...inTime.doubts.map(({ row }) => row)
  ])
  const before = fromFile
    ? bookedBefore(
        [...byKey.known, ...after].filter((one) => !used.has(one)),
        uncrossed.filter((row) => !used.has(row))
      )
    : []
  const likest = { pairs: [...inTime.pairs, ...before], doubts: inTime.doubts }
  // What may have been pushed off the list's end: a row after its oldest one's day may be another payment.
  const isUnsure = (pair: (typeof likest.pairs)[number]) =>
    isCutOff(pair.known) && cutOff !== undefined && pair.row.bookedDate > cutOff
  const likeness = {
    pairs: likest.pairs.filter((pair) => !isUnsure(pair)),
    doubts: [
      ...likest.doubts,
      ...likest.pairs.filter(isUnsure).map(({ known: { id }, row }) => ({ row, heldFor: [id] }))
    ]
  }
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
  const asWhole = { ...shown, complete: true }
  const found =
    fromFile || (!coverage.complete && late !== true) ? undefined : plainRewritten(left, { known, rows }, asWhole)
  const paired = new Set<KnownMovement | StatementRow>(
    (late === true ? [] : (found?.pairs ?? [])).flatMap((pair) => [pair.known, pair.row])
  )
  const unrecognised = { known: left.known, rows: [...left.rows, ...left.doubts.map(({ row }) => row)] }
  const byNoKey = { known: byKey.known, rows: byKey.rows.filter((row) => !crossed.has(row)) }
  const unpaired = {
    known: unrecognised.known.filter((one) => !paired.has(one)),
    rows: unrecognised.rows.filter((row) => !paired.has(row))
  }
  const upheaval = found === undefined ? undefined : finish(findUpheaval(known, byNoKey, unpaired, asWhole))
  const rewrittenLate = {
    pairs: [],
    doubts:
      found === undefined || upheaval === undefined
        ? likeness.doubts
        : [...found.doubts, ...found.pairs.map(({ known: { id }, row }) => ({ row, heldFor: [id] }))]
  }
  const rewritten = fromFile || late === true ? rewrittenLate : plainRewritten(left, { known, rows }, shown)
  const doubts = [...across.doubts, ...rewritten.doubts]
  const recognised = new Set([...anew, ...likeness.pairs, ...across.pairs, ...rewritten.pairs].map(({ row }) => row))
  const unknown = byKey.rows
    .filter((row) => !recognised.has(row))
    .map((row) => ({ row, heldFor: doubts.find((doubt) => doubt.row === row)?.heldFor ?? [] }))
  // What was held and is gone comes after all that is a movement.
  const backByKey = pairByKey(
    known.filter(isGhost),
    unknown.map(({ row }) => row),
    origin
  )
  const back = backByKey.pairs.filter((pair) => {
    const heldFor = unknown.find(({ row }) => row === pair.row)?.heldFor ?? []
    return heldFor.length === 0 || [...heldFor].sort().join() === [...pair.known.heldFor].sort().join()
  })
  const listed = [...byKey.pairs, ...back]
  const sure = unknown.flatMap(({ heldFor, row }) =>
    heldFor.length > 0 || back.some((pair) => pair.row === row) ? [] : [row]
  )
  const inOtherWords = shownAgain(byKey.known, sure, origin)
  const isPart = !fromFile && !coverage.complete && late !== true
  const inPart = isPart
    ? bookedInPart(
        left.known,
        sure.filter((row) => inOtherWords.every((pair) => pair.row !== row))
      )
    : []
  const returned = [...inOtherWords, ...inPart]
  const nextOccurrence = occurrences(all)

  // The page's words are the ones to recognise a movement by: scrapes come again, statements don't.
  const isKept = (one: KnownMovement) => fromFile && !isFromStatement(one.origin)
  const kept = across.pairs.filter(({ row }) => fromFile || row.status === "pending")
  const adopted = fromFile ? [] : [...across.pairs.filter(({ row }) => row.status !== "pending"), ...rewritten.pairs]
  const likePairs = [...anew, ...likeness.pairs, ...adopted, ...returned].sort(byIndex).map(({ known: one, row }) => ({
    ...describeUpdate(one, row, nextOccurrence(row.key)),
    reidentified: true
  }))
  const inserts = unknown
    .filter(({ row }) => ![...back, ...returned].some((pair) => pair.row === row))
    .sort(byIndex)
    .map(({ row, heldFor }) => ({ row, occurrence: nextOccurrence(row.key), heldFor }))
  const seen = listed.map(({ known: one, row }) => ({ one, update: describeUpdate(one, row, one.occurrence) }))
  const isChanged = ({ one, update }: (typeof seen)[number]) =>
    isKept(one) ? update.becameBooked || update.restored : differs(one, update)
  const changed = seen.filter(isChanged)
  const updates = [...changed.map(({ update }) => update), ...likePairs]
  const likeIds = new Set(likePairs.map(({ id }) => id))
  const unproven = new Set(across.unproven.map(({ known: { id } }) => id))
  const ids = [...seen.map(({ one }) => one.id), ...kept.map(({ known: { id } }) => id), ...likeIds]
  const letGo = released(
    all,
    new Set(ids.filter((id) => !unproven.has(id))),
    superseded,
    { ...coverage, from: cutOff ?? coverage.from },
    origin
  )
  return {
    inserts,
    updates: updates.sort((a, b) => a.row.index - b.row.index),
    unchanged: [
      ...seen.filter((each) => !isChanged(each)).map(({ one }) => one.id),
      ...kept.map(({ known: { id } }) => id)
    ].sort(),
    inOtherWords: across.inOtherWords.map(({ known: { id } }) => id).sort(),
    // Only a scrape says what the bank no longer shows.
    vanished: [
      ...(fromFile || late === true ? [] : vanished)
        .filter((one) => !likeIds.has(one.id) && (one.missedScrapes === 0 || !isCutOff(one)))
        .map(missed),
      ...superseded.filter(({ removed }) => !removed).map(takenOver)
    ].sort((a, b) => compareText(a.id, b.id)),
    released: letGo,
    reversals: findReversals([...known, ...later], inserts, updates, letGo),
    ...(upheaval === undefined ? {} : { upheaval })
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
    (one.removed && one.status === "booked" && one.heldFor.length > 0 && row.status === "pending") ||
    (isFromStatement(origin) ? isOtherInFile(one, row, origin) : !isFromStatement(one.origin) && hasReusedId(one, row))
  const rowsByKey = groupBy(rows, ({ key }) => key)
  const pairs: Array<Pairing["pairs"][number]> = []
  const inOrder = [...known].sort(isFromStatement(origin) ? byOccurrence : heldLast)
  for (const [key, candidates] of groupBy(inOrder, (one) => one.key)) {
    const free = new Set([...(rowsByKey.get(key) ?? [])].sort(byContent))
    const fits = [
      (one: KnownMovement, row: StatementRow) =>
        one.status === row.status &&
        contentOf(one) === contentOf(row) &&
        one.counterpartyAccount === row.counterpartyAccount,
      (one: KnownMovement, row: StatementRow) => one.status === row.status && contentOf(one) === contentOf(row),
      (one: KnownMovement, row: StatementRow) => one.status === row.status && !isOther(one, row),
      (one: KnownMovement, row: StatementRow) => !isOther(one, row)
    ]
    const waiting = new Set(candidates)
    for (const [nth, fit] of fits.entries()) {
      for (const one of waiting) {
        // Of equal rows the last one.
        const row = (nth < 2 ? [...free].reverse() : [...free]).find((each) => fit(one, each))
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
    known: inOrder.filter((one) => !paired.has(one)),
    rows: rows.filter((row) => !paired.has(row))
  }
}

const byOccurrence = (a: KnownMovement, b: KnownMovement): number =>
  Number(a.removed) - Number(b.removed) || a.occurrence - b.occurrence || compareText(a.id, b.id)

const heldLast = (a: KnownMovement, b: KnownMovement): number =>
  Number(a.removed) - Number(b.removed) ||
  Number(a.heldFor.length > 0) - Number(b.heldFor.length > 0) ||
  byOccurrence(a, b)

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
  row: withKnownAccount(known.status === "booked" ? { ...row, status: "booked" } : row, known),
  occurrence,
  becameBooked: known.status === "pending" && row.status === "booked",
  restored: known.removed,
  reidentified: false
})

const withKnownAccount = (row: StatementRow, known: KnownMovement): StatementRow => {
  const account = fullerAccountNumber(known.counterpartyAccount, row.counterpartyAccount)
  return account === undefined ? row : { ...row, counterpartyAccount: account }
}

const differs = (known: KnownMovement, update: MovementUpdate): boolean =>
  update.becameBooked ||
  update.restored ||
  contentOf(known) !== contentOf(update.row) ||
  known.counterpartyAccount !== update.row.counterpartyAccount

const isCovered = (known: KnownMovement, coverage: Coverage): boolean =>
  coverage.complete && known.bookedDate >= coverage.from && known.bookedDate <= coverage.to

const missed = (known: KnownMovement): MissingMovement => ({
  id: known.id,
  missedScrapes: known.missedScrapes + 1,
  removed: known.missedScrapes + 1 >= missesUntilRemoved
})

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
