/** From the statements of one file to one: the newest first, their balances checked, one account and one currency. */
import { add, isEqual } from "../movements/amount.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { problem, StatementProblem } from "./problem.ts"

/** One statement of a file, its movements as the file has them, oldest first. */
export interface StatementPart {
  readonly line: number
  /** Tells accounts apart; absent: the file doesn't say. */
  readonly account?: string | undefined
  /** The bank's number of the statement and its page. */
  readonly number?: string | undefined
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

/**
 * Joined downloads may have one of them twice: that says all of it again, its number too. Two without a number and without balances
 * that differ may be two: equal payments of one day.
 */
const withoutRepeated = (parts: ReadonlyArray<StatementPart>): ReadonlyArray<StatementPart> => {
  const seen = new Set<string>()
  return parts.filter(({ line: _, madeOn: __, ...said }) => {
    const { closing, number, opening } = said
    const moves = opening !== undefined && closing !== undefined && !isEqual(opening, closing)
    if (number === undefined && !moves) return true
    const key = JSON.stringify(said)
    return !seen.has(key) && seen.add(key)
  })
}

/** Equal for equal amounts. */
const amountKey = (amount: string): string =>
  amount
    .replace(/^-0*\.?0*$/, "0")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "")

/**
 * Whether each begins with what another one ended with, but for the first: then there is an order in which they follow one another,
 * whichever the file has. The part that doesn't follow; undefined: all do.
 */
const unfollowed = (parts: ReadonlyArray<StatementPart>): StatementPart | undefined => {
  const ends = new Map<string, number>()
  for (const { closing = "" } of parts) ends.set(amountKey(closing), (ends.get(amountKey(closing)) ?? 0) + 1)
  const starts = parts.filter(({ opening = "" }) => {
    const left = ends.get(amountKey(opening)) ?? 0
    ends.set(amountKey(opening), left - 1)
    return left <= 0
  })
  return starts[1] ?? apartFrom(parts)
}

/** One that can't be reached from the first by balances, as a round of others: what leads there is missing. */
const apartFrom = (parts: ReadonlyArray<StatementPart>): StatementPart | undefined => {
  const reached = new Set(parts.slice(0, 1).flatMap(balancesOf))
  let left = parts
  for (;;) {
    const near = left.filter((part) => balancesOf(part).some((balance) => reached.has(balance)))
    if (near.length === 0) return left[0]
    for (const balance of near.flatMap(balancesOf)) reached.add(balance)
    left = left.filter((part) => !near.includes(part))
  }
}

const balancesOf = ({ closing = "", opening = "" }: StatementPart): ReadonlyArray<string> => [
  amountKey(opening),
  amountKey(closing)
]

const checkChain = (parts: ReadonlyArray<StatementPart>): void => {
  for (const currency of new Set(parts.map((part) => part.currency))) {
    const own = parts.filter((part) => part.currency === currency)
    if (own.some(({ closing, opening }) => closing === undefined || opening === undefined)) continue
    const part = unfollowed(own)
    if (part === undefined) continue
    throw problem(
      part.line,
      `the statement begins with a balance of ${part.opening}, and no other of the file ends with that: one between them is missing, or some of it is in the file twice. Complete the file, or upload each statement by itself`
    )
  }
}

const endOf = ({ from = "", madeOn, to }: StatementPart): string | undefined =>
  to !== undefined && madeOn !== undefined && from <= madeOn && madeOn < to ? madeOn : to

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
