import { expect, test } from "vitest"
import { agreeing } from "../src/pages/movements/agreeing.ts"

test("money out and what pays an order, which only money in does, take each other away", () => {
  expect(agreeing({ pays: "yes" }, { direction: "out" })).toEqual({ direction: "out", pays: undefined })
  expect(agreeing({ direction: "out" }, { pays: "no" })).toEqual({ pays: "no", direction: undefined })
})

test("money in and what pays an order go together, in either order", () => {
  expect(agreeing({ direction: "in" }, { pays: "no" })).toEqual({ direction: "in", pays: "no" })
  expect(agreeing({ pays: "no" }, { direction: "in" })).toEqual({ direction: "in", pays: "no" })
  expect(agreeing({ direction: "out" }, { q: "vega" })).toEqual({ direction: "out", q: "vega" })
})
