import { baseOf } from "./baseOf.ts"
import { carried, exchange, segment } from "./exchange.ts"
import type { Paths } from "./generated.ts"

export interface ClientOptions {
  /** Where Counterfoil listens, such as `https://counterfoil.example.com`. (Default: the origin of the page; required outside of a browser) */
  readonly baseUrl?: string | URL
  /** The `token` that POST /auth/login answers with; it is valid for 7 days. A function is called before each request; null: send none. */
  readonly token?: string | (() => string | null)
  /** Sends the requests. (Default: the platform's `fetch`) */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

type Method = "get" | "post" | "put" | "patch" | "delete"
type PathsWith<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, unknown> ? P : never
}[keyof Paths]
type Operation<M extends Method, P extends keyof Paths> = Paths[P] extends Record<M, infer O> ? O : never
type Answer<O> = O extends { readonly answer: infer A } ? A : never
type Asked<O> = Pick<O, keyof O & ("path" | "query" | "body")> & { readonly signal?: AbortSignal }
type Arguments<O> = object extends Asked<O> ? [asked?: Asked<O>] : [asked: Asked<O>]

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...asked: Arguments<Operation<M, P>>
) => Promise<Answer<Operation<M, P>>>

/** Each call rejects with a `CounterfoilError`, with what its signal was aborted with, or with a `TypeError` that names what it lacks. */
export interface Api {
  readonly baseUrl: string
  readonly get: Call<"get">
  readonly post: Call<"post">
  readonly put: Call<"put">
  readonly patch: Call<"patch">
  readonly delete: Call<"delete">
}

interface Plain {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

const urlOf = (baseUrl: string, path: string, { path: parameters = {}, query = {} }: Plain): string => {
  // Without one of its parts the path is another one: that of the whole list, say.
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    segment(name, parameters[name], path, `: give it as path: { ${name} }`)
  )
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.append(name, String(value))
  const search = given.toString()
  return `${baseUrl}${filled}${search === "" ? "" : `?${search}`}`
}

/** The dashboard API. Sends nothing by itself: `api.get("/accounts")` and the like do, with types from the OpenAPI document. Throws a `TypeError` unless `baseUrl` begins with http:// or https://, or is left out. */
export const createClient = ({ baseUrl: given = "", fetch: send, token }: ClientOptions = {}): Api => {
  const baseUrl = baseOf(given)

  const call =
    <M extends Method>(method: M): Call<M> =>
    async (path, ...[asked]) => {
      const { body, signal }: Plain = asked ?? {}
      const url = urlOf(baseUrl, path, asked ?? {})
      const bearer = typeof token === "function" ? token() : token
      const headers = {
        ...(bearer == null ? {} : { authorization: `Bearer ${carried("token", bearer)}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      }
      const init = {
        method: method.toUpperCase(),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal })
      }
      return exchange(url, init, send)
    }

  return {
    baseUrl,
    get: call("get"),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete")
  }
}
