/** How failures inside and around the isolate become `ScriptFault`s. */
import { ScriptFault } from "@counterfoil/core"
import { isLoginFailureKind } from "@counterfoil/domain"
import { Duration } from "effect"
import type { RunLimits } from "./RunLimits.ts"
import type { GuestFailure } from "./RunnerMessage.ts"
import type { RunnerEvent, RunnerExit } from "./RunnerProcess.ts"

/** Only the frames of the bundle: others would tell the author nothing, and tell of the host. */
const ownFrames = (stack: string) =>
  stack
    .split("\n")
    .filter((line) => /^\s+at .*\bbank-script\.js:\d+/.test(line))
    .slice(0, 20)
    .join("\n")

export const failureFault = ({ failure, message, stack }: GuestFailure): ScriptFault => {
  const frames = stack === undefined ? "" : ownFrames(stack)
  const shown = { message, ...(frames === "" ? {} : { frames }) }
  if (failure === undefined) return new ScriptFault({ kind: "script_error", ...shown })
  return isLoginFailureKind(failure)
    ? new ScriptFault({ kind: "declared", failure, ...shown })
    : new ScriptFault({ kind: "script_error", ...shown, message: `unknown failure ${failure}: ${message}` })
}

/** Why the runner process is of no use any more. */
export const runnerFault = (
  event: Extract<RunnerEvent, { readonly type: "outOfMemory" | "outOfCpu" | "exit" }>,
  limits: RunLimits
): ScriptFault => {
  switch (event.type) {
    case "outOfMemory":
      return outOfMemory(limits)
    case "outOfCpu": {
      const budget = Duration.format(limits.cpuBudget)
      return new ScriptFault({ kind: "timeout", message: `the script used more than ${budget} of processor time` })
    }
    case "exit":
      return /out of memory|heap limit|bad_alloc/i.test(event.exit.lastWords) ? outOfMemory(limits) : crash(event.exit)
  }
}

const outOfMemory = ({ memoryMiB }: RunLimits) =>
  new ScriptFault({ kind: "out_of_memory", message: `the script needed more than ${memoryMiB} MiB of memory` })

const crash = ({ code, lastWords, signal }: RunnerExit): ScriptFault => {
  const fatal = lastWords.split("\n").find((line) => /fatal/i.test(line))
  const how = signal ?? `exit code ${code}`
  return new ScriptFault({
    kind: "crashed",
    message: `the script's process ended unexpectedly (${how})${fatal === undefined ? "" : `: ${fatal.slice(0, 200)}`}`
  })
}
