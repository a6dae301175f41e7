/** A request as a replay compares it: what must be equal at all costs, and its other parts by name. */
import { Option, Schema } from "effect"

export interface AskedRequest {
  readonly method: string
  readonly url: string
  /** Lower case; empty where there is none. */
  readonly contentType: string
  readonly body: Buffer | null
}

export interface RequestFields {
  /** Method, origin, path and, where it has one, the operation: a request is never answered with another key's answer. */
  readonly key: string
  /** `query.page` → `2`, `body.user.name` → `x`; a name that comes again is `query.page#2`. */
  readonly fields: ReadonlyMap<string, string>
}

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

const collect = (entries: Iterable<readonly [string, string]>): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) {
    let key = name
    for (let again = 2; fields.has(key); again += 1) key = `${name}#${again}`
    fields.set(key, value)
  }
  return fields
}

const flatten = (value: Schema.Json, path: string): ReadonlyArray<readonly [string, string]> => {
  if (value === null || typeof value !== "object") return [[path, JSON.stringify(value)]]
  const inner = Object.entries(value).flatMap(([name, member]) => flatten(member, `${path}.${name}`))
  return inner.length === 0 ? [[path, JSON.stringify(value)]] : inner
}

const isJson = (contentType: string): boolean => /[/+]json\b/.test(contentType)
const isForm = (contentType: string): boolean => contentType.startsWith("application/x-www-form-urlencoded")

/** A multipart body differs in its boundary each time. */
const withoutBoundary = (text: string, contentType: string): string => {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1]
  return boundary === undefined ? text : text.replaceAll(boundary, "")
}

const bodyEntries = ({ body, contentType }: AskedRequest): ReadonlyArray<readonly [string, string]> => {
  if (body === null || body.length === 0) return []
  const text = body.toString("latin1")
  if (isForm(contentType)) {
    return [...new URLSearchParams(body.toString("utf8"))].map(([name, value]) => [`body.${name}`, value] as const)
  }
  const json = isJson(contentType) ? decodeJson(body.toString("utf8")) : Option.none()
  return Option.isSome(json) ? flatten(json.value, "body") : [["body", withoutBoundary(text, contentType)]]
}

/** GraphQL's operation or JSON-RPC's method. */
const operationOf = (fields: ReadonlyMap<string, string>): string => {
  const operation =
    fields.get("body.operationName") ?? fields.get("query.operationName") ?? fields.get("body.0.operationName")
  const method = fields.has("body.jsonrpc") ? fields.get("body.method") : undefined
  const name = operation ?? method
  return name === undefined ? "" : ` op=${name.replaceAll('"', "")}`
}

export const requestFields = (request: AskedRequest): RequestFields => {
  const url = new URL(request.url)
  const query = [...url.searchParams].map(([name, value]) => [`query.${name}`, value] as const)
  const fields = collect([...query, ...bodyEntries(request)])
  return { key: `${request.method} ${url.origin}${url.pathname}${operationOf(fields)}`, fields }
}

/** The names of the fields in which two requests differ. */
export const differences = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))
