/**
 * Which answers a bank owes its page: to the document of a tab, and to what a page asked for by itself (`fetch`, XHR) because
 * of what the script did there.
 *
 * Pages ask for much by themselves, some for as long as they are open, and a script that has lost its way must not be taken for
 * a silent bank. So what a page asked for counts only if it did so since the script last did something to it, and stayed where
 * it was; if nothing at all that it asks for was answered since; and if it is no repetition of what it asked for before (a
 * poll: one that was asked for before was answered meanwhile). By the same rule a bank is out of order whose server had nothing
 * but errors for it.
 */

export interface Asked {
  /** Its id, which stays the same where the bank redirects it: then it is asked anew. */
  readonly request: string
  readonly isDocument: boolean
}

interface Open extends Asked {
  readonly at: number
  /** The page waits for it no longer, after a long time. */
  readonly isGivenUp: boolean
}

interface Deed {
  readonly at: number
  /** When the oldest of what was answered since had been asked for. */
  oldestAnswered: number
  /** Of what was asked for since, what was answered: with what it is, and with an error of the server's. */
  given: number
  refused: number
}

const deedAt = (at: number): Deed => ({ at, oldestAnswered: Infinity, given: 0, refused: 0 })

/** A bank that is slower than this is called silent, if the script has given it up. */
const patience = 3_000

const mostOpen = 200

export class OwedAnswers {
  readonly #now: () => number
  #open: Array<Open> = []
  #answeredAt = -Infinity
  #documentAt = -Infinity
  /** What the last document was answered with is no page of the bank's, and the script has done nothing since. */
  #isBroken = false
  #deed: Deed = deedAt(-Infinity)

  constructor(now: () => number) {
    this.#now = now
  }

  asked(asked: Asked): void {
    const before = this.#open.length
    this.#open = this.#open.filter(({ request }) => request !== asked.request)
    if (this.#open.length < before) this.#answeredAt = this.#now()
    this.#open.push({ ...asked, at: this.#now(), isGivenUp: false })
    if (this.#open.length > mostOpen) this.#open.shift()
  }

  /** `isError`: its server says that it can't. */
  answered(request: string, isError = false): void {
    const open = this.#take(request)
    if (open === undefined) return
    if (open.isDocument) {
      this.#documentAt = this.#now()
      this.#isBroken = isError
      return
    }
    this.#answeredAt = this.#now()
    this.#deed.oldestAnswered = Math.min(this.#deed.oldestAnswered, open.at)
    if (open.at >= this.#deed.at) this.#deed[isError ? "refused" : "given"] += 1
  }

  /** It ended without an answer. */
  failed(request: string): void {
    const open = this.#take(request)
    if (open !== undefined && !open.isDocument && this.#isLate(open)) this.#open.push({ ...open, isGivenUp: true })
  }

  #take(request: string): Open | undefined {
    const index = this.#open.findIndex((open) => open.request === request && !open.isGivenUp)
    return index === -1 ? undefined : this.#open.splice(index, 1)[0]
  }

  forgetData(): void {
    this.#open = this.#open.filter(({ isDocument }) => isDocument)
  }

  /** The script does something to a page; what could not be done counts as if it had not been tried. */
  async doing<A>(deed: () => Promise<A>): Promise<A> {
    const [before, wasBroken] = [this.#deed, this.#isBroken]
    this.#isBroken = false
    this.#deed = deedAt(this.#now())
    try {
      return await deed()
    } catch (cause) {
      const { given, oldestAnswered, refused } = this.#deed
      this.#deed = {
        at: before.at,
        oldestAnswered: Math.min(before.oldestAnswered, oldestAnswered),
        given: before.given + given,
        refused: before.refused + refused
      }
      this.#isBroken ||= wasBroken
      throw cause
    }
  }

  get isSilent(): boolean {
    const { at, given, oldestAnswered, refused } = this.#deed
    const isPolling = oldestAnswered < at
    const owesData = !isPolling && this.#documentAt < at
    const since = Math.max(at, this.#answeredAt)
    return (
      this.#isBroken ||
      (owesData && refused > 0 && given === 0) ||
      this.#open.some((open) => open.isDocument || (owesData && open.at >= since && this.#isLate(open)))
    )
  }

  #isLate({ at }: Open): boolean {
    return this.#now() - at >= patience
  }
}
