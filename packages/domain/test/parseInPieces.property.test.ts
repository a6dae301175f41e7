import { finish, parsingBounded } from "@counterfoil/domain"
import { Option, type Schema } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const bounds = { values: 100_000, names: 1_000, depth: 34 }
const inPieces = (text: string, piece: number) => finish(parsingBounded(text, bounds, piece))

const whole = (text: string): Option.Option<Schema.Json> => {
  try {
    const json: Schema.Json = JSON.parse(text)
    return Option.some(json)
  } catch {
    return Option.none()
  }
}

const printed = fc
  .tuple(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 2))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space))
/** A sign too many, too few, or another. */
const broken = fc
  .tuple(
    printed,
    fc.nat(),
    fc.nat(1),
    fc.constantFrom("", ",", "]", "}", "[", "{", '"', ":", " ", "\u00a0", "1", "__proto__")
  )
  .map(([text, at, taken, put]) => {
    const place = at % (text.length + 1)
    return `${text.slice(0, place)}${put}${text.slice(place + taken)}`
  })

it("JSON parsed in pieces is what it is parsed in one go, and what is none is none", () => {
  fc.assert(
    fc.property(fc.oneof(printed, broken), fc.integer({ min: 2, max: 40 }), (text, piece) => {
      // Greater than any number that a bank prints: out of bounds.
      fc.pre(!/e\+?\d{3}/i.test(text))
      expect(inPieces(text, piece)).toEqual(whole(text))
    }),
    { numRuns: process.env["VERIFY"] === undefined ? 3_000 : 100_000 }
  )
})

it("A name that every object has is a name like others, also in pieces", () => {
  const text = '{"__proto__":{"a":[1,2,3,4]},"constructor":"x","a":1,"a":2}'

  expect(JSON.stringify(inPieces(text, 4))).toBe(JSON.stringify(whole(text)))
})

it("JSON of megabytes is looked at in short pieces, whatever it holds", () => {
  const size = 1024 * 1024
  const pieces = (text: string) => {
    let count = 1
    for (const steps = parsingBounded(text, bounds); steps.next().done !== true;) count += 1
    return count
  }

  for (const text of [
    `["${'\\"'.repeat(size / 2)}"]`,
    `["${"x".repeat(size)}"]`,
    `["${'\\"'.repeat(size / 2)}`,
    `${" ".repeat(size)}[]`,
    `[]${" ".repeat(size)}`,
    `[${" ".repeat(size)}]`
  ]) {
    expect(pieces(text)).toBeGreaterThan(10)
  }
})
