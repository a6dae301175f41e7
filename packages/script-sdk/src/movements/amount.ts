/** Amounts as banks print them, as signed decimal text. No number in between: a float would round. */

import { doubtOf } from "./amountDoubts.ts"
import { plainDigits } from "./calendar.ts"
import { strangeWord } from "./currencyWords.ts"

export interface AmountOptions {
  /** The decimal sign. Without it the text must leave no doubt: `1.234` does, `1.234,5` does not. */
  readonly decimal?: "," | "."
  /** How a debit is marked. `DC`: D or C, DR or CR, S or H, or such a word. (Default: a minus before or after, parentheses, DR or DB) */
  readonly sign?: "leading" | "trailing" | "parentheses" | "DC"
}

const wrong = (text: string, why: string) => new RangeError(`${JSON.stringify(text)} is not an amount: ${why}`)

const decimalSign = (digits: string, text: string): "," | "." | undefined => {
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."))
  if (last < 0) return undefined
  const sign = digits[last] === "," ? "," : "."
  const other = sign === "," ? "." : ","
  if (digits.includes(other)) return sign
  if (digits.indexOf(sign) !== last) return other
  if (digits.length - last - 1 === 3) throw wrong(text, `say which is the decimal sign, "," or "."`)
  return sign
}

/** Whether all digits are of one script, and not ours: a mix of them is no amount that a bank prints. */
const isInOtherScript = (text: string): boolean => {
  const digits = text.match(/(?!\d)\p{Nd}/gu) ?? []
  const zeros = digits.map((digit) => (digit.codePointAt(0) ?? 0) - Number(plainDigits(digit)))
  return new Set(zeros).size === 1 && !/\d/.test(text)
}

/** Digits of other scripts, full-width signs, marks of writing direction and the many minuses, as plain ASCII. */
const plainSigns = (text: string): string => {
  const plain = text
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
  return (
    (isInOtherScript(plain) ? plainDigits(plain) : plain)
      .replaceAll("\u066b", ".")
      .replaceAll("\u066c", ",")
      .replaceAll(/[\u2212\u2010-\u2015\ufe63\uff0d]/g, "-")
      // No sign of an amount: e-banking.
      .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, " ")
      .trim()
  )
}

const alone = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}$/])\\.?`, "iu")
// `S/` is Peru's currency.
const creditMark = alone("CR?|H|HABEN|CREDIT|CR[ÉE]DITO?|KREDIT|ABONO|AVOIR")
const debitMark = alone("DR?|DB|S|SOLL|DEBIT|D[ÉE]BITO?|DEBE|DEBET|CARGO|DOIT")
const loneLetter = alone("[CDHS]")
/** Two letters that mean nothing else beside an amount. */
const plainMark = alone("CR|DR|DB")

const minuses = {
  leading: /^\D*-/,
  trailing: /\d\s*\D*-\s*\D*$/,
  parentheses: /^\D*\(.*\)\D*$/
} as const

/** In that way, or in any. */
const isMinus = (text: string, sign?: keyof typeof minuses): boolean =>
  sign === undefined ? Object.values(minuses).some((each) => each.test(text)) : minuses[sign].test(text)

/** Whether the text marks a debit, and the text without the mark. */
const unmarked = (text: string, sign: AmountOptions["sign"]): { readonly isDebit: boolean; readonly rest: string } => {
  if (sign === "DC" || (sign === undefined && plainMark.test(text))) {
    const [debit, credit] = [debitMark.exec(text), creditMark.exec(text)]
    const mark = debit ?? credit
    if (mark === null) throw wrong(text, "it has no mark for debit or credit")
    const rest = text.replace(mark[0], "")
    if (credit !== null && (debit !== null || isMinus(rest))) throw wrong(text, "it is marked as debit and as credit")
    return { isDebit: debit !== null, rest: rest.replaceAll(/[()]/g, "") }
  }
  // One letter may also be a currency's: it is never passed over in silence.
  if (sign === undefined && loneLetter.test(text)) throw wrong(text, `say what its letter means: sign "DC"?`)
  const isDebit = isMinus(text, sign)
  if (!isDebit && isMinus(text)) throw wrong(text, `its sign is not ${sign}`)
  return { isDebit, rest: text.replaceAll(/[()]/g, "") }
}

/** `12.-` and `12,--` are whole amounts, not debits, and so are `500/-` in India and `500/=` in East Africa. */
const emptyDecimals = /(?<=\d)\s*(?:([.,])\s*--?|\/\s?[-=])(?=\s*\D*$)/

/** Refuses two signs, and letters beside the digits that are no currency. `label`: other words may stand around the amount. */
const checkSurroundings = (rest: string, text: string, label: boolean): void => {
  if (/[+-].*[+-]/.test(rest)) throw wrong(text, "it has more than one sign")
  const strange =
    strangeWord(rest, label) ?? (label ? undefined : /[^\p{L}\p{M}\p{Sc}\s\d.,'’`´״+()/-]/u.exec(rest)?.[0])
  if (strange !== undefined) throw wrong(text, `${JSON.stringify(strange)} is no currency`)
}

