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
import { businessDaysBetween } from "../../src/LocalDate.ts"
import {
  isFromStatement,
  type Coverage,
  type KnownMovement,
  type MovementOrigin,
  type StatementRow
} from "../../src/Movement.ts"
import { compareText, groupBy } from "../../src/collections.ts"
import {
  clearlyOverlap,
  isNamedIn,
  leadToOneBalance,
  nameOne,
  nameOthers,
  readText,
  shared,
  textOverlap
} from "../../src/movements/overlap.ts"

interface Pair {
  readonly known: KnownMovement
  readonly row: StatementRow
}

export interface AcrossOrigins {
  readonly pairs: ReadonlyArray<Pair>
  /** Those of them whose words don't agree: only day and amount do. */
  readonly inOtherWords: ReadonlyArray<Pair>
  /** Held ones whose row is of another day or says otherwise, or may as well be of one that isn't held and has none: no proof of two. */
  readonly unproven: ReadonlyArray<Pair>
  /** Rows that may be one of these known movements, or not. */
  readonly doubts: ReadonlyArray<{ readonly row: StatementRow; readonly heldFor: ReadonlyArray<string> }>
}

/** Booked on one day by the page and on another by the statement. */
const longestShift = 3

/** `known` and `rows` are what the keys left over. */
export const pairAcrossOrigins = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin,
  coverage: Coverage
): AcrossOrigins => {
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
    return isSaidOf(pair) || (!others(pair) && isCovered(pair.known.bookedDate))
  }
  // Only the page's list says what becomes of the others.
  const isLast = ({ heldFor }: KnownMovement) => !isFromStatement(origin) && heldFor.length > 0
  const foreign = known.filter(
    (one) => !one.removed && one.status === "booked" && (isFromStatement(origin) || isFromStatement(one.origin))
  )
  const booked = rows.filter(({ status }) => status === "booked")
  const inWords = isFromStatement(origin)
    ? pairInWords(known, foreign, booked, isSame)
    : pairInWords(
        [],
        foreign.filter((one) => !isLast(one)),
        booked,
        isSame
      )
  const wordless = without(booked, inWords.pairs, ({ row }) => row).filter((row) => !inWords.ofPending.has(row))
  const unsaid = without(foreign, inWords.pairs, ({ known: one }) => one)
  const byDay = [...inWords.pairs, ...pairGroups(unsaid, wordless, dayAndAmount, isSame, isLast)]
  const leftKnown = without(foreign, byDay, ({ known: one }) => one)
  const leftRows = without(wordless, byDay, ({ row }) => row)
  const shifted = pairGroups(leftKnown, leftRows, amountOnly, (pair) => isNear(pair) && isSame(pair), isLast)
  const notYetOnPage = pairGroups(
    without(leftKnown, shifted, ({ known: one }) => one),
    rows.filter(({ status }) => status === "pending" && !isFromStatement(origin)),
    amountOnly,
    (pair) => isNear(pair) && isSaidOf(pair),
    isLast
  )
  const pairs = [...byDay, ...shifted, ...notYetOnPage]
  const open = groupBy(
    without(leftKnown, pairs, ({ known: one }) => one),
    amountOnly
  )
  const isIn = (pair: Pair) => agree(pair) || !inWords.ofPending.has(pair.row)
  const doubts = without(booked, pairs, ({ row }) => row).flatMap((row) => {
    const heldFor = (open.get(amountOnly(row)) ?? [])
      .map((one) => ({ known: one, row }))
      .filter((pair) => mayBeSame(pair) && isIn(pair))
      .map((pair) => pair.known)
    return heldFor.length === 0 ? [] : [{ row, heldFor: heldFor.map(({ id }) => id).sort() }]
  })
  const told = known.filter((one) => foreign.includes(one) && one.heldFor.length === 0)
  const free = without(told, pairs, ({ known: one }) => one)
  const mayTake = (rival: Pair) =>
    dayAndAmount(rival.known) === dayAndAmount(rival.row) ||
    (amountOnly(rival.known) === amountOnly(rival.row) && isNear(rival))
  const unproven = pairs.filter(
    (pair) =>
      isFromStatement(origin) &&
      pair.known.heldFor.length > 0 &&
      (!agree(pair) ||
        !isOneDay(pair) ||
        free
          .map((one) => ({ known: one, row: pair.row }))
          .some((rival) => mayTake(rival) && isSame(rival) && (isOneDay(rival) || !isOneDay(pair))))
  )
  return { pairs, inOtherWords: pairs.filter((pair) => !agree(pair)), unproven, doubts }
}

/** Of a file's rows that are left: what the page shows as pending for a day after them. */
export const bookedBefore = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>
): ReadonlyArray<Pair> =>
  pairGroups(
    known.filter(({ origin, removed, status }) => status === "pending" && !removed && !isFromStatement(origin)),
    rows.filter(({ status }) => status === "booked"),
    amountOnly,
    (pair) => isNear(pair) && pair.row.bookedDate < pair.known.bookedDate && isSaidOf(pair),
    () => false
  )

