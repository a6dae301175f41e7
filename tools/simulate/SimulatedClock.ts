/** Time that stands still until told: then it jumps to when the next sleeper wakes. */
import { type Clock, Duration, Effect } from "effect"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export class SimulatedClock implements Clock.Clock {
  private now: number
  private readonly sleepers = new Set<Sleeper>()

  constructor(startMs: number) {
    this.now = startMs
  }

  currentTimeMillisUnsafe(): number {
    return this.now
  }
  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.now) * 1_000_000n
  }
  monotonicTimeNanosUnsafe(): bigint {
    return this.currentTimeNanosUnsafe()
  }
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const sleeper = { at: this.now + Duration.toMillis(duration), wake: () => resume(Effect.void) }
      this.sleepers.add(sleeper)
      return Effect.sync(() => this.sleepers.delete(sleeper))
    })
  }

  /** Jumps to the next whole step at which somebody wakes, and wakes all up to then; who sleeps for no time wakes now. */
  jump(stepMs: number): void {
    let next = Number.POSITIVE_INFINITY
    for (const { at } of this.sleepers) next = Math.min(next, at)
    if (next === Number.POSITIVE_INFINITY) return
    if (next > this.now) this.now = Math.ceil(next / stepMs) * stepMs
    for (const sleeper of [...this.sleepers].filter(({ at }) => at <= this.now)) {
      this.sleepers.delete(sleeper)
      sleeper.wake()
    }
  }
}