/** Before the decimal sign, as everywhere in the service. */
const mostDigits = 18

const readAmount = (text: string, options: AmountOptions, label: boolean): string => {
  const signs = plainSigns(text)
  const plain = signs.replace(emptyDecimals, "")
  const empty = emptyDecimals.exec(signs)?.[1]
  const { isDebit, rest } = unmarked(plain, options.sign)
  if (/(?!\d)\p{N}/u.test(rest)) throw wrong(text, "it has numbers that are no plain digits")
  const digits = rest
    .replace(/^(?:\p{L}+\.|[^\d.,])+/u, "")
    .replace(/(?:[^\d.,]|(?<=\p{L})\.)+$/u, "")
    .replaceAll(/\s*([.,])\s*/g, "$1")
  if (!/^[\d.,\s'’`´]*\d[\d.,]*$/.test(digits)) throw wrong(text, "it has no digits, or other signs between them")
  checkSurroundings(rest, text, label)
  const doubt = doubtOf(plain, options.sign !== undefined, isDebit, (word) => debitMark.test(word))
  if (doubt !== undefined) throw wrong(text, doubt)
  const said = empty === "," || empty === "." ? empty : undefined
  const decimal = options.decimal ?? said ?? decimalSign(digits, text)
  if (said !== undefined && said !== decimal) throw wrong(text, `"${said}" stands behind the decimal sign`)
  const [whole = "", fraction, ...more] = decimal === undefined ? [digits] : digits.split(decimal)
  if (more.length > 0) throw wrong(text, `it has more than one decimal sign "${decimal}"`)
  const behind = fraction === undefined ? undefined : /\D/.exec(fraction)?.[0]
  if (behind !== undefined) throw wrong(text, `"${behind}" stands behind the decimal sign`)
  const groups = whole.split(/\D+/)
  // Thousands, and the lakhs of India: 12,34,567. Where cents stand apart from the whole (12 50), nobody says that they are cents.
  if (groups.length > 1 && !/^(?!0\|)\d{1,3}(\|\d{2,3})*\|\d{3}$/.test(groups.join("|"))) {
    const between = /\D/.exec(whole)?.[0] ?? ""
    const isOther = options.decimal !== undefined && (between === "," || between === ".")
    const why = isOther ? `; decimal is "${options.decimal}" here: should it be "${between}"?` : ""
    throw wrong(text, `the digits between "${between}" are no thousands${why}`)
  }
  const integer = groups.join("").replace(/^0+(?=\d)/, "") || "0"
  if (integer.length > mostDigits) throw wrong(text, `it has more than ${mostDigits} digits`)
  const value = fraction === undefined || fraction === "" ? integer : `${integer}.${fraction}`
  return isDebit && /[1-9]/.test(value) ? `-${value}` : value
}

/**
 * `"1.234,56-"` → `"-1234.56"`. Spaces and apostrophes between thousands and currency signs are left out, decimals are kept as printed; marks of
 * direction, digits of other scripts and every kind of minus are understood. Throws a RangeError on what is no amount.
 */
export const amount = (text: string, options: AmountOptions = {}): string => readAmount(text, options, true)

/** The same of a cell that holds an amount and nothing else, but for its currency. */
export const amountAlone = (text: string, options: AmountOptions = {}): string => readAmount(text, options, false)

/** An amount as a whole number of its smallest decimals, with how many those are. */
const scaled = (value: string): { readonly units: bigint; readonly decimals: number } => {
  const [whole = "0", fraction = ""] = value.split(".")
  return { units: BigInt(`${whole}${fraction}`), decimals: fraction.length }
}

/** Adds two decimal texts exactly. */
export const add = (a: string, b: string): string => {
  const [left, right] = [scaled(a), scaled(b)]
  const decimals = Math.max(left.decimals, right.decimals)
  const lift = ({ decimals: own, units }: { units: bigint; decimals: number }) => units * 10n ** BigInt(decimals - own)
  const sum = lift(left) + lift(right)
  const digits = String(sum < 0n ? -sum : sum).padStart(decimals + 1, "0")
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return sum < 0n ? `-${text}` : text
}

export const isEqual = (a: string, b: string): boolean => /^-?0*\.?0*$/.test(add(a, negate(b)))

export const negate = (value: string): string => (value.startsWith("-") ? value.slice(1) : `-${value}`)
