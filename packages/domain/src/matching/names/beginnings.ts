/**
 * Names of which the bank shows no more than their beginning: MARCELO GOMES DA SI for Marcelo Costa, whose whole name is
 * Marcelo Gomes da Silva Costa. Portuguese names have several surnames, of which people give the last, and banks that cut
 * show the first.
 */
import { businessWords, frequentGivenNames, portugueseParticles, portugueseSurnames } from "./lexicon.ts"
import type { NormalName } from "./normalise.ts"

/** Both begin with one rare name, or with the same two; the rest of the order's may have been cut away. */
export const beginAlike = (order: NormalName, bank: NormalName): boolean => {
  const [first = "", second = ""] = order.tokens
  // Where a name may be whole, another last surname is another person: a parent and a child.
  if (bank.endsAtCut !== "surely" || bank.described || order.forms.length > 0 || first.length < shortestName)
    return false
  if (bank.tokens[0] !== first || bank.tokens.length < 2 || order.tokens.length < 2) return false
  if (businessWords.has(first) || !(isPortuguese(order) || isPortuguese(bank))) return false
  const sameTwo = order.tokens.length > 2 && bank.tokens.length > 2 && second.length > 1 && bank.tokens[1] === second
  return sameTwo || (!frequentGivenNames.has(first) && !portugueseSurnames.has(first))
}

const shortestName = 3

const isPortuguese = ({ tokens, words }: NormalName): boolean =>
  words.some((word, at) => at > 0 && portugueseParticles.has(word)) ||
  tokens.some((token, at) => at > 0 && portugueseSurnames.has(token))
