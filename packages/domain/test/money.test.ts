import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { currencyExponent, formatDecimal, isCurrencyCode, jsonNumberLiteral, parseDecimal } from "@counterfoil/domain"

const minorOf = (input: string | number, currency: string) => Result.getOrThrow(parseDecimal(input, currency))
const refusal = (input: string | number, currency: string) => {
  const parsed = parseDecimal(input, currency)
  return Result.isFailure(parsed) ? parsed.failure.message : "accepted"
}

const currency = fc.constantFrom("EUR", "JPY", "KWD", "CLF", "XXX")
const minor = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n })

describe("an amount", () => {
  it("survives being printed and read again, in every currency", () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(minorOf(formatDecimal(amount, code), code)).toBe(amount)
        expect(minorOf(jsonNumberLiteral(amount, code), code)).toBe(amount)
      })
    )
  })

  it("is written as the JSON number that JavaScript would write", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), currency, (amount, code) => {
        const literal = jsonNumberLiteral(amount, code)
        expect(JSON.stringify(JSON.parse(literal))).toBe(literal)
      })
    )
  })

  it("is read from a JSON number without passing through a float", () => {
    expect(minorOf(0.29, "EUR")).toBe(29n)
    expect(minorOf(1234567.89, "EUR")).toBe(123456789n)
    expect(refusal(0.1 + 0.2, "EUR")).toContain("more than 15 digits")
    expect(refusal(Number("90071992547409.93"), "EUR")).toContain("send it as a string")
    expect(refusal(1e21, "EUR")).toContain("without exponent")
    expect(refusal(Number.NaN, "EUR")).toBe("must be a finite number")
    expect(refusal(Number.POSITIVE_INFINITY, "EUR")).toBe("must be a finite number")
  })

  it("always prints two decimals, and more where the currency has more", () => {
    expect(formatDecimal(1000n, "JPY")).toBe("1000.00")
    expect(formatDecimal(-5n, "EUR")).toBe("-0.05")
    expect(formatDecimal(1250n, "KWD")).toBe("1.250")
    expect(formatDecimal(1n, "CLF")).toBe("0.0001")
    expect(jsonNumberLiteral(1250n, "EUR")).toBe("12.5")
    expect(jsonNumberLiteral(1000n, "EUR")).toBe("10")
    expect(jsonNumberLiteral(0n, "EUR")).toBe("0")
  })

  it("takes zeros beyond the currency's decimals and nothing else beyond them", () => {
    expect(minorOf("1000.00", "JPY")).toBe(1000n)
    expect(minorOf("12.500", "EUR")).toBe(1250n)
    expect(refusal("12.345", "EUR")).toBe("has more decimals than EUR has (2)")
    expect(refusal("0.5", "JPY")).toBe("has more decimals than JPY has (0)")
  })

  it.each(["", " 1", "1 ", "1,5", "1.", ".5", "+1", "1e3", "0x10", "1_000", "--1", "١"])(
    "is not read from %j",
    (text) => {
      expect(refusal(text, "EUR")).toContain("must be a decimal")
    }
  )

  it("fits the store's integers", () => {
    expect(minorOf("92233720368547758.07", "EUR")).toBe(2n ** 63n - 1n)
    expect(refusal("92233720368547758.08", "EUR")).toBe("is too large")
  })
})

describe("a currency", () => {
  it("has the exponent of ISO 4217, and two where that lists none", () => {
    expect(["KRW", "XOF", "BHD", "TND", "UYW", "EUR", "QQQ"].map(currencyExponent)).toEqual([0, 0, 3, 3, 4, 2, 2])
  })

  it("is three capital letters", () => {
    expect(["EUR", "JPY", "KWD"].every(isCurrencyCode)).toBe(true)
    expect(["eur", "XXQ", "QQQ", "EU", "EURO", "E1R", ""].some(isCurrencyCode)).toBe(false)
  })
})
