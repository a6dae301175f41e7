/**
 * Finds a secret whose letters and digits stand one or two at a time, with any signs between: in a list of letters, in a file
 * of UTF-16, behind commas and quotes. No regular expression: it would try every way to share signs out, for ever.
 */

export interface Found {
  readonly index: number
  readonly length: number
}

/** `"," ","` in UTF-16 are fifteen signs; what is farther apart is no one text. */
const mostBetween = 16
/** Names are printed word by word: what is found in longer pieces could be anybody's. */
const longestPiece = 2
/** Shorter ones would be found by chance. */
const fewestLetters = 6

const isLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(text)
/** Most texts are of these, which are asked for without an expression. */
const plainLetters: ReadonlyArray<boolean> = Array.from({ length: 128 }, (_, unit) =>
  isLetterOrDigit(String.fromCharCode(unit))
)

interface Letters {
  /** One for each of `places`, in small. */
  readonly text: string
  /** Where each of them stands. */
  readonly places: ReadonlyArray<number>
}

const lettersOf = (text: string): Letters => {
  const letters: Array<string> = []
  const places: Array<number> = []
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place)
    const letter = text[place] ?? ""
    // Halves of a pair are kept: together they are a letter or not, alone they can't be told.
    if (plainLetters[unit] ?? ((unit >= 0xd800 && unit < 0xe000) || isLetterOrDigit(letter))) {
      const small = letter.toLowerCase()
      letters.push(small.length === 1 ? small : letter)
      places.push(place)
    }
  }
  return { text: letters.join(""), places }
}

const isSpread = (places: ReadonlyArray<number>, from: number, to: number): boolean => {
  let piece = 1
  for (let nth = from + 1; nth < to; nth += 1) {
    const between = (places[nth] ?? 0) - (places[nth - 1] ?? 0) - 1
    if (between > mostBetween) return false
    piece = between === 0 ? piece + 1 : 1
    if (piece > longestPiece) return false
  }
  return true
}

/** No match for this secret is longer. */
export const longestSpread = (secret: string): number => secret.length * (mostBetween + 1)

/** No match for this secret is shorter. */
export const shortestSpread = (secret: string): number => lettersOf(secret).text.length

/** Where the letters of `secret` stand in a text like that. */
export const spreadLetters = (secret: string): ((text: string) => ReadonlyArray<Found>) => {
  const wanted = lettersOf(secret).text
  if (wanted.length < fewestLetters) return () => []
  return (text) => {
    const { places, text: letters } = lettersOf(text)
    const found: Array<Found> = []
    for (let from = letters.indexOf(wanted); from !== -1;) {
      const to = from + wanted.length
      const isFound = isSpread(places, from, to)
      const index = places[from] ?? 0
      if (isFound) found.push({ index, length: (places[to - 1] ?? 0) + 1 - index })
      from = letters.indexOf(wanted, isFound ? to : from + 1)
    }
    return found
  }
}
