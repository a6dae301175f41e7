import { type Duration, Effect, Fiber } from "effect"
import type { SessionRun } from "./BankSession.ts"

/**
 * Runs a login that, once the password is out, goes on when it is interrupted (the service stops) until the bank has
 * answered, but no longer than `patience`: credentials without an answer would count as spent, and a session that nobody
 * has kept the state of would stay open at the bank. Asking for a code is an answer, until somebody has given it.
 */
export const untilAnswered = <A, E, R>(
  login: Effect.Effect<A, E, R>,
  run: Pick<SessionRun, "passwordTyped" | "waitsForPerson">,
  patience: Duration.Duration
): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(restore(login))
      const answer = Fiber.await(running).pipe(Effect.raceFirst(run.waitsForPerson), Effect.timeoutOption(patience))
      // In a fiber of its own: this one is being interrupted, so its waiting could not be bounded by a timeout.
      const waitForAnswer = Effect.flatMap(Effect.forkDetach(Effect.interruptible(answer)), Fiber.await)
      return yield* restore(Fiber.join(running)).pipe(
        Effect.onInterrupt(() =>
          run.passwordTyped.pipe(
            Effect.flatMap((typed) => (typed ? waitForAnswer : Effect.void)),
            Effect.andThen(Fiber.interrupt(running))
          )
        )
      )
    })
  )
