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

/** Tells a name that comes again from the one before. */
const makeNames = () => {
  const given = new Set<string>()
  return (name: string): string => {
    let key = name
    for (let again = 2; given.has(key); again += 1) key = `${name}#${again}`
    given.add(key)
    return key
  }
}

const collect = (entries: Iterable<readonly [string, string]>): ReadonlyMap<string, string> => {
  const nameOf = makeNames()
  return new Map([...entries].map(([name, value]) => [nameOf(name), value] as const))
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

const flatten = (value: Schema.Json, path: string): ReadonlyArray<readonly [string, string]> => {
  if (value === null || typeof value !== "object") return [[path, JSON.stringify(value)]]
  if (isEmpty(value)) return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, member]) => flatten(member, `${path}.${name}`))
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

/** Another value for a field; undefined leaves it as it is. A value of JSON is JSON. */
export type ChangeField = (field: string, value: string) => string | undefined

const changeParams = (params: URLSearchParams, at: string, change: ChangeField): string | undefined => {
  const nameOf = makeNames()
  const changed = new URLSearchParams()
  let isChanged = false
  for (const [name, value] of params) {
    const other = change(nameOf(`${at}.${name}`), value)
    isChanged ||= other !== undefined
    changed.append(name, other ?? value)
  }
  return isChanged ? changed.toString() : undefined
}

const changeJson = (value: Schema.Json, path: string, change: ChangeField): Schema.Json => {
  if (value === null || typeof value !== "object" || isEmpty(value)) {
    const other = change(path, JSON.stringify(value))
    return other === undefined ? value : Option.getOrElse(decodeJson(other), () => other)
  }
  if (Array.isArray(value)) return value.map((member, index) => changeJson(member, `${path}.${index}`, change))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, changeJson(member, `${path}.${name}`, change)])
  )
}

const changeBody = ({ body, contentType }: AskedRequest, change: ChangeField): Buffer | null => {
  if (body === null || body.length === 0) return body
  if (isForm(contentType)) {
    const changed = changeParams(new URLSearchParams(body.toString("utf8")), "body", change)
    return changed === undefined ? body : Buffer.from(changed)
  }
  const json = isJson(contentType) ? decodeJson(body.toString("utf8")) : Option.none()
  if (Option.isSome(json)) return Buffer.from(JSON.stringify(changeJson(json.value, "body", change)))
  const other = change("body", withoutBoundary(body.toString("latin1"), contentType))
  return other === undefined ? body : Buffer.from(other, "latin1")
}

/** The request with other values in some of the fields that `requestFields` names. */
export const changeFields = (
  request: AskedRequest,
  change: ChangeField
): { readonly url: string; readonly body: Buffer | null } => {
  const url = new URL(request.url)
  const query = changeParams(url.searchParams, "query", change)
  if (query !== undefined) url.search = query
  return { url: query === undefined ? request.url : url.href, body: changeBody(request, change) }
}
