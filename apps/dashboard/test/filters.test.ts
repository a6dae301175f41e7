import { expect, test } from "vitest"
import { agreeing } from "../src/pages/movements/agreeing.ts"

test("money out and what pays an order, which only money in does, take each other away", () => {
  expect(agreeing({ direction: "out" })).toEqual({ direction: "out", pays: undefined })
  expect(agreeing({ pays: "no" })).toEqual({ pays: "no", direction: undefined })
  expect(agreeing({ q: "vega", direction: "in" })).toEqual({ q: "vega", direction: "in" })
})
