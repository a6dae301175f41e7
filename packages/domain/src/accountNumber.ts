/**
 * The number of a payer's account as banks print it: whole (an IBAN, Argentina's CBU or CVU, another country's number), or no
 * more than its end, the rest masked or left out.
 */

export interface AccountNumber {
  /** Of an IBAN, CBU or CVU, its characters alone; any other as the bank prints it, in one line. */
  readonly text: string
  /**
   * What it is recognised by. Two whole numbers are compared as such; a partial one says no more than what it ends in. What
   * looks like an IBAN or CBU and has wrong check digits, or hardly a digit, is nobody's.
   */
  readonly is:
    | { readonly kind: "iban" | "cbu" | "other"; readonly number: string }
    | { readonly kind: "partial"; readonly start: string; readonly end: string }
    | { readonly kind: "unsound" }
}

export const longestAccountNumber = 100

/** Fewer characters than these are too many people's. */
const shortest = { end: 4, whole: 6 } as const

const masks = /[*•●∙·…#]|\.{2,}|X{3,}|(?<![A-Z])X{2}|(?<=^|[^A-Z0-9])X+(?=[- ]?\d)/u

/** Undefined: nothing is printed. */
export const readAccountNumber = (printed: string | undefined): AccountNumber | undefined => {
  const text = (printed ?? "").normalize("NFKC").replace(/\s+/g, " ").trim().slice(0, longestAccountNumber)
  if (text === "") return undefined
  const upper = text.toUpperCase().replace(/^IBAN[ :.]*/, "")
  const squeezed = squeeze(upper)
  const looksLikeIban = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(squeezed)
  // Before masks: an IBAN may have an X or two.
  if (looksLikeIban && remainder97(squeezed) === 1) return { text: squeezed, is: { kind: "iban", number: squeezed } }
  if (masks.test(upper)) return { text, is: partial(upper) }
  if (looksLikeIban) return { text, is: { kind: "unsound" } }
  if (/^\d{22}$/.test(squeezed)) {
    return isCbu(squeezed)
      ? { text: squeezed, is: { kind: "cbu", number: squeezed } }
      : { text, is: { kind: "unsound" } }
  }
  const digits = squeezed.replace(/\D/g, "")
  if (digits.length < shortest.end || /^0+$/.test(digits)) return { text, is: { kind: "unsound" } }
  return squeezed.length < shortest.whole
    ? { text, is: { kind: "partial", start: "", end: squeezed } }
    : { text, is: { kind: "other", number: squeezed } }
}

/** What is kept of it; undefined: nothing is printed. */
export const accountNumberText = (printed: string | undefined): string | undefined => readAccountNumber(printed)?.text

const squeeze = (text: string): string => text.replace(/[^A-Z\d]/g, "")

const partial = (upper: string): AccountNumber["is"] => {
  const parts = upper.split(masks)
  const [start, end] = [squeeze(parts[0] ?? ""), squeeze(parts.at(-1) ?? "")]
  return end.length >= shortest.end && /\d{3}/.test(end) ? { kind: "partial", start, end } : { kind: "unsound" }
}

/** ISO 13616: the first four characters behind the others, letters as 10 to 35. */
const remainder97 = (iban: string): number => {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** BCRA: the bank's block of eight digits and the account's of fourteen, each with a check digit at its end. */
const isCbu = (digits: string): boolean =>
  !/^0+$/.test(digits) && hasCheckDigit(digits.slice(0, 8)) && hasCheckDigit(digits.slice(8))

const hasCheckDigit = (block: string): boolean => {
  const weights = [3, 1, 7, 9]
  let sum = 0
  for (let place = block.length - 2; place >= 0; place--) {
    sum += Number(block[place]) * (weights[(block.length - 2 - place) % 4] ?? 0)
  }
  return (10 - (sum % 10)) % 10 === Number(block.at(-1))
}

/** A list that prints less of an account than is known of it takes nothing away. */
export const fullerAccountNumber = (known: string | undefined, printed: string | undefined): string | undefined => {
  if (printed === undefined) return known
  const [before, now] = [readAccountNumber(known), readAccountNumber(printed)]
  const isLess = wholeNumber(before) !== undefined && compareAccountNumbers(before, now) === "partly"
  return isLess ? known : printed
}

/** By which equal whole numbers are found; undefined of what isn't one. */
export const wholeNumber = (account: AccountNumber | undefined): string | undefined =>
  account === undefined || account.is.kind === "partial" || account.is.kind === "unsound"
    ? undefined
    : account.is.number

/** A whole number, and what of an IBAN another bank may print: two that are equal have one of these in common. */
export const accountSpellings = (account: AccountNumber | undefined): ReadonlyArray<string> => {
  const number = wholeNumber(account)
  if (number === undefined) return []
  return [...new Set([number, number.replace(/^[A-Z]{2}(?=\d)/, ""), ...(isIban(account) ? [number.slice(4)] : [])])]
}

const isIban = (account: AccountNumber | undefined): boolean => account?.is.kind === "iban"

/**
 * Whether two printed numbers are one account's. `partly`: one is masked, and agrees as far as it goes. `differs` only where
 * both are whole and of one kind: a bank may print the national number of what another calls by its IBAN.
 */
export const compareAccountNumbers = (
  a: AccountNumber | undefined,
  b: AccountNumber | undefined
): "equal" | "partly" | "differs" | "unknown" => {
  if (a === undefined || b === undefined || a.is.kind === "unsound" || b.is.kind === "unsound") return "unknown"
  if (a.is.kind === "partial") return agreesPartly(a.is, b.is) ? "partly" : "unknown"
  if (b.is.kind === "partial") return agreesPartly(b.is, a.is) ? "partly" : "unknown"
  const [first, second] = [a.is.number, b.is.number]
  if (first === second || isNationalOf(first, a.is.kind, second) || isNationalOf(second, b.is.kind, first))
    return "equal"
  return a.is.kind === b.is.kind ? "differs" : "unknown"
}

/** Behind country and check digits, or behind the country alone, as some write it. */
const isNationalOf = (iban: string, kind: "iban" | "cbu" | "other", other: string): boolean =>
  (kind === "iban" && other.length >= 10 && iban.slice(4) === other) || iban.replace(/^[A-Z]{2}(?=\d)/, "") === other

type Known = Exclude<AccountNumber["is"], { readonly kind: "unsound" }>

const agreesPartly = (masked: Extract<Known, { readonly kind: "partial" }>, other: Known): boolean =>
  other.kind === "partial"
    ? agreesAtEdge(masked.end, other.end, "endsWith") && agreesAtEdge(masked.start, other.start, "startsWith")
    : other.number.endsWith(masked.end) && other.number.startsWith(masked.start)

const agreesAtEdge = (a: string, b: string, how: "startsWith" | "endsWith"): boolean => a[how](b) || b[how](a)
