/**
 * A statement file and the bank's page print one movement in different words and under different ids, and so do files of
 * two formats. Two files of one format print it alike, yet the second may hold only what is new since the first: what it
 * doesn't repeat is not gone. So, for what the keys left over:
 *
 * - Between page and file, day and amount say what is the same: a complete list shows each booked movement of a day once,
 *   so as many as there are on both sides are the same ones, unless they name different people. What the page still shows as
 *   pending is one that a file had booked, if the words agree too: it would be told again once the page books it.
 * - Between files of two formats, day, amount and words together do.
 * - Between files of one format, other words or another id are another movement, unless the balance after them is one: of two
 *   payments of a day and amount that takes a third one back between them.
 *
 * What is neither clearly the same nor clearly another is left to a person.
 */
import {
  isFromStatement,
  type Coverage,
  type KnownMovement,
  type MovementOrigin,
  type StatementRow
} from "../Movement.ts"
import { grouped, type Steps } from "../steps.ts"
import { clearlyOverlap, isNamedIn, leadToOneBalance, nameOne, nameOthers, shared } from "./overlap.ts"
import {
  amountOnly,
  areNear,
  dayAndAmount,
  nearby,
  overlapOf,
  type Pair,
  pairNear,
  pairOfDay,
  payerOf,
  textOf,
  without
} from "./pairGroups.ts"

export interface AcrossOrigins {
  readonly pairs: ReadonlyArray<Pair>
  /** Those of `pairs` that agree in day and amount, but not in words. */
  readonly inOtherWords: ReadonlyArray<Pair>
  /**
   * Pairs of a held movement that don't prove it to be one of its own: the row has other words or another day, or may as well be the row of
   * a movement that isn't held and has none.
   */
  readonly unproven: ReadonlyArray<Pair>
  /** Rows that may be one of these known movements, or not. */
  readonly doubts: ReadonlyArray<{ readonly row: StatementRow; readonly heldFor: ReadonlyArray<string> }>
}

/** How pairs are judged: the same movement for sure, or perhaps. */
interface Sameness {
  readonly isSame: (pair: Pair) => boolean
  readonly mayBeSame: (pair: Pair) => boolean
}

const samenessBy = (origin: MovementOrigin, coverage: Coverage): Sameness => {
  const isCovered = (day: string) => coverage.complete && day >= coverage.from && day <= coverage.to
  const isSame = (pair: Pair): boolean => {
    if (isOneFormat(pair.known, origin) || others(pair)) return false
    const isListed = isCovered(pair.row.bookedDate) && isCovered(pair.known.bookedDate)
    if (!isOneDay(pair) || isTwoFormats(pair.known, origin)) return isListed && agree(pair)
    return isListed || agree(pair)
  }
  const mayBeSame = (pair: Pair): boolean => {
    if (isOneFormat(pair.known, origin) && isDatedByValue(pair) && agree(pair)) return true
    if (!areClose(pair)) return false
    if (isOneDay(pair) && leadToOneBalance(pair.known, pair.row) && !others(pair)) return true
    if (isOneFormat(pair.known, origin)) return !isAnother(pair) && isCovered(pair.known.bookedDate)
    if (isOneDay(pair)) return true
    return isSaidOf(pair) || (!others(pair) && isCovered(pair.known.bookedDate))
  }
  return { isSame, mayBeSame }
}

/** `candidates`: the known movements that a row may be. */
function* findDoubts(
  rows: ReadonlyArray<StatementRow>,
  candidates: (row: StatementRow) => Iterable<KnownMovement>,
  mayBeSame: (pair: Pair) => boolean
): Steps<AcrossOrigins["doubts"]> {
  const doubts: Array<AcrossOrigins["doubts"][number]> = []
  for (const row of rows) {
    const heldFor: Array<string> = []
    for (const known of candidates(row)) {
      if (mayBeSame({ known, row })) heldFor.push(known.id)
      yield
    }
    if (heldFor.length > 0) doubts.push({ row, heldFor: heldFor.sort() })
    yield
  }
  return doubts
}

