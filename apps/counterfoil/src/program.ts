/** The counterfoil command. */
import { Command } from "effect/cli"
import { commandsFor, hasAnEnd } from "./commands.ts"
import { runInForeground } from "./inForeground.ts"

/** Core has the same; it is not loaded for a command that does without it. */
const version = "0.3.0-dev"

const counterfoil = Command.make("counterfoil").pipe(
  Command.withDescription("Reads bank accounts, matches payments with pending orders, tells your system by webhook"),
  Command.withSubcommands(await commandsFor(process.argv[2]))
)

runInForeground(Command.run(counterfoil, { version }), hasAnEnd(process.argv.slice(2)))
