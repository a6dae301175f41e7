/** The command as a package of its own: for those who write bank scripts outside of the repository. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Logger } from "effect"
import { Command } from "effect/cli"
import { helpOnRequest, oneSentence, teardown } from "../oneSentence.ts"
import { prepareProcess } from "../streamsAndSignals.ts"
import { script } from "./command.ts"

const version = "0.1.0"

const counterfoil = Command.make("counterfoil").pipe(
  Command.withDescription("Write, test and publish bank scripts for Counterfoil"),
  Command.withSubcommands([script])
)

const logger = Logger.layer([Logger.consolePretty()]).pipe(Layer.merge(Layer.succeed(Logger.LogToStderr, true)))

prepareProcess()

counterfoil.pipe(
  Command.run({ version }),
  Effect.provide([NodeServices.layer, helpOnRequest, logger]),
  Effect.catchCause(oneSentence),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
