/** Orders that nothing tells apart, with the payments among which nothing tells apart either. */
import type { Steps } from "../steps.ts"
import { type Ends, openPairs } from "./ends.ts"
import { largePiece } from "./pieces.ts"

/** Equal orders and equal movements. */
export interface EqualSet {
  readonly orders: ReadonlyArray<number>
  readonly movements: ReadonlyArray<number>
  /** Of the set that was made last. */
  readonly has: (end: number) => boolean
  /** What finding them took since others had their turn last. */
  readonly work: number
}

export interface EqualSets {
  /** Both have no other pair: most are so, and need no look at what makes them equal to others. */
  readonly single: (pair: number) => EqualSet
  /** Those that are connected with this pair, which is one of them. */
  readonly around: (pair: number) => Steps<EqualSet>
}

/** What equal ones have in common is written down to be compared. */
const workOfClass = 30

export const equalSets = (ends: Ends): EqualSets => {
  const sets = new Int32Array(ends.count)
  let latest = 0
  const has = (end: number): boolean => sets[end] === latest
  const put = (end: number, side: Array<number>): void => {
    sets[end] = latest
    side.push(end)
  }
  return {
    single: (pair) => {
      latest += 1
      const [order, movement] = [ends.orderOf(pair), ends.paymentOf(pair)]
      for (const end of [order, movement]) sets[end] = latest
      return { orders: [order], movements: [movement], has, work: 0 }
    },
    around: function* (pair) {
      latest += 1
      const [start, payment] = [ends.orderOf(pair), ends.paymentOf(pair)]
      const [orderClass, movementClass] = [ends.classOf(start), ends.classOf(payment)]
      const [orders, movements]: [Array<number>, Array<number>] = [[], []]
      put(start, orders)
      let work = 0
      // Both grow while they are walked through.
      for (const order of orders) {
        work += (1 + workOfClass) * openPairs(order, ends)
        for (let at = ends.first(order); at < ends.lastOpen(order); at++) {
          const movement = ends.paymentOf(ends.list[at] ?? 0)
          if (has(movement) || ends.classOf(movement) !== movementClass) continue
          put(movement, movements)
          for (let link = ends.first(movement); link < ends.lastOpen(movement); link++) {
            const other = ends.orderOf(ends.list[link] ?? 0)
            if (has(other)) continue
            // To say what makes it equal to others takes a look at all its pairs.
            work += workOfClass + openPairs(other, ends)
            if (ends.classOf(other) === orderClass) put(other, orders)
            if (work < largePiece) continue
            work = 0
            yield
          }
          work += 2 * openPairs(movement, ends)
        }
        if (work < largePiece) continue
        work = 0
        yield
      }
      return { orders, movements, has, work }
    }
  }
}