/** `near`: known movements that have no row, of a day near the row's. */
function* findUnproven(
  pairs: ReadonlyArray<Pair>,
  near: (row: StatementRow) => ReadonlyArray<KnownMovement>,
  isSame: (pair: Pair) => boolean
): Steps<ReadonlyArray<Pair>> {
  const unproven: Array<Pair> = []
  for (const pair of pairs) {
    if (pair.known.heldFor.length === 0) continue
    const isRival = (rival: Pair) => isSame(rival) && (isOneDay(rival) || !isOneDay(pair))
    let isProven = agree(pair) && isOneDay(pair)
    for (const known of isProven ? near(pair.row) : []) {
      yield
      if (known.heldFor.length === 0 && isRival({ known, row: pair.row })) isProven = false
      if (!isProven) break
    }
    if (!isProven) unproven.push(pair)
    yield
  }
  return unproven
}

const nothingAcross: AcrossOrigins = { pairs: [], inOtherWords: [], unproven: [], doubts: [] }

/** `known` and `rows` are what the keys left over. */
export function* pairAcrossOrigins(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin,
  coverage: Coverage
): Steps<AcrossOrigins> {
  const { isSame, mayBeSame } = samenessBy(origin, coverage)
  // The page's row gives its movement the words, and what the page lacks is gone: what was told is to be the one that stays.
  // A file settles what is held: were that to count, it would be read otherwise when it comes again.
  const isLast = ({ heldFor }: KnownMovement) => !isFromStatement(origin) && heldFor.length > 0
  const foreign = known.filter(
    (one) => !one.removed && one.status === "booked" && (isFromStatement(origin) || isFromStatement(one.origin))
  )
  // As nearly always: the page alone has told of this account.
  if (foreign.length === 0) return nothingAcross
  const booked = rows.filter(({ status }) => status === "booked")
  const inWords = isFromStatement(origin)
    ? yield* pairInWords(known, foreign, booked, isSame)
    : yield* pairInWords(
        [],
        foreign.filter((one) => !isLast(one)),
        booked,
        isSame
      )
  const unsaid = without(foreign, inWords.pairs, ({ known: one }) => one)
  const wordless = without(booked, inWords.pairs, ({ row }) => row).filter((row) => !inWords.ofPending.has(row))
  const byDay = [...inWords.pairs, ...(yield* pairOfDay(unsaid, wordless, { fits: isSame, isLast }))]
  const leftKnown = without(foreign, byDay, ({ known: one }) => one)
  const leftRows = without(wordless, byDay, ({ row }) => row)
  const shifted = yield* pairNear(leftKnown, leftRows, { fits: isSame, isLast })
  const unbooked = isFromStatement(origin) ? [] : rows.filter(({ status }) => status === "pending")
  const notYetOnPage = yield* pairNear(
    without(leftKnown, shifted, ({ known: one }) => one),
    unbooked,
    { fits: isSaidOf, isLast }
  )
  const pairs = [...byDay, ...shifted, ...notYetOnPage]
  const open = without(leftKnown, pairs, ({ known: one }) => one)
  const openNear = yield* nearby(open)
  const openOf = yield* grouped(open, dayAndAmount)
  const doubts = yield* findDoubts(
    without(booked, pairs, (pair) => pair.row),
    (row) => new Set([...openNear(row), ...(openOf.get(valuedAs(row)) ?? [])]),
    (pair) => mayBeSame(pair) && (agree(pair) || !inWords.ofPending.has(pair.row))
  )
  const unproven = isFromStatement(origin) ? yield* findUnproven(pairs, openNear, isSame) : []
  return { pairs, inOtherWords: pairs.filter((pair) => !agree(pair)), unproven, doubts }
}

interface InWords {
  readonly pairs: ReadonlyArray<Pair>
  /** Rows of which what the page shows as pending says more than what it shows as booked: it is that which they book. */
  readonly ofPending: ReadonlySet<StatementRow>
}

