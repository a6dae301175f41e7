/** `script accounts`: which accounts a login has, so that its owner can say which one to read. */
import { type BankAccount, listAccounts, stage } from "@counterfoil/script-tools"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { printLine } from "../tame.ts"
import { askCredentials, codeAsker } from "./askPerson.ts"
import { bundleOf, exitWith, folderFlag, ScriptCommandFailed } from "./ScriptFolder.ts"
import { checkOrigins } from "./origins.ts"

const table = (accounts: ReadonlyArray<BankAccount>): ReadonlyArray<string> => {
  const rows = [
    ["bank_account", "name", "currency"],
    ...accounts.map(({ bankAccount, currency = "", name = "" }) => [bankAccount, name, currency])
  ]
  const widthOf = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join("  ")
      .trimEnd()
  )
}

const notLeftOf = (why: string | undefined): ReadonlyArray<string> =>
  why === undefined
    ? []
    : [`✘ ${why}`, "not logged out: the session may stay open at the bank, which may refuse the next login for a while"]

export const accountsCommand = Command.make(
  "accounts",
  {
    folder: folderFlag,
    origin: Flag.String("origin").pipe(
      Flag.withDescription("An origin of the bank; the first one is where paths are opened"),
      Flag.atLeast(1)
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print them as one line of JSON, and nothing else"),
      Flag.withDefault(false)
    ),
    headed: Flag.Boolean("headed").pipe(Flag.withDescription("Show the browser"), Flag.withDefault(false))
  },
  Effect.fnUntraced(function* ({ folder, headed, json, origin }) {
    yield* checkOrigins(origin)
    const { bundle } = yield* bundleOf(folder)
    const credentials = yield* askCredentials
    const { accounts, notLeft } = yield* listAccounts({
      bundle,
      origins: origin,
      credentials,
      code: yield* codeAsker,
      tell: json ? () => undefined : printLine
    }).pipe(
      Effect.catchTag("AccountsNotListed", ({ message }) => new ScriptCommandFailed({ message })),
      Effect.provide(stage({ headless: !headed, liveOrigins: origin }))
    )
    if (notLeft !== undefined) yield* exitWith(1)
    if (json) {
      yield* Console.log(JSON.stringify(accounts))
      return yield* Effect.forEach(notLeftOf(notLeft), (line) => Console.error(line), { discard: true })
    }
    for (const line of table(accounts)) yield* Console.log(line)
    yield* Console.log(
      accounts.length > 1
        ? "save the one to read as bank_account in the account's settings; here: --account TEXT"
        : "the login has this one only: bank_account can be left out"
    )
    for (const line of notLeftOf(notLeft)) yield* Console.error(line)
  })
).pipe(Command.withDescription("List the accounts that a login at the bank has"))
