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
import { businessDaysBetween } from "../LocalDate.ts"
import {
  isFromStatement,
  type Coverage,
  type KnownMovement,
  type MovementOrigin,
  type StatementRow
} from "../Movement.ts"
import { compareText, rememberedOf } from "../collections.ts"
import { grouped, sorted, type Steps } from "../steps.ts"
import {
  clearlyOverlap,
  leadToOneBalance,
  nameOthers,
  readText,
  refuseTooMany,
  shared,
  textOverlap
} from "./overlap.ts"

interface Pair {
  readonly known: KnownMovement
  readonly row: StatementRow
}

export interface AcrossOrigins {
  readonly pairs: ReadonlyArray<Pair>
  /** Those of them whose words don't agree: only day and amount do. */
  readonly inOtherWords: ReadonlyArray<Pair>
  /**
   * Held ones whose row says otherwise, or is of another day, or may as well be of one that isn't held and has none: it is no proof that there are two
   * of them.
   */
  readonly unproven: ReadonlyArray<Pair>
  /** Rows that may be one of these known movements, or not. */
  readonly doubts: ReadonlyArray<{ readonly row: StatementRow; readonly heldFor: ReadonlyArray<string> }>
}

/** Booked on one day by the page and on another by the statement. */
const longestShift = 3

/** `known` and `rows` are what the keys left over. */
export function* pairAcrossOrigins(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin,
  coverage: Coverage
): Steps<AcrossOrigins> {
  const isCovered = (day: string) => coverage.complete && day >= coverage.from && day <= coverage.to
  const isSame = (pair: Pair): boolean => {
    if (isOneFormat(pair.known, origin) || others(pair)) return false
    const isListed = isCovered(pair.row.bookedDate) && isCovered(pair.known.bookedDate)
    if (!isOneDay(pair) || isTwoFormats(pair.known, origin)) return isListed && agree(pair)
    return isListed || agree(pair)
  }
  const mayBeSame = (pair: Pair): boolean => {
    if (isOneFormat(pair.known, origin) && isDatedByValue(pair) && agree(pair)) return true
    if (!isNear(pair)) return false
    if (isOneDay(pair) && leadToOneBalance(pair.known, pair.row) && !others(pair)) return true
    if (isOneFormat(pair.known, origin)) return !isAnother(pair) && isCovered(pair.known.bookedDate)
    if (isOneDay(pair)) return true
    return !others(pair) && (agree(pair) || isCovered(pair.known.bookedDate))
  }
  // The page's row gives its movement the words, and what the page lacks is gone: what was told is to be the one that stays.
  // A file settles what is held: were that to count, it would be read otherwise when it comes again.
  const isLast = ({ heldFor }: KnownMovement) => !isFromStatement(origin) && heldFor.length > 0
  const foreign = known.filter(
    (one) => !one.removed && one.status === "booked" && (isFromStatement(origin) || isFromStatement(one.origin))
  )
  const booked = rows.filter(({ status }) => status === "booked")
  const inWords = isFromStatement(origin) ? yield* pairInWords(known, foreign, booked, isSame) : nothingInWords
  const unsaid = without(foreign, inWords.pairs, ({ known: one }) => one)
  const wordless = without(booked, inWords.pairs, ({ row }) => row).filter((row) => !inWords.ofPending.has(row))
  const byDay = [...inWords.pairs, ...(yield* pairGroups(unsaid, wordless, dayAndAmount, isSame, isLast))]
  const leftKnown = without(foreign, byDay, ({ known: one }) => one)
  const leftRows = without(wordless, byDay, ({ row }) => row)
  const shifted = yield* pairGroups(leftKnown, leftRows, amountOnly, (pair) => isNear(pair) && isSame(pair), isLast)
  const unbooked = isFromStatement(origin) ? [] : rows.filter(({ status }) => status === "pending")
  const notYetOnPage = yield* pairGroups(
    without(leftKnown, shifted, ({ known: one }) => one),
    unbooked,
    amountOnly,
    (pair) => isNear(pair) && isSame(pair) && agree(pair),
    isLast
  )
  const pairs = [...byDay, ...shifted, ...notYetOnPage]
  const open = yield* grouped(
    without(leftKnown, pairs, ({ known: one }) => one),
    amountOnly
  )
  const doubts: Array<AcrossOrigins["doubts"][number]> = []
  for (const row of without(booked, pairs, (pair) => pair.row)) {
    const heldFor: Array<string> = []
    for (const one of open.get(amountOnly(row)) ?? []) {
      const pair = { known: one, row }
      if (mayBeSame(pair) && (agree(pair) || !inWords.ofPending.has(row))) heldFor.push(one.id)
      yield
    }
    if (heldFor.length > 0) doubts.push({ row, heldFor: heldFor.sort() })
    yield
  }
  const unproven: Array<Pair> = []
  for (const pair of isFromStatement(origin) ? pairs : []) {
    if (pair.known.heldFor.length === 0) continue
    const isRival = (rival: Pair) => isNear(rival) && isSame(rival) && (isOneDay(rival) || !isOneDay(pair))
    const told = (open.get(amountOnly(pair.row)) ?? []).filter(({ heldFor }) => heldFor.length === 0)
    const isSaid = agree(pair) && isOneDay(pair)
    if (!isSaid || told.some((one) => isRival({ known: one, row: pair.row }))) unproven.push(pair)
    yield
  }
  return { pairs, inOtherWords: pairs.filter((pair) => !agree(pair)), unproven, doubts }
}

