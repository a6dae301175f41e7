/** Which words of a search read as amounts, as people type them and as lists show them: 210, 80,00, 1.250,00, -80.00, €210, 12,50 EUR. */
import type { AmountWanted, WordAsAmount } from "@counterfoil/core"
import { isCurrencyCode } from "@counterfoil/domain"

/** A decimal in minor units of currencies with 0 to 4 decimals. */
export const amountOf = (decimal: string): AmountWanted => {
  const [whole = "", decimals = ""] = decimal.split(".")
  const significant = decimals.replace(/0+$/, "")
  return [0, 1, 2, 3, 4].map((exponent) =>
    significant.length > exponent ? null : BigInt(whole + significant.padEnd(exponent, "0"))
  )
}

/**
 * A list shows a sign and a currency, which searches pass over: amounts are found whatever their sign. A search is made while
 * it is typed: a decimal sign may be its last.
 */
const beside = /^[-−+\p{Sc}]+|[.,]?\p{Sc}*$/gu
const plain = /^\d{1,15}(?:[.,]\d{1,4})?$/
/** With either sign between thousands; then the other one begins the decimals. */
const grouped = /^\d{1,3}(?:(?:\.\d{3}){1,4}(?:,\d{1,4})?|(?:,\d{3}){1,4}(?:\.\d{1,4})?)$/

/** As decimals: `1.250` is read both ways. */
const readingsOf = (word: string): ReadonlyArray<string> => {
  const bare = word.replace(beside, "")
  const [thousands = ","] = /[.,]/.exec(bare) ?? []
  return [
    ...(plain.test(bare) ? [bare.replace(",", ".")] : []),
    ...(grouped.test(bare) ? [bare.replaceAll(thousands, "").replace(",", ".")] : [])
  ]
}

/** All other words; and, as no row has its currency's code among its words, those without the code beside the amount. */
const othersOf = (words: ReadonlyArray<string>, at: number): ReadonlyArray<string | undefined> => {
  const joined = (some: ReadonlyArray<string>) => some.join(" ") || undefined
  const code = [at - 1, at + 1].find((place) => isCurrencyCode(words[place]?.toUpperCase() ?? ""))
  const others = joined(words.toSpliced(at, 1))
  return code === undefined ? [others] : [others, joined(words.filter((_, place) => place !== at && place !== code))]
}

/** Each is looked up by itself: of the numbers in a search the first ones are read so. */
const most = 3

export const wordsAsAmounts = (text: string): ReadonlyArray<WordAsAmount> => {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words
    .map((word, at) => ({ readings: readingsOf(word), others: othersOf(words, at) }))
    .filter(({ readings }) => readings.length > 0)
    .slice(0, most)
    .flatMap(({ others, readings }) =>
      readings.flatMap((reading) => others.map((each) => ({ amount: amountOf(reading), others: each })))
    )
}
