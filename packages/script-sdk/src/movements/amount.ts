/** Amounts as banks print them, as signed decimal text. No number in between: a float would round. */

export interface AmountOptions {
  /** The decimal sign. Without it the text must leave no doubt: `1.234` does, `1.234,5` does not. */
  readonly decimal?: "," | "."
  /** How a debit is marked. (Default: a minus before or after, or parentheses) */
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

/** Whether the text marks a debit, and the text without the mark. */
const unmarked = (text: string, sign: AmountOptions["sign"]): { readonly isDebit: boolean; readonly rest: string } => {
  if (sign === "DC") {
    const mark = /\b(?:([CH])|([DS]))R?\b/i.exec(text)
    if (mark === null) throw wrong(text, "it has no mark for debit or credit")
    return { isDebit: mark[2] !== undefined, rest: text.replace(mark[0], "") }
  }
  const inParentheses = /^\(.*\)$/.test(text)
  const leading = /^\D*-/.test(text)
  const trailing = /\d\s*\D*-\s*$/.test(text)
  const isDebit =
    sign === "leading"
      ? leading
      : sign === "trailing"
        ? trailing
        : sign === "parentheses"
          ? inParentheses
          : leading || trailing || inParentheses
  return { isDebit, rest: text.replace(/^\((.*)\)$/, "$1") }
}

/**
 * `"1.234,56-"` → `"-1234.56"`. Spaces, apostrophes and currency signs are left out, decimals are kept as printed. Throws
 * a RangeError on what is no amount.
 */
export const amount = (text: string, options: AmountOptions = {}): string => {
  const plain = text.replaceAll(/[\u2212\u2012\u2013]/g, "-").trim()
  const { isDebit, rest } = unmarked(plain, options.sign)
  const digits = rest
    .replaceAll(/[\s\u00a0\u202f'’+-]/g, "")
    .replace(/^[^\d.,]+/, "")
    .replace(/[^\d.,]+$/, "")
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits)) throw wrong(text, "it has no digits, or other signs between them")
  const decimal = options.decimal ?? decimalSign(digits, text)
  const thousands = decimal === "," ? "." : ","
  const [whole = "", fraction, ...more] = decimal === undefined ? [digits] : digits.split(decimal)
  if (more.length > 0) throw wrong(text, `it has more than one decimal sign "${decimal}"`)
  if (fraction?.includes(thousands) === true) throw wrong(text, `"${thousands}" stands behind the decimal sign`)
  const groups = whole.split(thousands)
  // Thousands, and the lakhs of India: 12,34,567.
  if (groups.length > 1 && !/^\d{1,3}(\|\d{2,3})*\|\d{3}$/.test(groups.join("|"))) {
    throw wrong(text, `the digits between "${thousands}" are no thousands`)
  }
  const integer = groups.join("").replace(/^0+(?=\d)/, "") || "0"
  const value = fraction === undefined || fraction === "" ? integer : `${integer}.${fraction}`
  return isDebit && /[1-9]/.test(value) ? `-${value}` : value
}

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
