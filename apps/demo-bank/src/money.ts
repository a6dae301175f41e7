/** Euro cents. A debit is negative. */
export type Cents = bigint

const decimal = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/

/** Reads `"1234.5"` or `"-12.34"`; anything else is undefined. */
export const parseCents = (text: string): Cents | undefined => {
  const match = decimal.exec(text)
  if (match === null) return undefined
  const cents = BigInt((match[2] ?? "") + (match[3] ?? "").padEnd(2, "0"))
  return match[1] === "-" ? -cents : cents
}

const split = (cents: Cents) => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0")
  return { sign: cents < 0n ? "-" : "", whole: digits.slice(0, -2), fraction: digits.slice(-2) }
}

/** `-1.234,56`, as the bank prints it. */
export const printAmount = (cents: Cents): string => {
  const { sign, whole, fraction } = split(cents)
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ".")},${fraction}`
}

/** `-1234.56`, for the control API and OFX. */
export const decimalAmount = (cents: Cents): string => {
  const { sign, whole, fraction } = split(cents)
  return `${sign}${whole}.${fraction}`
}
