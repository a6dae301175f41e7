/** The bank's clock. It can be put forward, so that codes and sessions run out without waiting. */
export class Clock {
  #aheadMs = 0
  readonly #base: () => Date

  constructor(base: () => Date = () => new Date()) {
    this.#base = base
  }

  now(): Date {
    return new Date(this.#base().getTime() + this.#aheadMs)
  }

  putForward(seconds: number): void {
    this.#aheadMs += seconds * 1000
  }

  reset(): void {
    this.#aheadMs = 0
  }
}
