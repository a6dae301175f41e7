import { describe, expect, it } from "vitest"
import { compareReadings } from "../../src/index.ts"

const movement = (key: string, amount = "-1250", date = "2026-03-02") => ({ key, date, amount })
const list = [movement("a"), movement("b", "4000"), movement("b", "4000"), movement("c", "7", "2026-03-05")]

describe("two readings of one list", () => {
  it("are the same whatever the order", () => {
    expect(compareReadings(list, list.toReversed())).toEqual({
      movementsBefore: 4,
      movementsAfter: 4,
      identitiesChanged: 0,
      signsChanged: 0
    })
  })

  it("differ by each movement that the second doesn't have, not by what it has besides", () => {
    const compared = compareReadings(list, [movement("new"), ...list.slice(0, 2)])

    expect(compared).toMatchObject({ movementsAfter: 3, identitiesChanged: 2, signsChanged: 0 })
  })

  it("differ by a sign where the second has the amount of that day on the other side, once each", () => {
    const turned = [movement("x", "1250"), movement("y", "-4000"), movement("z", "-7", "2026-03-06")]

    expect(compareReadings(list, turned)).toMatchObject({ identitiesChanged: 4, signsChanged: 2 })
  })
})