interface InWords {
  readonly pairs: ReadonlyArray<Pair>
  /** Rows of which what the page shows as pending says more than what it shows as booked: it is that which they book. */
  readonly ofPending: ReadonlySet<StatementRow>
}

const nothingInWords: InWords = { pairs: [], ofPending: new Set() }

/** For a file's rows: what day and amount alone pair is one whose words are nowhere else. */
function* pairInWords(
  known: ReadonlyArray<KnownMovement>,
  foreign: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  isSame: (pair: Pair) => boolean
): Steps<InWords> {
  const isLast = () => false
  const isSaid = (pair: Pair) => isSame(pair) && agree(pair)
  const ofDay = yield* pairGroups(foreign, rows, dayAndAmount, isSaid, isLast)
  const [leftKnown, leftRows] = [without(foreign, ofDay, (pair) => pair.known), without(rows, ofDay, ({ row }) => row)]
  const isSaidNear = (pair: Pair) => !isOneDay(pair) && isNear(pair) && isSaid(pair)
  const ofOtherDays = yield* pairGroups(leftKnown, leftRows, amountOnly, isSaidNear, isLast)
  const pending = known.filter((one) => !one.removed && one.status === "pending" && !isFromStatement(one.origin))
  if (pending.length === 0) return { pairs: [...ofDay, ...ofOtherDays], ofPending: new Set() }
  const open = yield* grouped(
    without(leftKnown, ofOtherDays, (pair) => pair.known),
    amountOnly
  )
  const unsaid = without(leftRows, ofOtherDays, ({ row }) => row)
  const saidOf = ({ known: one, row }: Pair) => shared(textOf(row).words, textOf(one).words)
  const saidOfBooked = rememberedOf((row: StatementRow) => ({
    most: (open.get(amountOnly(row)) ?? []).reduce((most, one) => Math.max(most, saidOf({ known: one, row })), -1)
  }))
  const books = (pair: Pair) =>
    isNear(pair) &&
    pair.row.bookedDate >= pair.known.bookedDate &&
    agree(pair) &&
    !others(pair) &&
    saidOf(pair) > saidOfBooked(pair.row).most
  const booking = yield* pairGroups(pending, unsaid, amountOnly, books, isLast)
  return { pairs: [...ofDay, ...ofOtherDays], ofPending: new Set(booking.map(({ row }) => row)) }
}

