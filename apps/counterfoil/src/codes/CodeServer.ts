/** The server that a code is given to, as whoever has the code sees it: by API key, or by a token of the dashboard's API. */
import { Data, Effect, Option, Schema } from "effect"

/** One sentence for the terminal. */
export class CodeCommandFailed extends Data.TaggedError("CodeCommandFailed")<{ readonly message: string }> {}

/** The server said no, in its own words. */
export class CodeRefused extends Data.TaggedError("CodeRefused")<{ readonly message: string }> {}

export interface CodeServer {
  readonly url: string
  readonly key: string
  readonly token: string
}

const noCredentials =
  "no API key: make one (POST /me/api-keys, scopes otp:write and status:read) and set COUNTERFOIL_API_KEY to it, or COUNTERFOIL_TOKEN to the token of a log-in"

const Refusal = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Union([Schema.String, Schema.Struct({ message: Schema.String })]) })
)
const decodeRefusal = Schema.decodeUnknownOption(Refusal)

const refusalOf = (status: number, text: string): string =>
  Option.match(decodeRefusal(text), {
    onNone: () => `the server answered ${status}`,
    onSome: ({ error }) => (typeof error === "string" ? error : error.message)
  })

const Pending = Schema.Struct({
  id: Schema.String,
  descriptor: Schema.Struct({ length: Schema.Int, type: Schema.Literals(["numeric", "alphanumeric"]) }),
  prompt: Schema.optionalKey(Schema.String),
  attempts: Schema.Int,
  expires_at: Schema.optionalKey(Schema.String)
})
export type Pending = typeof Pending.Type

const Status = Schema.Struct({ pending_assistance: Schema.NullOr(Pending) })
const Accounts = Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))

const ask = Effect.fnUntraced(function* <A>(
  { key, token, url }: CodeServer,
  path: string,
  answer: Schema.Codec<A, unknown>,
  json?: Schema.Json
) {
  if (key === "" && token === "") return yield* new CodeCommandFailed({ message: noCredentials })
  const { status, text } = yield* Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(new URL(path, url), {
        signal,
        method: json === undefined ? "GET" : "POST",
        headers: {
          "content-type": "application/json",
          ...(key === "" ? { authorization: `Bearer ${token}` } : { "x-api-key": key })
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) })
      })
      return { status: response.status, text: await response.text() }
    },
    catch: () => new CodeCommandFailed({ message: `${url} does not answer` })
  })
  if (status >= 400) return yield* new CodeRefused({ message: refusalOf(status, text) })
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(answer))(text).pipe(
    Effect.mapError(() => new CodeCommandFailed({ message: `${url}${path} answered something unexpected` }))
  )
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By its id, or with a token by its name. */
export const findAccount = Effect.fnUntraced(function* (server: CodeServer, named: string) {
  if (uuid.test(named)) return named
  if (server.key !== "") {
    return yield* new CodeCommandFailed({ message: `with an API key an account is named by its id, not "${named}"` })
  }
  const found = (yield* ask(server, "/accounts", Accounts)).filter(({ name }) => name === named)
  const [one] = found
  if (one !== undefined && found.length === 1) return one.id
  const problem =
    one === undefined ? `there is no account "${named}"` : `several accounts are called "${named}": give an id`
  return yield* new CodeCommandFailed({ message: problem })
})

const surface = ({ key }: CodeServer, accountId: string) =>
  key === "" ? `/accounts/${accountId}` : `/v1/accounts/${accountId}`

export const pendingAt = (
  server: CodeServer,
  accountId: string
): Effect.Effect<Pending | null, CodeCommandFailed | CodeRefused> =>
  server.key === ""
    ? ask(server, `${surface(server, accountId)}/otp`, Schema.NullOr(Pending))
    : Effect.map(ask(server, `${surface(server, accountId)}/status`, Status), (status) => status.pending_assistance)

export const giveCode = (server: CodeServer, accountId: string, code: string, assistanceId?: string) =>
  ask(server, `${surface(server, accountId)}/otp`, Schema.Struct({ submitted: Schema.Literal(true) }), {
    code,
    ...(assistanceId === undefined ? {} : { assistance_id: assistanceId })
  })
