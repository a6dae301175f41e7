/** Whether both names certainly lack a word of the other, said by the words that they agree on: without comparing the names. */
import type { NormalName } from "./normalise.ts"
import { longestRemnant } from "./tokens.ts"
import type { WordIndex } from "./wordIndex.ts"

/** Places of words are bits of a number. */
const mostWords = 30

/** What a bank's name says of it, read when it is first asked for. */
export class LackedWords {
  readonly #name: NormalName
  readonly #words: WordIndex
  #isRead = false
  #saysNothing = false
  /** The last word, and all that tell, as bits. */
  #last = 0
  #telling = 0
  #standsForItself = false

  constructor(name: NormalName, words: WordIndex) {
    this.#name = name
    this.#words = words
  }

  /**
   * By the places, in the bank's name, of the words that stand for some of an order's. The order has more words than these, and
   * none that may be a particle.
   */
  ofBoth(words: number): boolean {
    if (!this.#isRead) this.#read()
    if (this.#saysNothing || (this.#telling & ~words) === 0) return false
    // What follows a last word that both have may have been cut away.
    return (words & this.#last) === 0 || (this.#standsForItself && (this.#name.endsAtCut === "no" || (words & 1) === 0))
  }

  #read(): void {
    const { cut, edges, endsAtCut, tokens } = this.#name
    this.#isRead = true
    this.#saysNothing = edges.size > 0 || endsAtCut === "surely" || tokens.length > mostWords
    if (this.#saysNothing) return
    const word = tokens.at(-1) ?? ""
    this.#last = 1 << (tokens.length - 1)
    this.#standsForItself = !cut || this.#words.related(word, true).every((other) => other === word)
    // A letter or two of a word that was cut off are none that the order lacks.
    this.#telling = (2 * this.#last - 1) & ~(cut && word.length <= longestRemnant ? this.#last : 0)
  }
}
