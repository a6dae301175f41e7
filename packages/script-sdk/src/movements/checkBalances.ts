/** The running balance as a proof that no row is missing or misread. */
import { add, isEqual } from "./amount.ts"
import type { Movement, Statement } from "./Statement.ts"

/** Whether `older` is the row right before `newer`, where both print the balance after them; undefined where they don't. */
const follows = (newer: Movement, older: Movement): boolean | undefined =>
  newer.balance === undefined || older.balance === undefined || newer.currency !== older.currency
    ? undefined
    : isEqual(add(older.balance, newer.amount), newer.balance)

/** One sentence for each booked row whose balance doesn't follow from the row before; newest first. */
export const checkBalances = ({ movements }: Pick<Statement, "movements">): ReadonlyArray<string> => {
  const booked = movements.filter(({ pending }) => pending !== true)
  return booked.flatMap((newer, index) => {
    const older = booked[index + 1]
    if (older === undefined || follows(newer, older) !== false) return []
    return [`the balance ${newer.balance} of ${newer.date} does not follow from ${older.balance} and ${newer.amount}`]
  })
}
