/** Amounts of one currency as decimal texts, added up as whole numbers: money is never made a float. */
const placesOf = (amount: string): number => amount.split(".")[1]?.length ?? 0

const unitsOf = (amount: string, places: number): bigint =>
  BigInt(amount.replace(".", "") + "0".repeat(places - placesOf(amount)))

const decimalOf = (units: bigint, places: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0")
  const sign = units < 0n ? "-" : ""
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

export const sumOf = (amounts: ReadonlyArray<string>): string => {
  const places = Math.max(0, ...amounts.map(placesOf))
  return decimalOf(
    amounts.reduce((sum, amount) => sum + unitsOf(amount, places), 0n),
    places
  )
}

/** What came less what was wanted: negative where too little came. */
export const differenceOf = (came: ReadonlyArray<string>, wanted: ReadonlyArray<string>): string =>
  sumOf([...came, ...wanted.map((amount) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`))])

/** "12.50" of "-12.50": a sentence says which way. */
export const sizeOf = (difference: string): string => difference.replace(/^-/, "")

export const isLess = (difference: string): boolean => difference.startsWith("-")
export const isNothing = (difference: string): boolean => /^[0.]*$/.test(difference)

/** Of two amounts of one currency, the larger first. */
export const byAmount = (one: { readonly amount: string }, other: { readonly amount: string }): number => {
  const difference = differenceOf([one.amount], [other.amount])
  return isNothing(difference) ? 0 : isLess(difference) ? 1 : -1
}
