/** `counterfoil code`: gives a login the code that it waits for, once, or each time it asks. */
import { Console, Duration, Effect, Option, Redacted } from "effect"
import { Argument, Command, Flag, Prompt } from "effect/cli"
import { createInterface } from "node:readline"
import { CodeCommandFailed, type CodeServer, findAccount, giveCode, type Pending, pendingAt } from "./CodeServer.ts"

const flags = {
  url: Flag.String("url").pipe(
    Flag.withDescription("The server (COUNTERFOIL_URL)"),
    Flag.withDefault(process.env["COUNTERFOIL_URL"] ?? "http://127.0.0.1:8080")
  ),
  watch: Flag.Boolean("watch").pipe(
    Flag.withDescription("Wait for the account's logins, and ask here each time one wants a code"),
    Flag.withDefault(false)
  )
}

/** Never as flags: others on the machine can see them. */
const serverAt = (url: string): CodeServer => ({
  url,
  key: process.env["COUNTERFOIL_API_KEY"] ?? "",
  token: process.env["COUNTERFOIL_TOKEN"] ?? ""
})

const between = Duration.seconds(2)

let lines: AsyncIterator<string> | undefined

/** Null: the input has ended. */
const nextLine = async (): Promise<string | null> => {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const { done, value } = await lines.next()
  return done === true ? null : value.trim()
}

const askCode = Effect.fnUntraced(function* (message: string) {
  if (process.stdin.isTTY) return Redacted.value(yield* Prompt.run(Prompt.Password({ message })))
  const line = yield* Effect.promise(nextLine)
  return line ?? (yield* new CodeCommandFailed({ message: "no code was given: the standard input has ended" }))
})

const wanted = ({ descriptor: { length, type } }: Pending): string =>
  `${length} ${type === "numeric" ? "digits" : "letters or digits"}`

const until = ({ expires_at }: Pending): string =>
  expires_at === undefined ? "" : `, until ${new Date(expires_at).toLocaleTimeString()}`

const shown = (pending: Pending): string => {
  const again = pending.attempts > 0 ? "The bank refused the last code. " : ""
  return `${again}${pending.prompt ?? "A login waits for a code"}: ${wanted(pending)}${until(pending)}`
}

/** What the server refuses is said, and asked for again while the same request waits. */
const answer = (server: CodeServer, accountId: string, pending: Pending) =>
  Effect.gen(function* () {
    yield* Console.log(shown(pending))
    const code = yield* askCode("Code")
    if (code.trim() === "") return
    yield* giveCode(server, accountId, code.trim(), pending.id)
    yield* Console.log("Handed to the login.")
  }).pipe(Effect.catchTag("CodeRefused", ({ message }) => Console.log(message)))

/** Each asking once: a request that the bank has refused a code of is asked again, with one more attempt. */
const watch = Effect.fnUntraced(function* (server: CodeServer, accountId: string) {
  yield* Console.log("Waiting for the account's logins. Ctrl-C ends it.")
  let handed = ""
  for (;;) {
    const pending = yield* pendingAt(server, accountId)
    const asking = pending === null ? "" : `${pending.id} ${pending.attempts}`
    if (pending !== null && asking !== handed) {
      yield* answer(server, accountId, pending)
      const left = yield* pendingAt(server, accountId)
      // Refused for its form: it is asked for once more.
      handed = left?.id === pending.id && left.attempts === pending.attempts ? "" : asking
    } else {
      yield* Effect.sleep(between)
    }
  }
})

const once = Effect.fnUntraced(function* (server: CodeServer, accountId: string, given: Option.Option<string>) {
  if (Option.isNone(given)) {
    const pending = yield* pendingAt(server, accountId)
    if (pending === null) return yield* new CodeCommandFailed({ message: "no login of the account waits for a code" })
    return yield* Effect.andThen(
      Console.log(shown(pending)),
      Effect.flatMap(askCode("Code"), (code) => giveCode(server, accountId, code.trim(), pending.id))
    )
  }
  return yield* giveCode(server, accountId, given.value)
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
    yield* once(server, accountId, given)
    yield* Console.log("Handed to the login. What the bank makes of it shows in the account's activity.")
  })
).pipe(Command.withDescription("Give a login the code that it waits for (API key in COUNTERFOIL_API_KEY)"))
