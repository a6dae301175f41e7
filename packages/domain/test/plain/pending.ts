/** What becomes of pending rows, as `bookedByFile.ts` says it: in one go. */
import type { KnownMovement, StatementRow } from "@counterfoil/domain"
import { isFromStatement } from "../../src/Movement.ts"
import { nameOthers, readText, textOverlap } from "../../src/movements/overlap.ts"
import type { Pairing } from "../../src/movements/pairByKey.ts"
import { reidentify } from "./reidentify.ts"

/** Those that the page shows in other words by now are known in the old ones for a while: they come last. */
export const bookedByFile = (pending: ReadonlyArray<KnownMovement>, rows: ReadonlyArray<StatementRow>) => {
  const isOld = (one: KnownMovement) =>
    one.missedScrapes > 0 && pending.some((other) => other.missedScrapes === 0 && isReworded(one, other))
  const first = reidentify(
    pending.filter((one) => !isOld(one)),
    rows
  )
  const taken = [...first.pairs, ...first.doubts].map(({ row }) => row)
  const second = reidentify(
    pending.filter(isOld),
    rows.filter((row) => !taken.includes(row))
  )
  return { pairs: [...first.pairs, ...second.pairs], doubts: [...first.doubts, ...second.doubts] }
}

const dayAndAmount = ({ amountMinor, bookedDate, currency }: KnownMovement | StatementRow) =>
  `${bookedDate} ${amountMinor} ${currency}`

const isReworded = (one: KnownMovement, row: KnownMovement | StatementRow) =>
  dayAndAmount(one) === dayAndAmount(row) &&
  textOverlap(readText(one), readText(row)) === 1 &&
  !nameOthers(readText(one), readText(row))

/** Of a list that isn't whole: one each of a day and amount, more behind the same words. */
export const pendingAnew = (known: ReadonlyArray<KnownMovement>, rows: ReadonlyArray<StatementRow>) => {
  const before = known.filter(
    ({ heldFor, origin, removed, status }) =>
      status === "pending" && !removed && heldFor.length === 0 && !isFromStatement(origin)
  )
  const pending = rows.filter(({ status }) => status === "pending")
  const isOnly = (one: KnownMovement | StatementRow) =>
    [before, pending].every((side) => side.filter((each) => dayAndAmount(each) === dayAndAmount(one)).length === 1)
  const pairs = before.flatMap((one) =>
    pending.filter((row) => isReworded(one, row) && isOnly(one)).map((row) => ({ known: one, row }))
  )
  return { pairs, doubts: [] }
}

/** A booked one whose words a pending row has now, while a booked row has more behind them, is the booked row. */
export const stillBooked = (sameKeys: Pairing) => {
  const free = new Set(sameKeys.rows.filter(({ status }) => status === "booked"))
  const anew = sameKeys.pairs.flatMap(({ known: one, row: pending }) => {
    const { origin, removed, status } = one
    if (status !== "booked" || removed || isFromStatement(origin) || pending.status !== "pending") return []
    const row = [...free].find((each) => isReworded(one, each))
    if (row === undefined) return []
    free.delete(row)
    return [{ known: one, row, pending }]
  })
  const byKey: Pairing = {
    pairs: sameKeys.pairs.filter((pair) => !anew.some((one) => one.known === pair.known)),
    known: sameKeys.known,
    rows: [
      ...sameKeys.rows.filter((row) => !anew.some((one) => one.row === row)),
      ...anew.map(({ pending }) => pending)
    ]
  }
  return { byKey, anew: anew.map(({ known, row }) => ({ known, row })) }
}
