/** `counterfoil script`: everything for those who write bank scripts. */
import { Command } from "effect/cli"
import { accountsCommand } from "./accountsCommand.ts"
import { bisectCommand } from "./bisect.ts"
import { checkCommand } from "./check.ts"
import { devCommand } from "./dev.ts"
import { lookCommand } from "./lookCommand.ts"
import { newCommand } from "./newProject.ts"
import { promoteCommand, publishCommand, rollbackCommand } from "./publish.ts"
import { recordCommand } from "./recordCommand.ts"
import { testCommand } from "./testRecordings.ts"

export const script = Command.make("script").pipe(
  Command.withDescription("Write, test and publish bank scripts"),
  Command.withSubcommands([
    newCommand,
    lookCommand,
    devCommand,
    testCommand,
    recordCommand,
    accountsCommand,
    checkCommand,
    publishCommand,
    promoteCommand,
    rollbackCommand,
    bisectCommand
  ])
)
