/** `counterfoil code`: gives a login what it waits for, once, or each time it asks. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CodeCommandFailed, type CodeServer, findAccount, giveCode, lookingAt, pendingAt } from "./CodeServer.ts"
import { between, converse } from "./converse.ts"

const flags = {
  url: Flag.String("url").pipe(
    Flag.withDescription("The server (COUNTERFOIL_URL)"),
    Flag.withDefault(process.env["COUNTERFOIL_URL"] ?? "http://127.0.0.1:8080")
  ),
  watch: Flag.Boolean("watch").pipe(
    Flag.withDescription("Wait for the account's logins, and ask here each time one wants something"),
    Flag.withDefault(false)
  ),
  pace: Flag.Int("pace").pipe(
    Flag.withDescription("Steps a second of bars that flicker, 2 to 40 (default: 20)"),
    Flag.optional
  )
}

/** Never as flags: others on the machine can see them. */
const serverAt = (url: string): CodeServer => ({
  url,
  key: process.env["COUNTERFOIL_API_KEY"] ?? "",
  token: process.env["COUNTERFOIL_TOKEN"] ?? "",
  all: false
})

const codesOnly =
  "This API key is shown codes only: one made for all that is asked, or COUNTERFOIL_TOKEN, sees approvals, questions and pictures."

/** Each asking once: a request that the bank has refused a code of is asked again, with one more attempt. */
const watch = Effect.fnUntraced(function* (server: CodeServer, accountId: string, pace: Option.Option<number>) {
  const limits = server.all ? "" : ` ${codesOnly}`
  yield* Console.log(`Waiting for the account's logins. Ctrl-C ends it.${limits}`)
  let handled = ""
  for (;;) {
    const asked = yield* pendingAt(server, accountId)
    const asking = asked === null ? "" : `${asked.id} ${asked.attempts}`
    if (asked !== null && asking !== handled) {
      const end = yield* converse(server, accountId, asked, pace)
      handled = end === "refused" ? "" : asking
    } else {
      yield* Effect.sleep(between)
    }
  }
})

const once = Effect.fnUntraced(function* (
  server: CodeServer,
  accountId: string,
  given: Option.Option<string>,
  pace: Option.Option<number>
) {
  if (Option.isSome(given)) {
    yield* giveCode(server, accountId, given.value)
    yield* Console.log("Handed to the login.")
    return "handed" as const
  }
  const looking = yield* lookingAt(server, accountId)
  const asked = yield* pendingAt(looking, accountId)
  if (asked === null) {
    const message = looking.all
      ? "no login of the account waits for anything"
      : `no login of the account waits for a code. ${codesOnly}`
    return yield* new CodeCommandFailed({ message })
  }
  return yield* converse(looking, accountId, asked, pace)
})

export const code = Command.make(
  "code",
  {
    account: Argument.String("account").pipe(Argument.withDescription("Its id; with COUNTERFOIL_TOKEN its name too")),
    code: Argument.String("code").pipe(Argument.withDescription("Asked for where it is left out"), Argument.optional),
    ...flags
  },
  Effect.fnUntraced(function* ({ account, code: given, pace, url, watch: isWatching }) {
    const server = serverAt(url)
    const accountId = yield* findAccount(server, account)
    if (isWatching) return yield* watch(yield* lookingAt(server, accountId), accountId, pace)
    const end = yield* once(server, accountId, given, pace)
    if (end === "refused") return yield* new CodeCommandFailed({ message: "it was not used" })
    if (end === "handed") yield* Console.log("What the bank makes of it shows in the account's activity.")
  })
).pipe(Command.withDescription("Give a login the code that it waits for (API key in COUNTERFOIL_API_KEY)"))
