/** Orders that nothing tells apart, with the payments among which nothing tells apart either. */
import type { Steps } from "../../steps.ts"
import { type Ends, openPairs } from "./ends.ts"
import { largePiece } from "../pieces.ts"

/** Equal orders and equal movements. */
export class EqualSet {
  readonly orders: ReadonlyArray<number>
  readonly movements: ReadonlyArray<number>
  /** Steps of work that finding the set took since the last pause. */
  readonly work: number
  readonly #nth: number
  readonly #latestSets: Int32Array

  constructor(orders: ReadonlyArray<number>, movements: ReadonlyArray<number>, found: Found) {
    this.orders = orders
    this.movements = movements
    this.work = found.work
    this.#nth = found.nth
    this.#latestSets = found.latestSets
  }

  /** Whether an end is in this set. Valid until the next set is made. */
  has(end: number): boolean {
    return this.#latestSets[end] === this.#nth
  }
}

interface Found {
  readonly work: number
  /** The number of this set; `latestSets` has, for each end, the number of the last set that it was in. */
  readonly nth: number
  readonly latestSets: Int32Array
}

/** What equal ones have in common is written down to be compared. */
const workOfClass = 30

export class EqualSets {
  readonly #ends: Ends
  readonly #latestSets: Int32Array
  #latest = 0

  constructor(ends: Ends) {
    this.#ends = ends
    this.#latestSets = new Int32Array(ends.count)
  }

  /** Both have no other pair: most are so, and need no look at what makes them equal to others. */
  single(pair: number): EqualSet {
    this.#latest += 1
    const [orders, movements]: [Array<number>, Array<number>] = [[], []]
    this.#put(this.#ends.orderOf(pair), orders)
    this.#put(this.#ends.paymentOf(pair), movements)
    return this.#made(orders, movements, 0)
  }

  /** Those that are connected with this pair, which is one of them. */
  *around(pair: number): Steps<EqualSet> {
    const ends = this.#ends
    this.#latest += 1
    const [start, payment] = [ends.orderOf(pair), ends.paymentOf(pair)]
    const [orderClass, movementClass] = [ends.classOf(start), ends.classOf(payment)]
    const [orders, movements]: [Array<number>, Array<number>] = [[], []]
    this.#put(start, orders)
    let work = 0
    // Both grow while they are walked through.
    for (const order of orders) {
      work += (1 + workOfClass) * openPairs(order, ends)
      for (let at = ends.first(order); at < ends.lastOpen(order); at++) {
        const movement = ends.paymentOf(ends.list[at] ?? 0)
        if (this.#has(movement) || ends.classOf(movement) !== movementClass) continue
        this.#put(movement, movements)
        for (let link = ends.first(movement); link < ends.lastOpen(movement); link++) {
          const other = ends.orderOf(ends.list[link] ?? 0)
          if (this.#has(other)) continue
          // To say what makes it equal to others takes a look at all its pairs.
          work += workOfClass + openPairs(other, ends)
          if (ends.classOf(other) === orderClass) this.#put(other, orders)
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
    return this.#made(orders, movements, work)
  }

  #has(end: number): boolean {
    return this.#latestSets[end] === this.#latest
  }

  #put(end: number, side: Array<number>): void {
    this.#latestSets[end] = this.#latest
    side.push(end)
  }

  #made(orders: ReadonlyArray<number>, movements: ReadonlyArray<number>, work: number): EqualSet {
    return new EqualSet(orders, movements, { work, nth: this.#latest, latestSets: this.#latestSets })
  }
}
