/** The server that scripts are published to, as its author sees it. */
import { lettersApart } from "@counterfoil/script-tools"
import { Data, Effect, Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { ScriptCommandFailed } from "./ScriptFolder.ts"

/** The server said no; `status` and its own words. */
export class Refused extends Data.TaggedError("Refused")<{ readonly status: number; readonly message: string }> {}

export const serverFlags = {
  url: Flag.String("url").pipe(
    Flag.withDescription("The server (COUNTERFOIL_URL)"),
    Flag.withDefault(process.env["COUNTERFOIL_URL"] ?? "http://127.0.0.1:8080")
  ),
  token: Flag.String("token").pipe(
    Flag.withDescription("What logging in answered (COUNTERFOIL_TOKEN)"),
    Flag.withDefault(process.env["COUNTERFOIL_TOKEN"] ?? "")
  )
}

export interface ServerAt {
  readonly url: string
  readonly token: string
}

const decodeRefusal = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))

const howToLogIn =
  "log in (POST /auth/login) and set COUNTERFOIL_TOKEN to the token that it answers, or give it with --token"

/** Asks the server and reads its answer; fails with the server's own words. */
const ask = Effect.fnUntraced(function* <A>(
  { token, url }: ServerAt,
  path: string,
  answer: Schema.Codec<A, unknown>,
  payload?: { readonly json?: Schema.Json; readonly method?: string }
) {
  if (token === "") return yield* new ScriptCommandFailed({ message: `no token: ${howToLogIn}` })
  const { status, text } = yield* Effect.tryPromise({
    try: async () => {
      const response = await fetch(new URL(path, url), {
        method: payload === undefined ? "GET" : (payload.method ?? "POST"),
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(payload?.json === undefined ? {} : { body: JSON.stringify(payload.json) })
      })
      return { status: response.status, text: await response.text() }
    },
    catch: () => new ScriptCommandFailed({ message: `${url} does not answer` })
  })
  if (status >= 400) {
    const refusal = Option.map(decodeRefusal(text), ({ error }) => error)
    const message = Option.getOrElse(refusal, () => `the server answered ${status}`)
    return yield* new Refused({ status, message: status === 401 ? `${message}: ${howToLogIn}` : message })
  }
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(answer))(text).pipe(
    Effect.mapError(() => new ScriptCommandFailed({ message: `${url}${path} answered something unexpected` }))
  )
})

const Script = Schema.Struct({
  id: Schema.String,
  bank: Schema.String,
  version: Schema.String,
  status: Schema.Literals(["active", "review"])
})
export type PublishedScript = typeof Script.Type

const Banks = Schema.Array(Schema.Struct({ id: Schema.String, code: Schema.String }))

const Changes = Schema.Struct({
  movements: Schema.Number,
  identities_changed: Schema.Number,
  signs_changed: Schema.Number,
  changed_share: Schema.Number
})
export type Changes = typeof Changes.Type

const Report = Schema.Struct({
  script: Script,
  comparison: Schema.NullOr(Changes),
  /** On accounts whose owners agreed. */
  shadow: Schema.NullOr(
    Schema.Struct({
      ...Changes.fields,
      accounts: Schema.Number,
      compared: Schema.Number,
      outcomes: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Number }))
    })
  ),
  versions: Schema.Array(
    Schema.Struct({
      script_id: Schema.String,
      version: Schema.String,
      status: Schema.Literals(["active", "review"]),
      promoted_at: Schema.NullOr(Schema.String),
      runs: Schema.Number,
      success_rate: Schema.NullOr(Schema.Number)
    })
  )
})

export type Report = typeof Report.Type

const mostNear = 3

export const bankId = Effect.fnUntraced(function* (server: ServerAt, code: string) {
  const banks = yield* ask(server, "/banks", Banks)
  const found = banks.find((bank) => bank.code === code)
  if (found !== undefined) return found.id
  const near = banks
    .map((bank) => bank.code)
    .toSorted((a, b) => lettersApart(code, a) - lettersApart(code, b))
    .slice(0, mostNear)
  const others = near.length === 0 ? "it has none yet" : `the nearest that it has: ${near.join(", ")}`
  return yield* new ScriptCommandFailed({
    message:
      `the server has no bank ${code} (${others}): correct it in bank.ts, or create the bank in the dashboard ` +
      `(${new URL("/app/banks", server.url).href}) or with POST /banks`
  })
})

/** Where the bank's pages live, for all that the server knows. */
export const originsOf = (server: ServerAt, bank: string) =>
  Effect.map(
    ask(server, `/banks/${bank}`, Schema.Struct({ origins: Schema.Array(Schema.String) })),
    ({ origins }) => origins
  )

export const scriptsOf = (server: ServerAt, bank: string) =>
  Effect.map(ask(server, "/scripts", Schema.Array(Script)), (all) => all.filter((script) => script.bank === bank))

export const publishScript = (server: ServerAt, bank: string, json: Schema.Json) =>
  ask(server, `/banks/${bank}/scripts`, Script, { json })

export const promoteScript = (server: ServerAt, scriptId: string) =>
  ask(server, `/scripts/${scriptId}/promote`, Schema.Struct({ promoted: Schema.Literal(true) }), { method: "POST" })

export const reportOf = (server: ServerAt, scriptId: string) => ask(server, `/scripts/${scriptId}/report`, Report)

export const bundleAt = (server: ServerAt, scriptId: string) =>
  Effect.map(
    ask(server, `/scripts/${scriptId}/bundle`, Schema.Struct({ bundle: Schema.String })),
    ({ bundle }) => bundle
  )

export const sendComparison = (server: ServerAt, scriptId: string, json: Schema.Json) =>
  ask(server, `/scripts/${scriptId}/report`, Report, { json })
