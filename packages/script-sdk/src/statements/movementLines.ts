/** Where a file has each of its movements: whoever finds fault with one later tells its line. Equal movements are equal all the same. */
import type { Movement } from "../movements/Statement.ts"

const lines = new WeakMap<Movement, number>()

export const standingOn = (line: number, movement: Movement): Movement => {
  lines.set(movement, line)
  return movement
}

/** In the order of the movements. */
export const linesOf = (movements: ReadonlyArray<Movement>): ReadonlyArray<number> =>
  movements.map((movement) => lines.get(movement) ?? 1)
