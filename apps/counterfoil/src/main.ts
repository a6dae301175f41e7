/** The counterfoil command. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { demo } from "./demo/demo.ts"
import { doctor } from "./doctor.ts"
import { runInForeground } from "./inForeground.ts"
import { plainLogger } from "./logger.ts"
import { script } from "./script/command.ts"
import { serve } from "./serve.ts"
import { admins, keys, users } from "./upkeep.ts"

const version = "0.1.0"

const counterfoil = Command.make("counterfoil").pipe(
  Command.withDescription("Reads bank accounts, matches payments with pending orders, tells your system by webhook"),
  Command.withSubcommands([
    Command.make("serve", {}, () => serve).pipe(Command.withDescription("Run the server in the foreground")),
    Command.make(
      "demo",
      { exit: Flag.Boolean("exit").pipe(Flag.withDescription("End when the story is told"), Flag.withDefault(false)) },
      ({ exit }) => Effect.provide(demo({ exit }), plainLogger)
    ).pipe(Command.withDescription("Watch the main job on real parts")),
    Command.make("doctor", {}, () => Effect.provide(doctor, plainLogger)).pipe(
      Command.withDescription("Look at everything that the server needs, and say what to do where it is amiss")
    ),
    script,
    users,
    admins,
    keys
  ])
)

runInForeground(Command.run(counterfoil, { version }))
