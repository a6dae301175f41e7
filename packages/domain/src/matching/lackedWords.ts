/** Whether both names certainly lack a word of the other, said by the words that they agree on: without comparing the names. */
import type { NormalName } from "./normalise.ts"
import { longestRemnant } from "./tokens.ts"

/** Places of words are bits of a number. */
const mostWords = 30

/**
 * By the places, in the bank's name, of the words that stand for some of an order's. The order has more words than these, and
 * none that may be a particle.
 */
export type LackWords = (words: number) => boolean

const perhapsNot: LackWords = () => false

export const lackWordsOf = (
  { cut, edges, endsAtCut, tokens }: NormalName,
  related: (word: string, mayBeCut: boolean) => ReadonlyArray<string>
): LackWords => {
  if (edges.size > 0 || endsAtCut === "surely" || tokens.length > mostWords) return perhapsNot
  const word = tokens.at(-1) ?? ""
  const last = 1 << (tokens.length - 1)
  const standsForItself = !cut || related(word, true).every((other) => other === word)
  // A letter or two of a word that was cut off are none that the order lacks.
  const telling = (2 * last - 1) & ~(cut && word.length <= longestRemnant ? last : 0)
  return (words) => {
    if ((telling & ~words) === 0) return false
    // What follows a last word that both have may have been cut away.
    return (words & last) === 0 || (standsForItself && (endsAtCut === "no" || (words & 1) === 0))
  }
}
