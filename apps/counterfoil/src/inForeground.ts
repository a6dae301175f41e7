/** Runs the process's one program until it ends or is asked to stop; says in one sentence why it could not go on. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { logger } from "./logger.ts"
import { helpOnRequest, oneSentence, teardown } from "./oneSentence.ts"
import { prepareProcess } from "./streamsAndSignals.ts"

export const runInForeground = <A>(
  program: Effect.Effect<A, unknown, NodeServices.NodeServices>,
  /** Else it goes on until it is asked to stop. */
  hasAnEnd = false
): void => {
  prepareProcess()
  program.pipe(
    Effect.provide([NodeServices.layer, helpOnRequest, logger]),
    Effect.catchCause(oneSentence),
    NodeRuntime.runMain({ disableErrorReporting: true, teardown: teardown(hasAnEnd) })
  )
}
