/** Two names or texts side by side: which words of the one are missing in the other. */
const plain = (word: string): string =>
  word
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

export interface Word {
  readonly text: string
  readonly differs: boolean
}

/** A word that was cut off is the same word: banks print names only so far. */
const isAmong = (word: string, others: ReadonlyArray<string>): boolean =>
  others.some(
    (other) =>
      other === word || (word.length >= 3 && other.length >= 3 && (other.startsWith(word) || word.startsWith(other)))
  )

export const compareWords = (text: string, other: string): ReadonlyArray<Word> => {
  const others = other.split(/\s+/).map(plain).filter(Boolean)
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ text: word, differs: plain(word) !== "" && !isAmong(plain(word), others) }))
}

/** Whether two names lack a word of each other on both sides: a name that is only shorter is the same. */
export const differ = (text: string, other: string): boolean =>
  compareWords(text, other).some((word) => word.differs) && compareWords(other, text).some((word) => word.differs)
