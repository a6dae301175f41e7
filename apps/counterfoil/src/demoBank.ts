/** `counterfoil demo-bank`: a bank to try scripts and the server with. A program of its own, which knows nothing of ours. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"

const program = new URL("../../demo-bank/src/main.ts", import.meta.url).href

export const demoBank = Command.make(
  "demo-bank",
  {
    port: Flag.Int("port").pipe(Flag.withDescription("Where it listens on 127.0.0.1; 0: any"), Flag.withDefault(4010))
  },
  Effect.fnUntraced(function* ({ port }) {
    process.argv.splice(2, process.argv.length, "--port", String(port))
    yield* Effect.promise(() => import(program))
    // It ends by itself, when it is asked to.
    return yield* Effect.never
  })
).pipe(Command.withDescription("A bank's website to try everything with: customers, SMS, failures"))