/** Of a part of a list: booked in other words. */
export const bookedInPart = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>
): ReadonlyArray<Pair> =>
  pairGroups(
    known.filter(
      ({ heldFor, origin, removed, status }) =>
        status === "pending" && !removed && heldFor.length === 0 && !isFromStatement(origin)
    ),
    rows.filter(({ status }) => status === "booked"),
    amountOnly,
    (pair) => isNear(pair) && pair.row.bookedDate >= pair.known.bookedDate && agree(pair) && !others(pair),
    () => false
  )

/** What is gone, and is there again on its day in other words. */
export const shownAgain = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin
): ReadonlyArray<Pair> =>
  pairGroups(
    known.filter(({ removed, reversed, status }) => removed && !reversed && status === "booked"),
    rows.filter(({ status }) => status === "booked"),
    dayAndAmount,
    (pair) => !isOneFormat(pair.known, origin) && agree(pair) && !others(pair),
    () => false
  )

/** Rows by their words, on their day and then near it; and a file's in the words of what is still pending on the page. */
const pairInWords = (
  known: ReadonlyArray<KnownMovement>,
  foreign: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  isSame: (pair: Pair) => boolean
): { readonly pairs: ReadonlyArray<Pair>; readonly ofPending: ReadonlySet<Either> } => {
  const isSaid = (pair: Pair) => isNear(pair) && isSame(pair) && agree(pair)
  const ofDay = pairGroups(foreign, rows, dayAndAmount, isSaid, () => false)
  const [leftKnown, leftRows] = [without(foreign, ofDay, (pair) => pair.known), without(rows, ofDay, ({ row }) => row)]
  const pairs = [...ofDay, ...pairGroups(leftKnown, leftRows, amountOnly, isSaid, () => false)]
  const open = without(foreign, pairs, (pair) => pair.known)
  const said = ({ known: one, row }: Pair) => shared(readText(row).words, readText(one).words)
  const isSaidElsewhere = (pair: Pair) =>
    open.some((one) => amountOnly(one) === amountOnly(pair.row) && said({ known: one, row: pair.row }) >= said(pair))
  const booking = pairGroups(
    known.filter(({ origin, removed, status }) => !removed && status === "pending" && !isFromStatement(origin)),
    without(rows, pairs, ({ row }) => row),
    amountOnly,
    (pair) =>
      isNear(pair) &&
      pair.known.bookedDate <= pair.row.bookedDate &&
      agree(pair) &&
      !others(pair) &&
      !isSaidElsewhere(pair),
    () => false
  )
  return { pairs, ofPending: new Set(booking.map(({ row }) => row)) }
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

const overlapOf = ({ known, row }: Pair): number => textOverlap(readText(known), readText(row))
const agree = (pair: Pair): boolean => clearlyOverlap(readText(pair.known), readText(pair.row), overlapOf(pair))
/** Who paid: what the bank says beside the text, or in it behind a prefix that its script declares. */
const payerOf = ({ counterparty = "", description, senderName }: Either): string =>
  counterparty !== "" || senderName === description ? counterparty : senderName

const payersOf = ({ known, row }: Pair) =>
  [
    readText({ description: "", counterparty: payerOf(known) }),
    readText({ description: "", counterparty: payerOf(row) })
  ] as const

/** In its words, or by its payer. */
const isSaidOf = (pair: Pair): boolean => {
  const [before, after] = payersOf(pair)
  const isOfOnePayer =
    nameOne(before, after) || isNamedIn(after, readText(pair.known)) || isNamedIn(before, readText(pair.row))
  return !others(pair) && (agree(pair) || isOfOnePayer)
}

export const isNearAndSaid = (pair: Pair): boolean =>
  amountOnly(pair.known) === amountOnly(pair.row) && isNear(pair) && isSaidOf(pair)

const others = (pair: Pair): boolean => nameOthers(...payersOf(pair))

const without = <Member>(
  members: ReadonlyArray<Member>,
  pairs: ReadonlyArray<Pair>,
  side: (pair: Pair) => unknown
): ReadonlyArray<Member> => {
  const taken = new Set(pairs.map(side))
  return members.filter((member) => !taken.has(member))
}

/** One to one within each group, the pairs whose words agree most first, but for those known ones that come last. */
const pairGroups = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  groupOf: (one: Either) => string,
  fits: (pair: Pair) => boolean,
  isLast: (one: KnownMovement) => boolean
): ReadonlyArray<Pair> => {
  const rowsOf = groupBy(rows, groupOf)
  return [...groupBy(known, groupOf)].flatMap(([group, members]) => {
    const possible = members.flatMap((one) => (rowsOf.get(group) ?? []).map((row) => ({ known: one, row })))
    const ranked = possible
      .filter(fits)
      .map((pair) => ({ pair, overlap: overlapOf(pair), last: isLast(pair.known) }))
      .sort(
        (a, b) =>
          Number(a.last) - Number(b.last) ||
          b.overlap - a.overlap ||
          compareText(a.pair.known.id, b.pair.known.id) ||
          a.pair.row.index - b.pair.row.index
      )
    const taken = new Set<Either>()
    return ranked.flatMap(({ pair }) => {
      if (taken.has(pair.known) || taken.has(pair.row)) return []
      taken.add(pair.known).add(pair.row)
      return [pair]
    })
  })
}
