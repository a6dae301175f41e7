/** The server that a code is given to, as whoever has the code sees it: by API key, or by a token of the dashboard's API. */
import { Data, Effect, Option, Schema } from "effect"

/** One sentence for the terminal. */
export class CodeCommandFailed extends Data.TaggedError("CodeCommandFailed")<{ readonly message: string }> {}

/** The server said no, in its own words. */
class CodeRefused extends Data.TaggedError("CodeRefused")<{ readonly message: string }> {}

export interface CodeServer {
  readonly url: string
  readonly key: string
  readonly token: string
  /** Whether it shows what isn't a code, too. */
  readonly all: boolean
}

const howToGetIn =
  "make an API key (POST /me/api-keys, scopes otp:write and status:read) and set COUNTERFOIL_API_KEY to it, or COUNTERFOIL_TOKEN to the token of a log-in"

const Refusal = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Union([Schema.String, Schema.Struct({ message: Schema.String })]) })
)
const decodeRefusal = Schema.decodeUnknownOption(Refusal)

const refusalOf = (status: number, text: string): string =>
  Option.match(decodeRefusal(text), {
    onNone: () => `the server answered ${status}`,
    onSome: ({ error }) => (typeof error === "string" ? error : error.message)
  })

/** What a login waits for, whichever way it was learnt. */
export interface Asked {
  readonly id: string
  readonly type: "otp" | "approval" | "question" | "picture"
  readonly prompt: string
  readonly attempts: number
  readonly expiresAt: string | null
  readonly length: number | null
  readonly characters: "numeric" | "alphanumeric" | null
  readonly choices: ReadonlyArray<string> | null
}

/** How a request ended. */
export interface Ended {
  readonly outcome: string | null
  readonly answeredBy: string | null
}

const Code = Schema.Struct({
  id: Schema.String,
  descriptor: Schema.Struct({ length: Schema.Int, type: Schema.Literals(["numeric", "alphanumeric"]) }),
  prompt: Schema.optionalKey(Schema.String),
  attempts: Schema.Int,
  expires_at: Schema.optionalKey(Schema.String)
})

const Entry = Schema.Struct({
  id: Schema.String,
  type: Schema.Literals(["otp", "approval", "question", "picture"]),
  status: Schema.String,
  outcome: Schema.NullOr(Schema.String),
  answered_by: Schema.NullOr(Schema.String),
  prompt: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  expires_at: Schema.String,
  length: Schema.NullOr(Schema.Int),
  choices: Schema.NullOr(Schema.Array(Schema.String))
})

const Status = Schema.Struct({ pending_assistance: Schema.NullOr(Code) })
const Accounts = Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
const Submitted = Schema.Struct({ submitted: Schema.Literal(true) })

const ofCode = ({ attempts, descriptor, expires_at: expiresAt, id, prompt }: typeof Code.Type): Asked => ({
  id,
  type: "otp",
  prompt: prompt ?? "A login waits for a code",
  attempts,
  expiresAt: expiresAt ?? null,
  length: descriptor.length,
  characters: descriptor.type,
  choices: null
})

const ofEntry = ({ attempts, choices, expires_at, id, length, prompt, type }: typeof Entry.Type): Asked => ({
  id,
  type,
  prompt: prompt ?? "A login waits for you",
  attempts,
  expiresAt: expires_at,
  length,
  characters: null,
  choices
})

const ask = Effect.fnUntraced(function* <A>(
  { key, token, url }: CodeServer,
  path: string,
  answer: Schema.Codec<A, unknown>,
  json?: Schema.Json,
  method = json === undefined ? "GET" : "POST"
) {
  if (key === "" && token === "") return yield* new CodeCommandFailed({ message: `no API key: ${howToGetIn}` })
  const { status, text } = yield* Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(new URL(path, url), {
        signal,
        method,
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
  if (status >= 400) {
    const message = refusalOf(status, text)
    return yield* new CodeRefused({ message: status === 401 ? `${message}: ${howToGetIn}` : message })
  }
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(answer))(status === 204 ? "null" : text).pipe(
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

type Failure = CodeCommandFailed | CodeRefused

const newest = (server: CodeServer, accountId: string) =>
  Effect.map(
    ask(server, `${surface(server, accountId)}/assistances?limit=1`, Schema.Array(Entry)),
    ([entry]) => entry ?? null
  )

/** A token is shown everything; an API key codes only, unless it was made for more. */
export const lookingAt = (server: CodeServer, accountId: string): Effect.Effect<CodeServer, CodeCommandFailed> =>
  server.key === ""
    ? Effect.succeed({ ...server, all: true })
    : newest(server, accountId).pipe(
        Effect.as({ ...server, all: true }),
        // Whatever else is wrong with the key is said by what comes next.
        Effect.catchTag("CodeRefused", () => Effect.succeed({ ...server, all: false }))
      )

const codeAt = (server: CodeServer, accountId: string) =>
  server.key === ""
    ? ask(server, `/accounts/${accountId}/otp`, Schema.NullOr(Code))
    : Effect.map(ask(server, `/v1/accounts/${accountId}/status`, Status), (status) => status.pending_assistance)

export const pendingAt = Effect.fnUntraced(function* (server: CodeServer, accountId: string) {
  const entry = server.all ? yield* newest(server, accountId) : null
  if (server.all && entry?.status !== "pending") return null
  if (entry !== null && entry.type !== "otp") return ofEntry(entry)
  // What it looks like is in the contract's answer only.
  const code = yield* codeAt(server, accountId)
  return code === null ? null : ofCode(code)
})

/** How this request ended; null: it hasn't, or nobody may say. */
export const endOf = Effect.fnUntraced(function* (server: CodeServer, accountId: string, assistanceId: string) {
  const entry = server.all ? yield* newest(server, accountId) : null
  if (entry === null || entry.id !== assistanceId || entry.status === "pending") return null
  const ended: Ended = { outcome: entry.outcome, answeredBy: entry.answered_by }
  return ended
})

export const giveCode = (server: CodeServer, accountId: string, code: string, assistanceId?: string) =>
  ask(server, `${surface(server, accountId)}/otp`, Submitted, {
    code,
    ...(assistanceId === undefined ? {} : { assistance_id: assistanceId })
  })

const of = (server: CodeServer, accountId: string, { id }: Asked) => `${surface(server, accountId)}/assistances/${id}`

/** A code goes the contract's way, which API keys may go too. */
export const giveAnswer = (
  server: CodeServer,
  accountId: string,
  asked: Asked,
  answer: string
): Effect.Effect<unknown, Failure> =>
  asked.type === "otp"
    ? giveCode(server, accountId, answer, asked.id)
    : ask(server, `${of(server, accountId, asked)}/answer`, Submitted, { answer })

/** As PNG; of one that moves evenly at so many steps a second. */
export const pictureOf = (server: CodeServer, accountId: string, asked: Asked, pace: Option.Option<number>) => {
  const query = Option.match(pace, { onNone: () => "", onSome: (steps) => `?steps_per_second=${steps}` })
  return Effect.map(
    ask(server, `${of(server, accountId, asked)}/picture${query}`, Schema.Struct({ data: Schema.String })),
    ({ data }) => Buffer.from(data, "base64")
  )
}

/** Ends the login that asked. */
export const withdraw = (server: CodeServer, accountId: string, asked: Asked) =>
  ask(server, of(server, accountId, asked), Schema.Null, undefined, "DELETE")
