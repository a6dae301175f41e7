/**
 * Amounts: exact, as `bigint` minor units of their currency. Text and JSON are read and written digit by digit; no amount
 * is ever a float.
 */
import { Result, Schema, SchemaTransformation } from "effect"

/** The amount can't be read; the message says why in one sentence that follows the name of the field, and the code in a word. */
export class InvalidAmount extends Schema.TaggedError<InvalidAmount>()("InvalidAmount", {
  code: Schema.Literals(["amount_infinite", "amount_digits", "amount_shape", "amount_decimals", "amount_large"]),
  message: Schema.String
}) {}

const listed: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

/** Whether ISO 4217 lists it, in capital letters. */
export const isCurrencyCode = (text: string): boolean => listed.has(text)

/** A currency code in any case, in capital letters from then on; whether it is a listed one is `isCurrencyCode`'s. */
export const CurrencyText = Schema.String.check(Schema.isPattern(/^[A-Za-z]{3}$/)).pipe(
  Schema.decodeTo(Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/)), SchemaTransformation.toUpperCase())
)

/** ISO 4217's active currencies whose minor unit isn't a hundredth, and how many decimals it has. */
export const currencyExponents: ReadonlyMap<string, number> = new Map([
  ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"].map((code) => [code, 0] as const),
  ...["UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"].map((code) => [code, 0] as const),
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3] as const),
  ...["CLF", "UYW"].map((code) => [code, 4] as const)
])

/** Decimals of the currency's minor unit; 2 for every code that ISO 4217 doesn't list otherwise. */
export const currencyExponent = (currency: string): number => currencyExponents.get(currency) ?? 2

const decimalShape = /^(-?)(\d+)(?:\.(\d+))?$/

/** A stored amount fits a 64-bit integer. */
const largestMinor = 2n ** 63n - 1n

/** A double keeps every decimal of 15 digits, not of 16: a longer JSON number may already have been rounded. */
const exactDigits = 15

/**
 * Minor units of a decimal text (`-1234.5`), or of a number that came out of JSON, read by its shortest decimal text.
 * Decimals beyond the currency's are accepted only if they are zeros.
 */
export const parseDecimal = (input: string | number, currency: string): Result.Result<bigint, InvalidAmount> => {
  const text = String(input)
  if (typeof input === "number") {
    if (!Number.isFinite(input)) return invalid("amount_infinite", "must be a finite number")
    if (significantDigits(text) > exactDigits) {
      return invalid(
        "amount_digits",
        `has more than ${exactDigits} digits, which a JSON number does not keep; send it as a string`
      )
    }
  }
  const parts = decimalShape.exec(text)
  if (parts === null)
    return invalid("amount_shape", "must be a decimal such as 12.50, without exponent, spaces or separators")
  const exponent = currencyExponent(currency)
  const [, sign, whole = "", decimals = ""] = parts
  if (/[1-9]/.test(decimals.slice(exponent)))
    return invalid("amount_decimals", `has more decimals than ${currency} has (${exponent})`)
  const magnitude = BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, "0"))
  if (magnitude > largestMinor) return invalid("amount_large", "is too large")
  return Result.succeed(sign === "-" ? -magnitude : magnitude)
}

const invalid = (code: InvalidAmount["code"], message: string) => Result.fail(new InvalidAmount({ code, message }))

const significantDigits = (text: string): number =>
  text.replace(/e.*$/, "").replace(/[-.]/g, "").replace(/^0+/, "").length

/** Decimal text with at least two decimals, more where the currency has more: `12.50`, JPY `1000.00`, KWD `1.250`. */
export const formatDecimal = (minor: bigint, currency: string): string => {
  const exponent = currencyExponent(currency)
  const [whole, decimals] = digits(minor, exponent)
  return `${minor < 0n ? "-" : ""}${whole}.${decimals.padEnd(Math.max(2, exponent), "0")}`
}

/** The text of an exact JSON number, as short as it can be: `12.5`, `1000`, `-0.07`. */
export const jsonNumberLiteral = (minor: bigint, currency: string): string => {
  const [whole, decimals] = digits(minor, currencyExponent(currency))
  const kept = decimals.replace(/0+$/, "")
  return `${minor < 0n ? "-" : ""}${whole}${kept === "" ? "" : `.${kept}`}`
}

const digits = (minor: bigint, exponent: number): readonly [whole: string, decimals: string] => {
  const text = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, "0")
  const point = text.length - exponent
  return [text.slice(0, point), text.slice(point)]
}
