import fc from "fast-check"
import { expect, it } from "vitest"
import { isoText } from "../src/handlers/isoText.ts"

it("writes any time as toISOString does, whatever was written before it", () => {
  const near = fc.integer({ min: -90_000_000, max: 90_000_000 }).map((millis) => new Date(millis))
  const any = fc.date({ noInvalidDate: true })
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any), { maxLength: 20 }), (times) => {
      expect(times.map(isoText)).toEqual(times.map((time) => time.toISOString()))
    })
  )
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError)
})
