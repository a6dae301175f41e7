import { baseOf } from "./baseOf.ts"
import { CounterfoilError, refusalOf } from "./CounterfoilError.ts"
import type { Paths } from "./generated.ts"

export interface ClientOptions {
  /** Where Counterfoil listens. (Default: where the page came from) */
  readonly baseUrl?: string
  /** Of POST /auth/login. A function is asked before each request; null: none. */
  readonly token?: string | (() => string | null)
  /** (Default: the browser's) */
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
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? ""
    // Without it the path is another one: that of the whole list, say.
    if (value === "") throw new TypeError(`${name} is missing for ${path}: give it as path: { ${name} }`)
    return encodeURIComponent(value)
  })
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.append(name, String(value))
  const search = given.toString()
  return `${baseUrl}${filled}${search === "" ? "" : `?${search}`}`
}

export const createClient = ({ baseUrl: given = "", fetch: send, token }: ClientOptions = {}): Api => {
  const baseUrl = baseOf(given)
  const ask = send ?? ((url: string, init: RequestInit) => fetch(url, init))

  const exchange = async (method: Method, path: string, asked: Plain): Promise<Response> => {
    const { body, signal } = asked
    const url = urlOf(baseUrl, path, asked)
    const bearer = typeof token === "function" ? token() : token
    const headers = {
      ...(bearer == null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    }
    try {
      return await ask(url, {
        method: method.toUpperCase(),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal })
      })
    } catch (cause) {
      if (signal?.aborted === true) throw cause
      throw new CounterfoilError({ status: 0, code: "unreachable", message: "The service can't be reached", cause })
    }
  }

  const call =
    <M extends Method>(method: M): Call<M> =>
    async (path, ...[asked]) => {
      const response = await exchange(method, path, asked ?? {})
      const text = await response.text()
      if (!response.ok) throw refusalOf(response, text)
      return JSON.parse(text === "" ? "null" : text)
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
