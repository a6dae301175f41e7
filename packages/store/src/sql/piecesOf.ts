/**
 * The items, so many at a time. Each is copied once: Effect's `Array.chunksOf` copies what is left for each piece, which for 70,000
 * orders in pieces of 500 took 44 ms in one go.
 */
export const piecesOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size))
