/** From the statements of one file to one: the newest first, their balances checked, one account and one currency. */
import { add, isEqual } from "../movements/amount.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { problem, StatementProblem } from "./problem.ts"

/** One statement of a file, its movements as the file has them, oldest first. */
export interface StatementPart {
  readonly line: number
  /** Tells accounts apart; absent: the file doesn't say. */
  readonly account?: string | undefined
  readonly opening?: string | undefined
  readonly closing?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
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

const least = (days: ReadonlyArray<string>): string | undefined => days.toSorted()[0]
const greatest = (days: ReadonlyArray<string>): string | undefined => days.toSorted().at(-1)

const known = (days: ReadonlyArray<string | undefined>) => days.filter((day) => day !== undefined)

/** Days that the parts don't say are those of their movements. */
export const assemble = (parts: ReadonlyArray<StatementPart>): Statement => {
  if (parts.length === 0) throw new StatementProblem("The file has no statement")
  const accounts = new Set(known(parts.map(({ account }) => account)))
  if (accounts.size > 1) {
    throw new StatementProblem(`The file has statements of ${accounts.size} accounts: upload those of one account`)
  }
  for (const part of parts) checkBalances(part)
  const movements = parts.flatMap((part) => part.movements)
  const dates = movements.map(({ date }) => date)
  const ends = known(parts.map(({ to }) => to))
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
