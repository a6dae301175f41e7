/** The commands that end users, and erase what deleted accounts have left. Both show first what they would take. */
import {
  configFromEnv,
  deleteUser,
  eraseDeleted,
  findLeaver,
  InvalidConfig,
  pendingErasure
} from "@counterfoil/runtime"
import { Console, Duration, Effect } from "effect"
import { Argument, Command, Flag, Prompt } from "effect/cli"

export const dryRunFlag = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Only tell what would be done"),
  Flag.withDefault(false)
)

const yesFlag = Flag.Boolean("yes").pipe(Flag.withDescription("Don't ask"), Flag.withDefault(false))

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`

/** Where nobody can be asked, nothing is deleted by a slip. */
const confirmed = Effect.fnUntraced(function* (message: string, yes: boolean) {
  if (yes) return true
  if (process.stdin.isTTY) return yield* Prompt.run(Prompt.Confirm({ message, initial: false }))
  return yield* new InvalidConfig({ message: "nothing was deleted: there is no terminal to ask on, so say --yes" })
})

const waitOf = (wait: Duration.Duration): string =>
  Duration.toMillis(wait) === 0 ? "within the hour" : `after ${Duration.format(wait)} (KEEP_DELETED_ACCOUNTS)`

export const usersDelete = Command.make(
  "delete",
  {
    email: Argument.String("email"),
    dryRun: dryRunFlag,
    yes: yesFlag,
    evenLastAdministrator: Flag.Boolean("even-last-administrator").pipe(
      Flag.withDescription("Delete the last administrator too"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ dryRun, email, evenLastAdministrator, yes }) {
    const config = yield* configFromEnv
    const found = yield* findLeaver(config, email)
    const owned = found.accounts.map((name) => JSON.stringify(name)).join(", ")
    const accounts = plural(found.accounts.length, "account") + (owned === "" ? "" : ` (${owned})`)
    if (dryRun) {
      yield* Console.log(`${found.email} would be deleted with ${accounts}; nothing was changed`)
      if (!found.isLastAdministrator) return
      return yield* Console.log(
        "this is the last administrator: it takes --even-last-administrator, or another one first"
      )
    }
    if (!(yield* confirmed(`Delete ${found.email} with ${accounts}? This can't be undone.`, yes))) {
      return yield* Console.log("nothing was deleted")
    }
    const count = yield* deleteUser(config, email, { evenLastAdministrator })
    const closing = count === 0 ? "" : ", sessions at banks are being closed"
    yield* Console.log(
      `${found.email} is deleted with ${plural(count, "account")}: credentials, keys and channels are gone${closing}`
    )
    if (count > 0) {
      yield* Console.log(
        `what the accounts had read is erased ${waitOf(config.keep.deletedAccounts)}; at once: counterfoil erase --now`
      )
    }
  })
).pipe(Command.withDescription("Delete a user with all accounts and keys"))

export const erase = Command.make(
  "erase",
  {
    dryRun: dryRunFlag,
    now: Flag.Boolean("now").pipe(Flag.withDescription("Don't wait for KEEP_DELETED_ACCOUNTS"), Flag.withDefault(false))
  },
  Effect.fnUntraced(function* ({ dryRun, now }) {
    const config = yield* configFromEnv
    const found = yield* dryRun ? pendingErasure(config, { now }) : eraseDeleted(config, { now })
    if (found.accounts === 0) return yield* Console.log("no deleted account has anything left whose time has come")
    const what = `${plural(found.accounts, "deleted account")}, with ${plural(found.movements, "movement")} and ${plural(found.orders, "order")}`
    yield* Console.log(
      dryRun
        ? `would erase what is left of ${what}; nothing was changed`
        : `erased what was left of ${what}: amounts, dates and keyed hashes stay`
    )
  })
).pipe(Command.withDescription("Erase what deleted accounts had read (the server does it each hour)"))
