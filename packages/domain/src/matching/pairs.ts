/** The pairs between orders and payments of one amount, by their places, as numbers in a row: there may be millions of them. */

/** By payment; within a payment as they were found. */
export interface Pairs {
  readonly count: number
  /** Its order, by its place among the group's slots. */
  readonly slotOf: (pair: number) => number
  readonly paymentOf: (pair: number) => number
  /** What speaks for and against it. */
  readonly findingOf: (pair: number) => number
}

export interface GrowingPairs {
  readonly put: (slot: number, payment: number, finding: number) => void
  readonly all: () => Pairs
}

/** Pages, not one array that is copied whenever it is full: to copy megabytes takes longer than a server may stand still. */
const pageBits = 8
const pageSize = 1 << pageBits
const numbersOfPair = 3

export const growingPairs = (): GrowingPairs => {
  const pages: Array<Int32Array> = []
  let count = 0
  const number = (pair: number, at: number): number =>
    pages[pair >> pageBits]?.[(pair & (pageSize - 1)) * numbersOfPair + at] ?? 0
  return {
    put: (slot, payment, finding) => {
      const place = (count & (pageSize - 1)) * numbersOfPair
      const page = place === 0 ? new Int32Array(pageSize * numbersOfPair) : pages[count >> pageBits]
      if (page === undefined) return
      if (place === 0) pages.push(page)
      page[place] = slot
      page[place + 1] = payment
      page[place + 2] = finding
      count += 1
    },
    all: () => ({
      count,
      slotOf: (pair) => number(pair, 0),
      paymentOf: (pair) => number(pair, 1),
      findingOf: (pair) => number(pair, 2)
    })
  }
}
