/** The pairs between orders and payments of one amount, by their places, as numbers in a row: there may be millions of them. */

/** By payment; within a payment as they were found. */
export interface Pairs {
  readonly count: number
  /** Its order, by its place among the group's slots. */
  slotOf(pair: number): number
  paymentOf(pair: number): number
  /** What speaks for and against it. */
  findingOf(pair: number): number
}

/** Pages, not one array that is copied whenever it is full: to copy megabytes takes longer than a server may stand still. */
const pageBits = 8
const pageSize = 1 << pageBits
const numbersOfPair = 3

export class GrowingPairs implements Pairs {
  readonly #pages: Array<Int32Array> = []
  count = 0

  put(slot: number, payment: number, finding: number): void {
    const place = (this.count & (pageSize - 1)) * numbersOfPair
    const page = place === 0 ? new Int32Array(pageSize * numbersOfPair) : this.#pages[this.count >> pageBits]
    if (page === undefined) return
    if (place === 0) this.#pages.push(page)
    page[place] = slot
    page[place + 1] = payment
    page[place + 2] = finding
    this.count += 1
  }

  slotOf(pair: number): number {
    return this.#number(pair, 0)
  }

  paymentOf(pair: number): number {
    return this.#number(pair, 1)
  }

  findingOf(pair: number): number {
    return this.#number(pair, 2)
  }

  #number(pair: number, at: number): number {
    return this.#pages[pair >> pageBits]?.[(pair & (pageSize - 1)) * numbersOfPair + at] ?? 0
  }
}
