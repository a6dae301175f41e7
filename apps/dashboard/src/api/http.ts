/** One way to ask the server: JSON both ways, the token added, every refusal one error with the server's own sentence. */
import { session } from "./session.ts"

interface RefusalMore {
  readonly code?: string | undefined
  readonly fields?: ReadonlyArray<string> | undefined
  readonly retryAfter?: number | undefined
}

export class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  /** The names of the request's fields that are at fault. */
  readonly fields: ReadonlyArray<string>
  readonly retryAfter: number | undefined
  constructor(status: number, message: string, more: RefusalMore = {}) {
    super(message)
    this.status = status
    this.code = more.code
    this.fields = more.fields ?? []
    this.retryAfter = more.retryAfter
  }
}

/** Nothing answered: the server or the network is away. */
export class Unreachable extends Error {}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface Ask {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly body?: unknown
  readonly query?: Query
  readonly signal?: AbortSignal
}

const address = (path: string, query: Query = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]]
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

const refusalOf = async (answer: Response): Promise<Refusal> => {
  const said: unknown = await answer.json().catch(() => undefined)
  const error = typeof said === "object" && said !== null && "error" in said ? said.error : undefined
  const message = typeof error === "string" ? error : answer.statusText || `HTTP ${answer.status}`
  const fields = answer.headers.get("counterfoil-error-fields")?.split(",") ?? fieldsIn(message)
  const wait = Number(answer.headers.get("retry-after") ?? Number.NaN)
  return new Refusal(answer.status, message, {
    code: answer.headers.get("counterfoil-error-code") ?? undefined,
    fields,
    retryAfter: Number.isFinite(wait) ? wait : undefined
  })
}

/** The server's sentences begin with the name of the field that they speak of. */
const fieldsIn = (message: string): ReadonlyArray<string> => /^[a-z]+(_[a-z]+)*(?= )/i.exec(message)?.slice(0, 1) ?? []

const send = async (path: string, { body, method = "GET", query, signal }: Ask): Promise<Response> => {
  const token = session.current()?.token
  try {
    return await fetch(address(path, query), {
      method,
      credentials: "omit",
      cache: "no-store",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal })
    })
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    throw new Unreachable()
  }
}

/** The answer is what our own server promises in its OpenAPI document: it is not checked again here. */
export const ask = async <A>(path: string, options: Ask = {}): Promise<A> => {
  const answer = await send(path, options)
  if (answer.status === 204) return JSON.parse("null")
  if (answer.ok) return answer.json()
  const refusal = await refusalOf(answer)
  if (refusal.status === 401 && !path.startsWith("/auth/")) session.end()
  throw refusal
}
