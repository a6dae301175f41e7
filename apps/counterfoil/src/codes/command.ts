/** `counterfoil code`: gives a login what it waits for, once, or each time it asks. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CodeCommandFailed, type CodeServer, findAccount, giveCode, pendingAt, seesAll } from "./CodeServer.ts"
import { between, converse } from "./converse.ts"

const flags = {
  url: Flag.String("url").pipe(
    Flag.withDescription("The server (COUNTERFOIL_URL)"),
    Flag.withDefault(process.env["COUNTERFOIL_URL"] ?? "http://127.0.0.1:8080")
  ),
  watch: Flag.Boolean("watch").pipe(
    Flag.withDescription("Wait for the account's logins, and ask here each time one wants something"),
    Flag.withDefault(false)
  )
}

/** Never as flags: others on the machine can see them. */
const serverAt = (url: string): CodeServer => ({
  url,
  key: process.env["COUNTERFOIL_API_KEY"] ?? "",
  token: process.env["COUNTERFOIL_TOKEN"] ?? ""
})

/** Each asking once: a request that the bank has refused a code of is asked again, with one more attempt. */
const watch = Effect.fnUntraced(function* (server: CodeServer, accountId: string) {
  const limits = seesAll(server)
    ? ""
    : " An API key is shown codes only: with COUNTERFOIL_TOKEN approvals, questions and pictures come too."
  yield* Console.log(`Waiting for the account's logins. Ctrl-C ends it.${limits}`)
  let handled = ""
  for (;;) {
    const asked = yield* pendingAt(server, accountId)
    const asking = asked === null ? "" : `${asked.id} ${asked.attempts}`
    if (asked !== null && asking !== handled) {
      const end = yield* converse(server, accountId, asked)
      handled = end === "refused" ? "" : asking
    } else {
      yield* Effect.sleep(between)
    }
  }
})

const once = Effect.fnUntraced(function* (server: CodeServer, accountId: string, given: Option.Option<string>) {
  if (Option.isSome(given)) {
    yield* giveCode(server, accountId, given.value)
    yield* Console.log("Handed to the login.")
    return "handed" as const
  }
  const asked = yield* pendingAt(server, accountId)
  if (asked === null) return yield* new CodeCommandFailed({ message: "no login of the account waits for anything" })
  return yield* converse(server, accountId, asked)
})

export const code = Command.make(
  "code",
  {
    account: Argument.String("account").pipe(Argument.withDescription("Its id; with COUNTERFOIL_TOKEN its name too")),
    code: Argument.String("code").pipe(Argument.withDescription("Asked for where it is left out"), Argument.optional),
    ...flags
  },
  Effect.fnUntraced(function* ({ account, code: given, url, watch: isWatching }) {
    const server = serverAt(url)
    const accountId = yield* findAccount(server, account)
    if (isWatching) return yield* watch(server, accountId)
    const end = yield* once(server, accountId, given)
    if (end === "refused") return yield* new CodeCommandFailed({ message: "it was not used" })
    if (end === "handed") yield* Console.log("What the bank makes of it shows in the account's activity.")
  })
).pipe(Command.withDescription("Give a login the code that it waits for (API key in COUNTERFOIL_API_KEY)"))