type Either = KnownMovement | StatementRow

const isOneFormat = (known: KnownMovement, origin: MovementOrigin): boolean =>
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

/** Of one format: another payer or another id. */
const isPrintedOtherwise = (known: KnownMovement, row: StatementRow): boolean =>
  haveOtherIds(known, row) || (known.counterparty ?? "").trim() !== (row.counterparty ?? "").trim()

const amountOnly = ({ amountMinor, currency }: Either): string => `${amountMinor} ${currency}`
const dayAndAmount = (one: Either): string => `${one.bookedDate} ${amountOnly(one)}`

/** Known by a header for the value's day alone, and now the day on which it was booked has one that is known, too. */
const isDatedByValue = ({ known, row }: Pair): boolean =>
  row.valueDate !== undefined &&
  row.valueDate !== row.bookedDate &&
  known.valueDate === row.valueDate &&
  known.bookedDate === row.valueDate

const isOneDay = ({ known, row }: Pair): boolean => known.bookedDate === row.bookedDate

const isNear = ({ known, row }: Pair): boolean => {
  const [first, last] = [known.bookedDate, row.bookedDate].sort()
  return first !== undefined && last !== undefined && businessDaysBetween(first, last) <= longestShift
}

/** Each is compared with many. */
const textOf = rememberedOf((one: Either) => readText(one))

const overlapOf = ({ known, row }: Pair): number => textOverlap(textOf(known), textOf(row))
const agree = (pair: Pair): boolean => clearlyOverlap(textOf(pair.known), textOf(pair.row), overlapOf(pair))
/** Who paid: what the bank says beside the text, or in it behind a prefix that its script declares. */
const payerOf = ({ counterparty = "", description, senderName }: Either): string =>
  counterparty !== "" || senderName === description ? counterparty : senderName

const readPayer = rememberedOf((one: Either) => readText({ description: "", counterparty: payerOf(one) }))

const others = ({ known, row }: Pair): boolean => nameOthers(readPayer(known), readPayer(row))

const without = <Member>(
  members: ReadonlyArray<Member>,
  pairs: ReadonlyArray<Pair>,
  side: (pair: Pair) => unknown
): ReadonlyArray<Member> => {
  const taken = new Set(pairs.map(side))
  return members.filter((member) => !taken.has(member))
}

/** One to one within each group, the pairs whose words agree most first, but for those known ones that come last. */
function* pairGroups(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  groupOf: (one: Either) => string,
  fits: (pair: Pair) => boolean,
  isLast: (one: KnownMovement) => boolean
): Steps<ReadonlyArray<Pair>> {
  const rowsOf = yield* grouped(rows, groupOf)
  const pairs: Array<Pair> = []
  for (const [group, members] of yield* grouped(known, groupOf)) {
    const taken = new Set<Either>()
    for (const { pair } of yield* ranked(members, rowsOf.get(group) ?? [], fits, isLast)) {
      yield
      if (taken.has(pair.known) || taken.has(pair.row)) continue
      taken.add(pair.known).add(pair.row)
      pairs.push(pair)
    }
  }
  return pairs
}

function* ranked(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  fits: (pair: Pair) => boolean,
  isLast: (one: KnownMovement) => boolean
): Steps<ReadonlyArray<{ readonly pair: Pair }>> {
  const possible: Array<{ readonly pair: Pair; readonly overlap: number; readonly last: boolean }> = []
  for (const one of known) {
    for (const row of rows) {
      const pair = { known: one, row }
      if (fits(pair)) possible.push({ pair, overlap: overlapOf(pair), last: isLast(one) })
      refuseTooMany(possible)
      yield
    }
  }
  return yield* sorted(
    possible,
    (a, b) =>
      Number(a.last) - Number(b.last) ||
      b.overlap - a.overlap ||
      compareText(a.pair.known.id, b.pair.known.id) ||
      a.pair.row.index - b.pair.row.index
  )
}
