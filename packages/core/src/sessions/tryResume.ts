import { Effect } from "effect"
import type { SessionRun } from "./BankSession.ts"

/** Whether the stored browser state still holds an open session at the bank. Fails only where the host has ended the run. */
export const tryResume = Effect.fn("BankSession.tryResume")(function* (run: SessionRun) {
  if (!run.has("resume")) return false
  return yield* run.invoke("resume", {}).pipe(
    Effect.map((answer) => answer === true),
    Effect.catchTag("SessionFailure", (failure) =>
      Effect.flatMap(run.isOver, (isOver) => (isOver ? Effect.fail(failure) : Effect.succeed(false)))
    )
  )
})