/** What day and amount alone pair is one whose words are nowhere else. `known`: for a file's rows, what may be pending on the page. */
function* pairInWords(
  known: ReadonlyArray<KnownMovement>,
  foreign: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  isSame: (pair: Pair) => boolean
): Steps<InWords> {
  const isSaid = (pair: Pair) => isSame(pair) && agree(pair)
  const ofDay = yield* pairOfDay(foreign, rows, { fits: isSaid })
  const [leftKnown, leftRows] = [without(foreign, ofDay, (pair) => pair.known), without(rows, ofDay, ({ row }) => row)]
  const ofOtherDays = yield* pairNear(leftKnown, leftRows, { fits: (pair) => !isOneDay(pair) && isSaid(pair) })
  const pending = known.filter((one) => !one.removed && one.status === "pending" && !isFromStatement(one.origin))
  if (pending.length === 0) return { pairs: [...ofDay, ...ofOtherDays], ofPending: new Set() }
  const open = yield* grouped(
    without(leftKnown, ofOtherDays, (pair) => pair.known),
    amountOnly
  )
  const unsaid = without(leftRows, ofOtherDays, ({ row }) => row)
  const ofPending = new Set(pending.map(amountOnly))
  const saidOf = ({ known: one, row }: Pair) => shared(textOf(row).words, textOf(one).words)
  const mostOfBooked = new Map<StatementRow, number>()
  for (const row of unsaid.filter((one) => ofPending.has(amountOnly(one)))) {
    let most = -1
    for (const one of open.get(amountOnly(row)) ?? []) {
      most = Math.max(most, saidOf({ known: one, row }))
      yield
    }
    mostOfBooked.set(row, most)
    yield
  }
  const books = (pair: Pair) =>
    pair.row.bookedDate >= pair.known.bookedDate &&
    agree(pair) &&
    !others(pair) &&
    saidOf(pair) > (mostOfBooked.get(pair.row) ?? -1)
  const booking = yield* pairNear(pending, unsaid, { fits: books })
  return { pairs: [...ofDay, ...ofOtherDays], ofPending: new Set(booking.map(({ row }) => row)) }
}

export const isOneFormat = (known: KnownMovement, origin: MovementOrigin): boolean =>
  isFromStatement(origin) && known.origin === origin

const isTwoFormats = (known: KnownMovement, origin: MovementOrigin): boolean =>
  isFromStatement(origin) && isFromStatement(known.origin) && known.origin !== origin

/** Of one format: what an equal movement would have repeated is not the same. */
const isAnother = (pair: Pair): boolean =>
  others(pair) || !agree(pair) || (haveOtherIds(pair.known, pair.row) && pair.known.key !== pair.row.key)

/** Both print an id, and not the same. */
const haveOtherIds = (known: KnownMovement, row: StatementRow): boolean =>
  known.bankId !== undefined && row.bankId !== undefined && known.bankId !== row.bankId

/** Files put the payer and the id beside the text: they may hold one of two payments that the text doesn't tell apart. */
export const isOtherInFile = (known: KnownMovement, row: StatementRow, origin: MovementOrigin): boolean => {
  if (!isFromStatement(origin)) return false
  return known.origin === origin ? isPrintedOtherwise(known, row) : others({ known, row })
}

/** Whether two rows of one format have different payers or ids. */
const isPrintedOtherwise = (known: KnownMovement, row: StatementRow): boolean =>
  haveOtherIds(known, row) || (known.counterparty ?? "").trim() !== (row.counterparty ?? "").trim()

/** Known by a header for the value's day alone, and now the day on which it was booked has one that is known, too. */
const isDatedByValue = ({ known, row }: Pair): boolean =>
  row.valueDate !== undefined &&
  row.valueDate !== row.bookedDate &&
  known.valueDate === row.valueDate &&
  known.bookedDate === row.valueDate

/** The day and amount that such a one would be known by. */
const valuedAs = (row: StatementRow): string => `${row.valueDate} ${amountOnly(row)}`

const isOneDay = ({ known, row }: Pair): boolean => known.bookedDate === row.bookedDate

const areClose = ({ known, row }: Pair): boolean => areNear(known, row)

export const agree = (pair: Pair): boolean => clearlyOverlap(textOf(pair.known), textOf(pair.row), overlapOf(pair))
/** In its words, or by its payer: the page names whoever paid in its text, a file beside what they wrote. */
export const isSaidOf = (pair: Pair): boolean => !others(pair) && (agree(pair) || isOfOnePayer(pair))

const isOfOnePayer = ({ known, row }: Pair): boolean => {
  const [before, after] = [payerOf(known), payerOf(row)]
  return nameOne(before, after) || isNamedIn(after, textOf(known)) || isNamedIn(before, textOf(row))
}
export const others = ({ known, row }: Pair): boolean => nameOthers(payerOf(known), payerOf(row))
