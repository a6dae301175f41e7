/** Runs the process's one program until it ends or is asked to stop; says in one sentence why it could not go on. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { logger } from "./logger.ts"
import { helpOnRequest, oneSentence, teardown } from "./oneSentence.ts"
import { prepareProcess } from "./streamsAndSignals.ts"

export const runInForeground = <A>(program: Effect.Effect<A, unknown, NodeServices.NodeServices>): void => {
  prepareProcess()
  program.pipe(
    Effect.provide([NodeServices.layer, helpOnRequest, logger]),
    Effect.catchCause(oneSentence),
    NodeRuntime.runMain({ disableErrorReporting: true, teardown })
  )
}
