import { expect, it, vi } from "vitest"
import { piecesOf } from "../../src/sql/piecesOf.ts"

it("a long list of orders is cut into pieces without copying any order twice", () => {
  const orders = Array.from({ length: 5_001 }, (_, nth) => nth)
  const slice = vi.spyOn(Array.prototype, "slice")

  const pieces = piecesOf(orders, 50)
  const copied = slice.mock.results.reduce((sum, { value }) => sum + Number(Object(value).length), 0)
  slice.mockRestore()

  expect(copied).toBe(5_001)
  expect(pieces.length).toBe(101)
  expect(pieces.flat()).toEqual(orders)
  expect(piecesOf([], 50)).toEqual([])
})
