/** `script look`: opens a page as a script would, and prints what locators find there. */
import { look, stage } from "@counterfoil/script-tools"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { checkOrigins } from "./origins.ts"
import { ScriptCommandFailed } from "./ScriptFolder.ts"

export const lookCommand = Command.make(
  "look",
  {
    url: Argument.String("url").pipe(Argument.withDescription("The page, like https://bank.example/login")),
    origin: Flag.String("origin").pipe(
      Flag.withDescription("A further origin that the page may load from"),
      Flag.atLeast(0)
    ),
    headed: Flag.Boolean("headed").pipe(Flag.withDescription("Show the browser"), Flag.withDefault(false))
  },
  Effect.fnUntraced(function* ({ headed, origin, url }) {
    const address = URL.parse(url)
    if (address === null || !/^https?:$/.test(address.protocol)) {
      return yield* new ScriptCommandFailed({
        message: `${url} is no address: write it like https://bank.example/login`
      })
    }
    yield* checkOrigins(origin)
    const origins = [address.origin, ...origin]
    const seen = yield* look(address.href, origins).pipe(
      Effect.catchTag("PageFault", ({ message }) => new ScriptCommandFailed({ message })),
      Effect.provide(stage({ headless: !headed, liveOrigins: origins }))
    )
    const lines = [
      ...seen.outline.split("\n"),
      "",
      "locators:",
      ...seen.locators.map((line) => `  ${line}`),
      ...seen.refused
    ]
    for (const line of lines) yield* Console.log(line)
  })
).pipe(Command.withDescription("Look at a page of a bank, without a script: its roles and names, and what finds them"))
