/** Which of the last events were sent, by their ids. */
import { Effect } from "effect"

const kept = 10_000

export class Sent {
  readonly #ids: Set<bigint>
  readonly #watchers = new Set<() => void>()

  /** `before`: what was committed before there was anybody to send it to. */
  constructor(before: ReadonlyArray<bigint>) {
    this.#ids = new Set(before)
  }

  add(id: bigint): void {
    this.#ids.add(id)
    // A set gives its members in the order in which they came.
    for (const oldest of this.#ids) {
      if (this.#ids.size <= kept) break
      this.#ids.delete(oldest)
    }
    for (const watcher of this.#watchers) watcher()
  }

  /** Waits until all of these were sent. */
  all(ids: ReadonlyArray<bigint>): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const look = () => {
        if (ids.every((id) => this.#ids.has(id))) resume(Effect.void)
      }
      this.#watchers.add(look)
      look()
      return Effect.sync(() => this.#watchers.delete(look))
    })
  }
}
