/**
 * What two spellings of one bank user name have in common. National ids and customer numbers are typed with and without dots,
 * spaces, slashes and hyphens (12.345.678-K, 12345678k); any other name is taken by the letter, but for spaces around it.
 */
export const loginNameKey = (name: string): string => {
  const trimmed = name.normalize("NFC").trim()
  const bare = trimmed.replaceAll(/[.\s/-]/g, "").toLowerCase()
  return /^\d{5,}[a-z]?$/.test(bare) ? bare : trimmed
}
