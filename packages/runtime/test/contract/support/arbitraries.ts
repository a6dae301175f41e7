/** Requests for a route: such as its schema describes, and such as nobody should send. */
import fc from "fast-check"
import type { Description, Route } from "./Description.ts"

export interface Shot {
  readonly route: Route
  readonly method: string
  /** As it is sent, encoded or not. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What a place in a path or a field may hold so that the request reaches something real. */
export type Hints = Readonly<Record<string, ReadonlyArray<string>>>

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`

const oddTexts = fc.constantFrom(
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff",
  "\u202e",
  "🧾".repeat(40),
  "x".repeat(101),
  "x".repeat(5_000),
  "x".repeat(70_000),
  "' or 1=1 --",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "-1",
  "../../etc",
  "\r\nx-injected: 1",
  "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99",
  "99999999999999999999999999",
  "2026-02-31T25:61:61Z"
)

const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null], { a: { b: [] } }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 40 })
)

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Values that the schema describes. `name`: the field's, for its hints. */
const valid = (description: Description, given: unknown, hints: Hints, name = ""): fc.Arbitrary<unknown> => {
  const schema = isJson(given) ? description.resolve(given) : {}
  const inner = (part: unknown, field = name) => valid(description, part, hints, field)
  const hinted = hints[name]
  if (hinted !== undefined && schema["type"] === "string") return fc.constantFrom(...hinted)
  const branches = schema["anyOf"] ?? schema["oneOf"]
  if (isList(branches)) return fc.oneof(...branches.map((branch) => inner(branch)))
  if (isList(schema["enum"])) return fc.constantFrom(...schema["enum"])
  switch (schema["type"]) {
    case "null":
      return fc.constant(null)
    case "boolean":
      return fc.boolean()
    case "integer":
      return fc.integer({ min: Number(schema["minimum"] ?? -1_000), max: Number(schema["maximum"] ?? 1_000) })
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case "string":
      return fc.string({ minLength: Number(schema["minLength"] ?? 0), maxLength: Number(schema["maxLength"] ?? 30) })
    case "array":
      return fc.array(inner(schema["items"]), { minLength: Number(schema["minItems"] ?? 0), maxLength: 4 })
    case "object": {
      const fields = isJson(schema["properties"]) ? schema["properties"] : {}
      const required = isList(schema["required"]) ? schema["required"].map(String) : []
      const values = Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, inner(part, key)]))
      return fc.record(values, { requiredKeys: required, noNullPrototype: true })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** The body with one field wrong, missing or too much; or something else altogether. */
const mutated = (body: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.tuple(body, fc.nat(), oddValues).map(([one, n, odd]) => withField(one, n, odd)) },
    { weight: 2, arbitrary: fc.tuple(body, fc.nat()).map(([one, n]) => withField(one, n, undefined)) },
    { weight: 1, arbitrary: fc.tuple(body, oddTexts, oddValues).map(([one, key, odd]) => withExtra(one, key, odd)) },
    { weight: 1, arbitrary: oddValues.map((odd) => JSON.stringify(odd)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(body, fc.nat())
        .map(([one, n]) => withField(one, n, "\0deep").replace('"\\u0000deep"', deep(20_000)))
    },
    { weight: 1, arbitrary: fc.tuple(body, fc.nat()).map(([one, n]) => cut(JSON.stringify(one), n)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "",
        "nonsense",
        "{",
        "[",
        '"',
        "\ufeff{}",
        deep(60_000),
        `{"a":${deep(50_000)}}`,
        "x".repeat(300_000),
        '{"__proto__":{"x":1}}',
        '{"a":1,"a":2}',
        "{}{}"
      )
    }
  )

const withField = (body: unknown, n: number, value: unknown): string => {
  if (!isJson(body)) return JSON.stringify(value ?? null)
  const keys = Object.keys(body)
  const key = keys[n % Math.max(1, keys.length)] ?? "x"
  return JSON.stringify({ ...body, [key]: value })
}

const withExtra = (body: unknown, key: string, value: unknown): string =>
  JSON.stringify(isJson(body) ? { ...body, [key]: value } : { [key]: value })

const cut = (text: string, n: number): string => text.slice(0, n % Math.max(1, text.length))

const oddSegments = fc.constantFrom(
  "%00",
  "%ff",
  "%",
  "%zz",
  "..",
  "%2e%2e",
  "%2F",
  "a%0d%0ab",
  "null",
  "-1",
  "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99",
  "0F3B2C61-7F0E-4D53-8D0C-0D6A1C1F2B99",
  "{0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99}",
  "0f3b2c617f0e4d538d0c0d6a1c1f2b99",
  "x".repeat(3_000),
  "%F0%9F%A7%BE"
)

const pathOf = (route: Route, hints: Hints): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...route.path.split("/").map((segment) => {
        const name = /^\{(.*)\}$/.exec(segment)?.[1]
        return name === undefined
          ? fc.constant(segment)
          : fc.oneof(
              { weight: 4, arbitrary: fc.constantFrom(...(hints[name] ?? ["x"])) },
              { weight: 1, arbitrary: oddSegments }
            )
      })
    )
    .map((segments) => segments.join("/"))

const queryOf = ({ query }: Route, hints: Hints): fc.Arbitrary<string> => {
  const value = fc.oneof(
    fc.constantFrom(
      "0",
      "1",
      "50",
      "100",
      "500",
      "501",
      "-1",
      "1.5",
      "1e3",
      "",
      "%00",
      "%ff",
      "%",
      "x",
      "matched",
      "9".repeat(30)
    ),
    fc.constantFrom(...(hints["movementId"] ?? []), ...(hints["requestId"] ?? []), "7"),
    oddTexts.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3_000))
  )
  const pair = fc.tuple(fc.constantFrom(...query, "other", "limit[]", "__proto__"), value).map(([k, v]) => `${k}=${v}`)
  return fc.array(pair, { maxLength: 3 }).map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`))
}

const contentTypes = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "text/plain",
      "application/json; charset=utf-16",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "application/jsonx",
      "application/json;;",
      "application/octet-stream"
    )
  }
)

/** A request for the route, with one of the credentials. */
export const shotAt = (
  description: Description,
  route: Route,
  hints: Hints,
  credentials: fc.Arbitrary<Readonly<Record<string, string>>>
): fc.Arbitrary<Shot> => {
  const good = valid(description, route.body, hints)
  const body: fc.Arbitrary<string | undefined> =
    route.body === undefined
      ? fc.option(mutated(fc.constant({})), { nil: undefined, freq: 5 })
      : fc.oneof(
          { weight: 3, arbitrary: good.map((one) => JSON.stringify(one)) },
          { weight: 7, arbitrary: mutated(good) }
        )
  const method = fc.oneof(
    { weight: 20, arbitrary: fc.constant(route.method) },
    { weight: 1, arbitrary: fc.constantFrom("HEAD", "PATCH", "OPTIONS", "PROPFIND") }
  )
  return fc
    .tuple(method, pathOf(route, hints), queryOf(route, hints), body, contentTypes, credentials)
    .map(([chosen, path, query, text, contentType, credential]) => ({
      route,
      method: chosen,
      target: `${path}${query}`,
      headers: { ...credential, ...(text === undefined || contentType === "" ? {} : { "content-type": contentType }) },
      body: text
    }))
}
