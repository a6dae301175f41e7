/** The pairs that people have separated. */
import type { Batch } from "./facts.ts"

export class Barred {
  readonly #pairs = new Set<string>()
  readonly #ends = new Set<string>()

  constructor(barredPairs: Batch["barredPairs"]) {
    for (const { movementId, orderId } of barredPairs) {
      this.#pairs.add(`${orderId} ${movementId}`)
      this.#ends.add(movementId).add(orderId)
    }
  }

  isPair(orderId: string, movementId: string): boolean {
    return this.#pairs.size > 0 && this.#pairs.has(`${orderId} ${movementId}`)
  }

  /** Has a pair that a person has separated. */
  has(id: string): boolean {
    return this.#ends.has(id)
  }
}
