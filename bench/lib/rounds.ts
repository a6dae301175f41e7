/** Rounds as long as there is time: a slow machine does fewer of them, and still comes to its end. */

/** Seconds that `npm run bench -- all` gives to this benchmark; undefined: as long as it takes. */
const limit = process.env["BENCH_SECONDS"]
const limitMs = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) * 1000

/** Those before the first that counts have numbers below 0. */
export function* warmed(warmUps: number, rounds: Iterable<number>): Generator<number> {
  for (let round = -warmUps; round < 0; round += 1) yield round
  yield* rounds
}

/**
 * The numbers from 0 on, `most` of them; no further one is begun that would, at the length of the longest so far, go beyond
 * this share of the time. There is at least one.
 */
export function* roundsWithin(
  share: number,
  most: number,
  now: () => number = () => performance.now(),
  allMs: number = limitMs
): Generator<number> {
  let longest = 0
  for (let round = 0; round < most; round += 1) {
    const began = now()
    if (round > 0 && began + longest > share * allMs) return
    yield round
    longest = Math.max(longest, now() - began)
  }
}
