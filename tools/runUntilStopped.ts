import { Cause, Effect, Exit } from "effect"

/**
 * Runs a tool to its end, or until somebody stops it (Ctrl-C, SIGTERM, SIGHUP): then what it has started ends with it.
 * The exit code is 0 where it answers true.
 */
export const runUntilStopped = async <E>(tool: Effect.Effect<boolean, E>): Promise<void> => {
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort())
  const exit = await Effect.runPromiseExit(tool, { signal: stop.signal })
  if (Exit.isFailure(exit)) console.error(stop.signal.aborted ? "counterfoil: stopped" : Cause.pretty(exit.cause))
  process.exitCode = Exit.isSuccess(exit) && exit.value ? 0 : 1
}
