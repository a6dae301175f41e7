/** From the statements of one file to one: the newest first, their balances checked, one account and one currency. */
import { add, isEqual } from "../movements/amount.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { problem, StatementProblem } from "./problem.ts"

/** One statement of a file, its movements as the file has them, oldest first. */
export interface StatementPart {
  readonly line: number
  /** Tells accounts apart; absent: the file doesn't say. */
  readonly account?: string | undefined
  /** Of its balances. */
  readonly currency?: string | undefined
  readonly opening?: string | undefined
  readonly closing?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The day on which it was made, which may lie before its last one: a statement of this month says the month's end. */
  readonly madeOn?: string | undefined
  readonly movements: ReadonlyArray<Movement>
}

const checkBalances = ({ closing, line, movements, opening }: StatementPart): void => {
  if (opening === undefined || closing === undefined) return
  const booked = movements.filter(({ pending }) => pending !== true)
  const end = booked.reduce((sum, { amount }) => add(sum, amount), opening)
  if (!isEqual(end, closing)) {
    throw problem(line, `the movements lead from ${opening} to ${end}, but the closing balance is ${closing}`)
  }
}

/** Joined downloads may have one of them twice. */
const withoutRepeated = (parts: ReadonlyArray<StatementPart>): ReadonlyArray<StatementPart> => {
  const seen = new Set<string>()
  return parts.filter(({ line: _, madeOn: __, ...said }) => {
    const key = JSON.stringify(said)
    return !seen.has(key) && seen.add(key)
  })
}

/** The first that doesn't begin with what the one before it ended with; balances that aren't said are passed over. */
const firstBreak = (parts: ReadonlyArray<StatementPart>): readonly [StatementPart, StatementPart] | undefined => {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (before?.closing === undefined || part.opening === undefined) continue
    if (!isEqual(before.closing, part.opening)) return [before, part]
  }
  return undefined
}

const endOf = ({ from = "", madeOn, to }: StatementPart): string | undefined =>
  to !== undefined && madeOn !== undefined && from <= madeOn && madeOn < to ? madeOn : to

const firstDayOf = ({ from, movements, to }: StatementPart): string =>
  from ?? least(movements.map(({ date }) => date)) ?? to ?? ""

/** Banks write the oldest first, or the newest; whoever joins files, any. */
const checkChain = (parts: ReadonlyArray<StatementPart>): void => {
  for (const currency of new Set(parts.map((part) => part.currency))) {
    const own = parts.filter((part) => part.currency === currency)
    const byDay = own.toSorted((a, b) => (firstDayOf(a) < firstDayOf(b) ? -1 : firstDayOf(a) > firstDayOf(b) ? 1 : 0))
    const found = firstBreak(byDay)
    if (found === undefined || firstBreak(own) === undefined || firstBreak(own.toReversed()) === undefined) continue
    const [before, part] = found
    throw problem(
      part.line,
      `the statement begins with a balance of ${part.opening}, but the one before it (line ${before.line}) ends with ${before.closing}: one between them is missing, or some of it is in the file twice. Complete the file, or upload each statement by itself`
    )
  }
}

const least = (days: ReadonlyArray<string>): string | undefined => days.toSorted()[0]
const greatest = (days: ReadonlyArray<string>): string | undefined => days.toSorted().at(-1)

const known = (days: ReadonlyArray<string | undefined>) => days.filter((day) => day !== undefined)

/** Days that the parts don't say are those of their movements. */
export const assemble = (given: ReadonlyArray<StatementPart>): Statement => {
  const parts = withoutRepeated(given)
  if (parts.length === 0) throw new StatementProblem("The file has no statement")
  const accounts = new Set(known(parts.map(({ account }) => account)))
  if (accounts.size > 1) {
    throw new StatementProblem(`The file has statements of ${accounts.size} accounts: upload those of one account`)
  }
  for (const part of parts) checkBalances(part)
  checkChain(parts)
  const movements = parts.flatMap((part) => part.movements)
  const dates = movements.map(({ date }) => date)
  const ends = known(parts.map(endOf))
  const from = least(known([...parts.map((part) => part.from), ...dates])) ?? least(ends)
  const to = greatest([...ends, ...dates])
  if (from === undefined || to === undefined) {
    throw new StatementProblem("The file has no movements, and doesn't say which days it is about")
  }
  const newestFirst = movements
    .map((movement, index) => ({ movement, index }))
    .toSorted((a, b) =>
      a.movement.date === b.movement.date ? b.index - a.index : a.movement.date < b.movement.date ? 1 : -1
    )
    .map(({ movement }) => movement)
  return { movements: newestFirst, coverage: { from, to, complete: true } }
}
