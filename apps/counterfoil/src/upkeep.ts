/** The commands that change the data of a server, while it runs or while it doesn't. */
import { configFromEnv, InvalidConfig, resetPassword, rotateKeys } from "@counterfoil/runtime"
import { Console, Effect, Redacted } from "effect"
import { Argument, Command, Prompt } from "effect/cli"
import { text } from "node:stream/consumers"

/** Typed unseen on a terminal, else the first line of the standard input; never an argument, which others can see. */
const newPassword = Effect.suspend(() =>
  process.stdin.isTTY
    ? Prompt.run(Prompt.Password({ message: "New password" }))
    : Effect.promise(() => text(process.stdin)).pipe(
        Effect.map((input) => Redacted.make(input.split(/\r?\n/)[0] ?? ""))
      )
).pipe(
  Effect.filterOrFail(
    (password) => Redacted.value(password) !== "",
    () => new InvalidConfig({ message: "no password was given: type it, or send it as a line of the standard input" })
  )
)

export const users = Command.make("users").pipe(
  Command.withDescription("Manage users: give one a new password, whether the server runs or not"),
  Command.withSubcommands([
    Command.make(
      "reset-password",
      { email: Argument.String("email") },
      Effect.fnUntraced(function* ({ email }) {
        const config = yield* configFromEnv
        yield* resetPassword(config, email, yield* newPassword)
        yield* Console.log(`${email} has a new password, and is logged out everywhere`)
      })
    ).pipe(Command.withDescription("Give a user a new password (asked for, or read from the standard input)"))
  ])
)

export const keys = Command.make("keys").pipe(
  Command.withDescription("The keys that stored credentials are encrypted with"),
  Command.withSubcommands([
    Command.make("rotate", {}, () => Effect.flatMap(Effect.flatMap(configFromEnv, rotateKeys), Console.log)).pipe(
      Command.withDescription("Wrap every account's key with a new key-encryption key; may be run again at any time")
    )
  ])
)
