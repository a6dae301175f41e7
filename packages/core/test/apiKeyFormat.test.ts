import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { apiKeyEntropy, base62, makeApiKey, prefixOfApiKey } from "../src/users/apiKeyFormat.ts"

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const digit = fc.constantFrom(...digits)
const randomText = fc.string({ unit: digit, minLength: apiKeyEntropy, maxLength: apiKeyEntropy })
const made = randomText.map(makeApiKey)

describe("the format of API keys", () => {
  it("has the marker, a prefix of 8 and a secret of 64 characters", () => {
    fc.assert(
      fc.property(made, ({ key, prefix }) => {
        expect(key).toMatch(/^svc_[0-9A-Za-z]{8}_[0-9A-Za-z]{64}$/)
        expect(key.slice(4, 12)).toBe(prefix)
      })
    )
  })

  it("is recognised, with its prefix", () => {
    fc.assert(
      fc.property(made, ({ key, prefix }) => {
        expect(prefixOfApiKey(key)).toBe(prefix)
      })
    )
  })

  it("refuses every key with one wrong character", () => {
    fc.assert(
      fc.property(made, fc.nat({ max: 76 }), digit, ({ key }, place, other) => {
        const typo = key.slice(0, place) + other + key.slice(place + 1)
        fc.pre(typo !== key)
        expect(prefixOfApiKey(typo)).toBeUndefined()
      })
    )
  })

  it("refuses every key with two neighbours swapped", () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 4, max: 75 }), ({ key }, place) => {
        const swapped = key.slice(0, place) + key.charAt(place + 1) + key.charAt(place) + key.slice(place + 2)
        fc.pre(swapped !== key)
        expect(prefixOfApiKey(swapped)).toBeUndefined()
      })
    )
  })

  it("refuses keys that are longer, shorter or of another form", () => {
    fc.assert(
      fc.property(made, fc.string(), ({ key }, text) => {
        fc.pre(text !== "")
        expect(prefixOfApiKey(key + text)).toBeUndefined()
        expect(prefixOfApiKey(text + key)).toBeUndefined()
        expect(prefixOfApiKey(key.slice(0, -1))).toBeUndefined()
        expect(prefixOfApiKey(text)).toBeUndefined()
      })
    )
  })

  it("maps all bytes to each digit equally often", () => {
    const all = base62(Uint8Array.from({ length: 256 }, (_, byte) => byte))

    expect([...all].sort().join("")).toBe([...digits.repeat(4)].sort().join(""))
  })
})
