import { describe, expect, it } from "vitest"
import { amountOf, wordsAsAmounts } from "../src/handlers/wordsAsAmounts.ts"

const read = (text: string) => wordsAsAmounts(text).map(({ amount: [, , cents], others }) => [cents, others])

describe("the words of a search", () => {
  it("are no amounts without a number that could be one", () => {
    for (const text of ["benali", "A-1001", "INV2026", "2026-11-24", "1.2.3", "12,34,56", "", "%"]) {
      expect([text, wordsAsAmounts(text)]).toEqual([text, []])
    }
  })

  it("read as an amount alone, or beside others", () => {
    expect(read("1250")).toEqual([[125_000n, undefined]])
    expect(read(" 80,5 ")).toEqual([[8_050n, undefined]])
    expect(read("210 benali")).toEqual([[21_000n, "benali"]])
    expect(read("Samir 210.00 benali")).toEqual([[21_000n, "Samir benali"]])
    expect(read("210 210")).toEqual([
      [21_000n, "210"],
      [21_000n, "210"]
    ])
  })

  it("read as lists show amounts, with signs, currencies and thousands", () => {
    expect(read("-80,00 €")).toEqual([[8_000n, undefined]])
    expect(read("−€1,250.00 ruiz")).toEqual([[125_000n, "ruiz"]])
    expect(read("1.250.000,5")).toEqual([[125_000_050n, undefined]])
  })

  it("read while they are typed: what is to follow the decimal sign isn't there yet", () => {
    expect(read("12,")).toEqual([[1_200n, undefined]])
    expect(read("1250. ruiz")).toEqual([[125_000n, "ruiz"]])
  })

  it("read with their currency's code beside them, which is no word of a row", () => {
    expect(read("12,50 EUR")).toEqual([
      [1_250n, "EUR"],
      [1_250n, undefined]
    ])
    expect(read("ruiz eur 12.50")).toEqual([
      [1_250n, "ruiz eur"],
      [1_250n, "ruiz"]
    ])
    expect(read("EUR ruiz 12.50")).toEqual([[1_250n, "EUR ruiz"]])
  })

  it("read both ways where a sign may part thousands or decimals", () => {
    expect(wordsAsAmounts("1.250").map(({ amount }) => amount)).toEqual([amountOf("1.25"), amountOf("1250")])
    expect(amountOf("1.25")).toEqual([null, null, 125n, 1_250n, 12_500n])
  })

  it("are looked up as amounts up to the third", () => {
    expect(read("1 2 3 4 5").length).toBe(3)
  })
})
