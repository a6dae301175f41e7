/** Those who wait for the next of something: each hears it once. */

/** Shorter than a test may take, so that what doesn't come is told of as such. */
export const patience = 120_000

export class Watchers {
  readonly #waiting = new Set<() => void>()

  /** Something came. */
  tell(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const watcher of waiting) watcher()
  }

  /** What `find` finds, once it finds something; after `patience` an error that says what `missing` says. */
  async until<A>(find: () => A | undefined, missing: () => string): Promise<A> {
    const end = performance.now() + patience
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      const left = end - performance.now()
      if (left <= 0) throw new Error(missing())
      await this.#next(left)
    }
  }

  #next(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const over = setTimeout(resolve, milliseconds)
      this.#waiting.add(() => {
        clearTimeout(over)
        resolve()
      })
    })
  }
}
