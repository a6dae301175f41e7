import { loginNameKey } from "@counterfoil/domain"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const separators = fc.constantFrom("", ".", " ", "-", "/")

describe("the user name of a login", () => {
  it("of digits is the same however they are grouped", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), separators), { minLength: 5, maxLength: 12 }),
        fc.constantFrom("", "k", "K"),
        (grouped, check) => {
          const plain = grouped.map(([digit]) => digit).join("")
          const printed = grouped.map(([digit, separator]) => `${digit}${separator}`).join("")
          assert.strictEqual(loginNameKey(` ${printed}${check} `), loginNameKey(plain + check.toLowerCase()))
        }
      )
    )
  })

  it.each([
    ["ana.garcia", "anagarcia"],
    ["Ana", "ana"],
    ["12345", "123456"],
    ["1234-5678a1", "12345678a1"],
    ["ana@shop.test", "ana@shop-test"]
  ])("of letters is taken as it is: %s is not %s", (one, other) => {
    assert.notStrictEqual(loginNameKey(one), loginNameKey(other))
  })

  it("of one login stays the same", () => {
    fc.assert(
      fc.property(fc.string(), (name) => assert.strictEqual(loginNameKey(loginNameKey(name)), loginNameKey(name)))
    )
  })
})
