/** Which rows have the key of a known movement: one to one within each key. */
import { isFromStatement, type KnownMovement, type MovementOrigin, type StatementRow } from "../Movement.ts"
import { compareText, rememberedOf } from "../collections.ts"
import { grouped, sorted, type Steps } from "../steps.ts"
import { isOtherInFile } from "./acrossOrigins.ts"
import { hasReusedId } from "./rewritten.ts"

export interface Pairing {
  readonly pairs: ReadonlyArray<{ readonly known: KnownMovement; readonly row: StatementRow }>
  /** What is left over, in list order. */
  readonly known: ReadonlyArray<KnownMovement>
  readonly rows: ReadonlyArray<StatementRow>
}

/** One to one within each key: rows of the same status first, the same content before any other. */
export function* pairByKey(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin
): Steps<Pairing> {
  if (known.length === 0) return { pairs: [], known, rows }
  const inOrder = yield* sorted(known, isFromStatement(origin) ? byOccurrence : heldLast)
  const rowsByKey = yield* grouped(rows, ({ key }) => key)
  const pairs: Array<Pairing["pairs"][number]> = []
  for (const [key, candidates] of yield* grouped(inOrder, (one) => one.key)) {
    const [only, ...others] = rowsByKey.get(key) ?? []
    const [one, ...more] = candidates
    // As nearly all are.
    if (one !== undefined && only !== undefined && others.length === 0 && more.length === 0) {
      if (sameContent(one) === sameContent(only) || !isOther(one, only, origin)) pairs.push({ known: one, row: only })
    } else if (only !== undefined) {
      const free = yield* sorted([only, ...others], byContent)
      yield* pairCandidates(candidates, free, origin, pairs)
    }
    yield
  }
  const paired = bothSides(pairs)
  yield
  const left = inOrder.filter((one) => !paired.has(one))
  yield
  return { pairs, known: left, rows: rows.filter((row) => !paired.has(row)) }
}

export const bothSides = (pairs: Pairing["pairs"]): Set<KnownMovement | StatementRow> => {
  const sides = new Set<KnownMovement | StatementRow>()
  for (const { known, row } of pairs) sides.add(known).add(row)
  return sides
}

/** Of one key, both in their order: each takes the first row that fits and is free. */
function* pairCandidates(
  candidates: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin,
  pairs: Array<Pairing["pairs"][number]>
): Steps<void> {
  const taken = new Set<StatementRow>()
  const waiting = new Set(candidates)
  const pair = (one: KnownMovement, row: StatementRow) => {
    pairs.push({ known: one, row })
    taken.add(row)
    waiting.delete(one)
  }
  for (const same of [sameInAll, sameContent]) {
    const free = rows.filter((row) => !taken.has(row))
    // The last one first: where one of equal rows is known in other words, that is the first of them, today and tomorrow.
    const equals = new Map<string, Array<StatementRow>>()
    for (const [content, group] of yield* grouped(free, same)) equals.set(content, [...group])
    for (const one of waiting) {
      const row = equals.get(same(one))?.pop()
      if (row !== undefined) pair(one, row)
      yield
    }
  }
  for (const isOfStatus of [true, false]) {
    if (waiting.size === 0) return
    const left = rows.filter((row) => !taken.has(row))
    const byStatus = yield* grouped(left, ({ status }) => (isOfStatus ? status : "any"))
    const free = new Map([...byStatus].map(([status, group]) => [status, new Set(group)]))
    for (const one of waiting) {
      const own = free.get(isOfStatus ? one.status : "any") ?? new Set()
      for (const row of own) {
        yield
        if (isOther(one, row, origin)) continue
        pair(one, row)
        own.delete(row)
        break
      }
    }
  }
}

const isOther = (one: KnownMovement, row: StatementRow, origin: MovementOrigin): boolean => {
  if (isGoneUntold(one) && row.status === "pending") return true
  return isFromStatement(origin)
    ? isOtherInFile(one, row, origin)
    : !isFromStatement(one.origin) && hasReusedId(one, row)
}

/** A booked one stays booked, and would be told as that of a row that is only pending. */
const isGoneUntold = ({ heldFor, removed, status }: KnownMovement): boolean =>
  removed && status === "booked" && heldFor.length > 0

const sameContent = (movement: KnownMovement | StatementRow): string => `${movement.status} ${contentOf(movement)}`

const sameInAll = (movement: KnownMovement | StatementRow): string =>
  JSON.stringify([sameContent(movement), movement.counterpartyAccount ?? null])

const byOccurrence = (a: KnownMovement, b: KnownMovement): number =>
  Number(a.removed) - Number(b.removed) || a.occurrence - b.occurrence || compareText(a.id, b.id)

/** For the page's row: what was told is to be the one that stays. */
const heldLast = (a: KnownMovement, b: KnownMovement): number =>
  Number(a.removed) - Number(b.removed) ||
  Number(a.heldFor.length > 0) - Number(b.heldFor.length > 0) ||
  byOccurrence(a, b)

const byContent = (a: StatementRow, b: StatementRow): number =>
  compareText(contentOf(a), contentOf(b)) || a.index - b.index

/**
 * What a row says beyond its key and status, but for the other side's account: a bank that prints it from tomorrow on tells the
 * same movements.
 */
export const contentOf = rememberedOf((movement: KnownMovement | StatementRow): string =>
  JSON.stringify([
    movement.description,
    movement.counterparty ?? null,
    movement.senderName,
    movement.valueDate ?? null,
    movement.receivedAt,
    movement.bankId ?? null,
    movement.balanceMinor === undefined ? null : String(movement.balanceMinor)
  ])
)
