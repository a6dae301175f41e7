/** The commands that change the data of a server, while it runs or while it doesn't. */
import {
  addUser,
  administrators,
  configFromEnv,
  InvalidConfig,
  listUsers,
  resetPassword,
  rotateKeys,
  setAdministrator
} from "@counterfoil/runtime"
import { Console, Effect, Redacted } from "effect"
import { Argument, Command, Prompt } from "effect/cli"
import { text } from "node:stream/consumers"
import { usersDelete } from "./deletion.ts"

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

const listed = Effect.flatMap(Effect.flatMap(configFromEnv, listUsers), (found) => {
  const width = Math.max(0, ...found.map(({ email }) => email.length))
  const lines = found.map(({ accounts, email, isAdministrator, registered }) => {
    const owns = `${accounts} ${accounts === 1 ? "account" : "accounts"}`
    return `${email.padEnd(width)}  since ${registered}  ${owns}${isAdministrator ? ", administrator" : ""}`
  })
  return Console.log(lines.length === 0 ? "nobody has registered yet" : lines.join("\n"))
})

export const users = Command.make("users").pipe(
  Command.withDescription("Manage users, whether the server runs or not"),
  Command.withSubcommands([
    Command.make("list", {}, () => listed).pipe(
      Command.withDescription("Who has registered, and with how many accounts")
    ),
    Command.make(
      "add",
      { email: Argument.String("email") },
      Effect.fnUntraced(function* ({ email }) {
        const config = yield* configFromEnv
        yield* addUser(config, email, yield* newPassword)
        yield* Console.log(`${email} can log in now`)
      })
    ).pipe(Command.withDescription("Make a user, whatever REGISTRATION says (asks for the password, or reads it)")),
    Command.make(
      "reset-password",
      { email: Argument.String("email") },
      Effect.fnUntraced(function* ({ email }) {
        const config = yield* configFromEnv
        yield* resetPassword(config, email, yield* newPassword)
        yield* Console.log(`${email} has a new password, and is logged out everywhere`)
      })
    ).pipe(Command.withDescription("Give a user a new password (asked for, or read from the standard input)")),
    usersDelete
  ])
)

const changeAdministrators = (name: string, is: boolean, said: string) =>
  Command.make(
    name,
    { email: Argument.String("email") },
    Effect.fnUntraced(function* ({ email }) {
      const config = yield* configFromEnv
      yield* setAdministrator(config, email, is)
      yield* Console.log(`${email} ${said}`)
    })
  )

const listAdministrators = Effect.flatMap(Effect.flatMap(configFromEnv, administrators), (emails) =>
  Console.log(emails.length === 0 ? "there are none: counterfoil admins add E-MAIL makes one" : emails.join("\n"))
)

export const admins = Command.make("admins").pipe(
  Command.withDescription("The administrators, who look after banks and scripts"),
  Command.withSubcommands([
    Command.make("list", {}, () => listAdministrators).pipe(Command.withDescription("Their e-mails")),
    changeAdministrators("add", true, "is an administrator now").pipe(
      Command.withDescription("Make a user an administrator; counts at once")
    ),
    changeAdministrators("remove", false, "is no administrator any more").pipe(
      Command.withDescription("Take that back; whoever BANK_ADMINS names is one again at the next start")
    )
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
