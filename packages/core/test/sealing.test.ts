import { describe, expect, it } from "vitest"
import { cellSealer, openCell, SealBroken } from "../src/security/sealing.ts"

const key = new Uint8Array(32).fill(7)
const place = { accountId: "an-account", table: "outbox", column: "body", row: "msg_1" }

/** After the version and the fingerprint of the key. */
const nonceOf = (cell: Uint8Array): string => Buffer.from(cell.subarray(9, 21)).toString("hex")

describe("a sealed cell", () => {
  it("has a nonce of its own, also once the random bytes for many are used up, and can be opened then", () => {
    const seal = cellSealer(key)

    const cells = Array.from({ length: 600 }, (_, nth) => seal(place, `text ${nth}`))

    expect(new Set(cells.map(nonceOf)).size).toBe(600)
    expect(cells.map((cell) => openCell(key, place, cell))).toEqual(cells.map((_, nth) => `text ${nth}`))
  })

  it("is not opened with another key, whichever was used before", () => {
    const cell = cellSealer(key)(place, "text")
    const other = new Uint8Array(32).fill(8)

    expect(openCell(key, place, cell)).toBe("text")
    expect(openCell(other, place, cell)).toBeInstanceOf(SealBroken)
    expect(openCell(key, place, cell)).toBe("text")
  })
})
