/** One line per step, and the count that the last line tells. */
import { Cause, Console, Effect, Exit, Option, Ref } from "effect"
import { StepFailed } from "./Client.ts"

export interface Narrator {
  /** Runs a step and prints its line: what happened, or what did not. A failed step is told and counted, and ends the story. */
  readonly step: <A, E, R>(title: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly say: (line: string) => Effect.Effect<void>
  readonly finish: Effect.Effect<{ readonly steps: number; readonly failed: number }>
}

const describe = (cause: Cause.Cause<unknown>): string =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => Cause.pretty(cause),
    onSome: (error) => (error instanceof StepFailed || error instanceof Error ? error.message : String(error))
  })

export const makeNarrator = Effect.gen(function* () {
  const steps = yield* Ref.make(0)
  const failed = yield* Ref.make(0)
  const started = performance.now()
  const clock = () => `${((performance.now() - started) / 1000).toFixed(1)} s`.padStart(7)
  const narrator: Narrator = {
    step: (title, effect) =>
      effect.pipe(
        Effect.onExit((exit) =>
          Effect.gen(function* () {
            const number = yield* Ref.updateAndGet(steps, (n) => n + 1)
            const head = `${clock()}  ${String(number).padStart(2)}`
            if (Exit.isSuccess(exit)) return yield* Console.log(`${head} ✔ ${title}`)
            // Somebody pressed Ctrl-C: that is no failure of the step.
            if (Cause.hasInterruptsOnly(exit.cause)) return
            yield* Ref.update(failed, (n) => n + 1)
            yield* Console.log(`${head} ✘ ${title}\n           ${describe(exit.cause)}`)
          })
        )
      ),
    say: (line) => Console.log(`           ${line}`),
    finish: Effect.gen(function* () {
      return { steps: yield* Ref.get(steps), failed: yield* Ref.get(failed) }
    })
  }
  return narrator
})
