/** Names may have thousands of addresses, none of which answers, or of others, none of which wants to be called. */
const mostDialled = 8

const isOfSix = (address: string): boolean => address.includes(":")

/** The addresses that are tried, in their order: of either family, for one of them may lead nowhere from here. */
export const dialled = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const first = addresses.slice(0, mostDialled)
  const other = addresses.find((address) => first.every((one) => isOfSix(one) !== isOfSix(address)))
  return other === undefined ? first : [...first.slice(0, -1), other]
}
