/** Runs fibers in an order that is chosen, step by step, and by a clock that stands until it is moved. */
import { Clock, Duration, Effect, type Fiber, Scheduler } from "effect"

/** Which of so many may go on, from 0. */
export type Choice = (of: number) => number

export interface ChosenOrder {
  /** Begins when it is chosen. */
  readonly start: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  /** Lets one go on, by one step; false: none can. */
  readonly step: () => boolean
  /** Lets one after the other go on, until none can. */
  readonly drain: () => void
  /** Whoever sleeps until then may go on. */
  readonly pass: (time: Duration.Duration) => void
}

/** `preempts`: whether a fiber may lose its turn at every operation, or does, and not only where it waits. */
export const chosenOrder = (choose: Choice, preempts: boolean | "everywhere"): ChosenOrder => {
  const ready: Array<() => void> = []
  const scheduler: Scheduler.Scheduler = {
    executionMode: "async",
    // A turn's first two operations lead back to where the one before it ended.
    shouldYield: ({ currentOpCount }) =>
      preempts === "everywhere" ? currentOpCount > 2 : preempts && currentOpCount > 1 && choose(3) === 0,
    makeDispatcher: () => ({ scheduleTask: (task) => void ready.push(task), flush: () => undefined })
  }
  const clock = standingClock()
  const step = () => {
    const [task] = ready.splice(ready.length <= 1 ? 0 : choose(ready.length), 1)
    task?.()
    return task !== undefined
  }
  return {
    step,
    start: (effect) =>
      Effect.runFork(
        Effect.yieldNow.pipe(
          Effect.andThen(effect),
          Effect.provideService(Clock.Clock, clock),
          Effect.provideService(Scheduler.Scheduler, scheduler)
        ),
        { scheduler }
      ),
    drain: () => {
      while (step());
    },
    pass: clock.pass
  }
}

const standingClock = () => {
  let now = 0
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()
  return {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    sleep: (duration: Duration.Duration) =>
      Effect.callback<void>((resume) => {
        const sleeper = { until: now + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        return Effect.sync(() => void sleepers.delete(sleeper))
      }),
    pass: (time: Duration.Duration) => {
      now += Duration.toMillis(time)
      for (const sleeper of [...sleepers].filter(({ until }) => until <= now)) {
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    }
  }
}

/**
 * Starts an effect again and again, and interrupts it one step later each time, until it ends before. `make` answers the effect, and
 * what holds once it is over.
 */
export const interruptedAtEveryStep = (
  make: (order: ChosenOrder) => { readonly effect: Effect.Effect<unknown>; readonly holds: () => void }
): number => {
  for (let steps = 0; ; steps++) {
    const order = chosenOrder(() => 0, "everywhere")
    const { effect, holds } = make(order)
    const fiber = order.start(effect)
    let taken = 0
    while (taken < steps && fiber.pollUnsafe() === undefined && order.step()) taken++
    fiber.interruptUnsafe()
    order.drain()
    holds()
    if (taken < steps) return steps
  }
}

/** Every order there is, one run after the other: each differs from the one before at the last place where it can. */
export const everyOrder = (run: (choose: Choice) => void): number => {
  let given: ReadonlyArray<number> = []
  for (let runs = 1; ; runs++) {
    const made: Array<{ readonly chosen: number; readonly of: number }> = []
    run((of) => {
      const chosen = given[made.length] ?? 0
      made.push({ chosen, of })
      return chosen
    })
    const last = made.findLastIndex(({ chosen, of }) => chosen + 1 < of)
    const differing = made[last]
    if (differing === undefined) return runs
    given = [...made.slice(0, last).map(({ chosen }) => chosen), differing.chosen + 1]
  }
}
