import { expect, it } from "vitest"
import { roundsWithin } from "../lib/rounds.ts"

/** Rounds of these lengths, in milliseconds. */
const done = (share: number, most: number, lengths: ReadonlyArray<number>, all: number): number => {
  let clock = 0
  let count = 0
  for (const round of roundsWithin(share, most, () => clock, all)) {
    clock += lengths[round] ?? 0
    count += 1
  }
  return count
}

it("does as many rounds as are wanted, or as fit into the time", () => {
  expect(done(1, 3, [10, 10, 10], 1_000)).toBe(3)
  expect(
    done(
      0.5,
      9,
      Array.from({ length: 9 }, () => 100),
      1_000
    )
  ).toBe(5)
  expect(done(1, 9, [100, 600, 100], 1_000)).toBe(2)
})

it("does one where there is no time for any, and all where nobody waits", () => {
  expect(done(0.5, 3, [5_000, 5_000], 1_000)).toBe(1)
  expect([...roundsWithin(0.5, 4)]).toEqual([0, 1, 2, 3])
})
