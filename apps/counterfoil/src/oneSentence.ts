/** How the command ends when it can't go on: one clear sentence on the error stream, exit code not 0. */
import { Cause, Effect, Exit, type Layer, Option, type Runtime } from "effect"
import { CliError, CliOutput } from "effect/cli"
import { tame } from "./tame.ts"

/** The help text follows a request for it; a slip in what was typed gets one sentence. */
export const helpOnRequest: Layer.Layer<never> = CliOutput.layerPresenter({
  present: (event) => (event._tag === "InvalidInvocation" ? Effect.void : CliOutput.defaultPresenter.present(event))
})

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : String(error)

/** A slip's message may go on with lines of what was meant. */
const slipOf = (message: string): string => {
  const [slip = "", ...more] = message.split(/\s*\n\s*/)
  const meant = more.filter((line) => line !== "" && !line.endsWith("?"))
  return meant.length === 0 ? slip : `${slip} (did you mean ${meant.join(" or ")}?)`
}

/** Undefined: the help text has said it all. */
const sentenceOf = (error: unknown): string | undefined => {
  if (!CliError.isCliError(error)) return messageOf(error)
  const slip = error._tag === "ShowHelp" ? error.errors[0] : error
  return slip === undefined ? undefined : `${slipOf(messageOf(slip))}: see counterfoil --help`
}

const explain = (cause: Cause.Cause<unknown>): string | undefined =>
  Option.match(Cause.findErrorOption(cause), {
    onSome: sentenceOf,
    onNone: () => `stopped by a fault of its own, which is worth a report: ${Cause.pretty(cause)}`
  })

export const oneSentence = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const sentence = explain(cause)
    if (sentence !== undefined) process.stderr.write(`counterfoil: ${tame(sentence)}\n`)
    process.exitCode = 1
  })

/** As a shell has it for what Ctrl-C ended. */
const stopped = 130

/**
 * Asked to stop, it has stopped: 0, unless something else was said before. Work that has an end of its own and was stopped before
 * is not done, and `backup && upload` must not go on.
 */
export const teardown =
  (hasAnEnd: boolean): Runtime.Teardown =>
  (exit, onExit) => {
    if (Exit.isSuccess(exit)) return onExit(Number(process.exitCode ?? 0))
    if (!Cause.hasInterruptsOnly(exit.cause)) return onExit(1)
    if (!hasAnEnd) return onExit(Number(process.exitCode ?? 0))
    process.stderr.write("counterfoil: stopped before it was done\n")
    onExit(stopped)
  }
