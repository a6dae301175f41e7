/** What an owner may have shortened a number to and still mean one account: its last four digits. */
const shortest = 4

const bare = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/**
 * Whether two names that accounts of one login were given (an IBAN, a number, its last digits; null: the login's only one) most
 * likely mean the same bank account. Said to warn, never to merge.
 */
export const likelySameBankAccount = (one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return one === other
  const [a, b] = [bare(one), bare(other)]
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= shortest && /^\p{N}+$/u.test(short) && long.endsWith(short)
}

/** The same of accounts of two logins: each has an only one, a first one and its savings, but a number is one account's. */
export const likelySameNumber = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && likelySameBankAccount(one, other) && [one, other].every(hasNumber)

const hasNumber = (name: string): boolean => (name.normalize("NFKC").match(/\p{N}/gu) ?? []).length >= shortest
