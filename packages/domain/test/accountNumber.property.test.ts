import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { accountNumberText, compareAccountNumbers, readAccountNumber, wholeNumber } from "@counterfoil/domain"

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""))

/** Check digits by big integers, as the standard words it. */
const ibanOf = (country: string, bban: string): string => {
  const number = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join("")
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, "0")}${bban}`
}

const iban = fc
  .tuple(fc.constantFrom("ES", "DE", "FR", "GB", "NL", "PT", "MT"), fc.constantFrom("", "NWBK", "ABNA"), digits(18))
  .map(([country, bank, number]) => ibanOf(country, bank + number))

const checked = (block: string, weights: ReadonlyArray<number>): string => {
  const sum = [...block].reduce((total, digit, at) => total + Number(digit) * (weights[at] ?? 0), 0)
  return `${block}${(10 - (sum % 10)) % 10}`
}
const cbu = fc
  .tuple(digits(7), digits(13))
  .map(
    ([bank, account]) =>
      checked(bank, [7, 1, 3, 9, 7, 1, 3]) + checked(account, [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3])
  )
  .filter((number) => !/^0+$/.test(number))

const kindOf = (printed: string) => readAccountNumber(printed)?.is.kind

/** One digit of it is another. */
const misprinted = (number: string, at: number, by: number): string => {
  const places = [...number].flatMap((character, place) => (/\d/.test(character) ? [place] : []))
  const place = places[at % places.length] ?? 0
  return `${number.slice(0, place)}${(Number(number[place]) + by) % 10}${number.slice(place + 1)}`
}

describe("a payer's account number", () => {
  it("is the same however its characters are grouped and cased", () => {
    fc.assert(
      fc.property(
        fc.oneof(iban, cbu),
        fc.constantFrom(" ", "-", "  ", "\u00A0"),
        fc.boolean(),
        (number, gap, lower) => {
          const grouped = number.replace(/(.{4})(?=.)/g, `$1${gap}`)
          const printed = lower ? grouped.toLowerCase() : grouped
          expect(accountNumberText(` ${printed} `)).toBe(number)
          expect(accountNumberText(`IBAN ${number}`)).toBe(number)
        }
      )
    )
  })

  it("with wrong check digits is kept as printed, and is nobody's", () => {
    fc.assert(
      fc.property(fc.oneof(iban, cbu), fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = misprinted(number, at, by)
        expect(readAccountNumber(wrong)).toEqual({ text: wrong, is: { kind: "unsound" } })
        expect(compareAccountNumbers(readAccountNumber(wrong), readAccountNumber(wrong))).toBe("unknown")
      })
    )
  })

  it("that is masked agrees with the whole one partly, and never equals it", () => {
    const mask = fc.constantFrom("****", "•••• ", "XXXX", "...", "…", "** **** ")
    fc.assert(
      fc.property(
        fc.oneof(iban, cbu),
        fc.oneof(iban, cbu),
        mask,
        fc.constantFrom(0, 2, 4),
        (number, other, hidden, shown) => {
          const [whole, masked] = [number, number.slice(0, shown) + hidden + number.slice(-4)].map(readAccountNumber)
          expect(masked?.is.kind).toBe("partial")
          expect(wholeNumber(masked)).toBeUndefined()
          expect(compareAccountNumbers(whole, masked)).toBe("partly")
          expect(compareAccountNumbers(masked, whole)).toBe("partly")
          expect(compareAccountNumbers(masked, masked)).toBe("partly")
          fc.pre(!other.endsWith(number.slice(-4)))
          expect(compareAccountNumbers(masked, readAccountNumber(other))).toBe("unknown")
        }
      )
    )
  })

  it("says the same whichever is asked first, whatever is printed, and is read again as it was kept", () => {
    const any = fc.oneof(
      fc.string({ maxLength: 130 }),
      iban,
      cbu,
      digits(10),
      fc.stringMatching(/^[A-Z*X. 0-9]{0,24}$/)
    )
    fc.assert(
      fc.property(any, any, (a, b) => {
        const [first, second] = [readAccountNumber(a), readAccountNumber(b)]
        expect(compareAccountNumbers(first, second)).toBe(compareAccountNumbers(second, first))
        expect(readAccountNumber(first?.text)).toEqual(first)
      }),
      { numRuns: 2_000 }
    )
  })

  it("differs from another of its kind only where both are whole", () => {
    fc.assert(
      fc.property(iban, iban, cbu, (a, b, c) => {
        fc.pre(a !== b && a.slice(2) !== b.slice(2))
        expect(compareAccountNumbers(readAccountNumber(a), readAccountNumber(b))).toBe("differs")
        expect(compareAccountNumbers(readAccountNumber(a), readAccountNumber(c))).toBe("unknown")
      })
    )
  })

  it.each([
    ["ES91 2100 0418 4502 0005 1332", "iban"],
    ["GB29 NWBK 6016 1331 9268 19", "iban"],
    ["MT84 MALT 0110 0001 2345 MTLC AST0 01S", "iban"],
    ["0720000120000000001234", "unsound"],
    ["2850590940090418135201", "cbu"],
    ["ES** **** 1234", "partial"],
    ["ES91 XXXX XXXX XXXX XXXX 1332", "partial"],
    ["x-1234", "partial"],
    ["ending in #1234", "partial"],
    ["1234", "partial"],
    ["37040044/0532013000", "other"],
    ["12-34-56 12345678", "other"],
    ["***", "unsound"],
    ["****12", "unsound"],
    ["0000000000", "unsound"],
    ["Mercado Pago", "unsound"]
  ])("%s is %s", (printed, kind) => {
    expect(kindOf(printed)).toBe(kind)
  })

  it("is none where nothing is printed", () => {
    expect(readAccountNumber(undefined)).toBeUndefined()
    expect(readAccountNumber("  ")).toBeUndefined()
  })

  it("equals the national number within the IBAN", () => {
    const compare = (a: string, b: string) => compareAccountNumbers(readAccountNumber(a), readAccountNumber(b))
    expect(compare("ES91 2100 0418 4502 0005 1332", "2100-0418-45-0200051332")).toBe("equal")
    expect(compare("DE89 3704 0044 0532 0130 00", "37040044/0532013000")).toBe("equal")
    expect(compare("ES9121000418450200051332", "9121000418450200051332")).toBe("unknown")
    expect(compare("ES9121000418450200051332", "0200051332")).toBe("unknown")
  })
})
