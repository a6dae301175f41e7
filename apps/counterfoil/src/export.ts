/** `counterfoil export`: what belongs to a user, for that user. */
import { configFromEnv, exportUser } from "@counterfoil/runtime"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"

export const exportCommand = Command.make(
  "export",
  {
    email: Argument.String("email"),
    folder: Argument.String("folder").pipe(Argument.withDescription("A new folder, or an empty one"))
  },
  Effect.fnUntraced(function* ({ email, folder }) {
    const counts = yield* exportUser(yield* configFromEnv, email, folder)
    const width = Math.max(...Object.keys(counts).map((name) => name.length))
    for (const [name, count] of Object.entries(counts)) {
      yield* Console.log(`${name.padEnd(width)}  ${count.toLocaleString("en")}`)
    }
    yield* Console.log(
      `in ${folder}, each as .jsonl and .csv; credentials, tokens and webhook addresses are not in it, names and movements are`
    )
  })
).pipe(Command.withDescription("Write all that belongs to a user into a folder, as JSON lines and as CSV"))
