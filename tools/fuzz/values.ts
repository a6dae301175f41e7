/** Values by their schema: right ones, nearly right ones, and such as nobody who means well would send. */
import type { Schema } from "effect"
import type { Random } from "../../bench/lib/random.ts"

type Json = Schema.Json

const isObject = (json: Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)
const isList = (json: Json | undefined): json is ReadonlyArray<Json> => Array.isArray(json)

export const hostileTexts: ReadonlyArray<string> = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\u202e\u0000",
  "' or 1=1 --",
  "$(id)",
  "../../etc/passwd",
  "%00",
  "%2e%2e%2f",
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e309",
  "9".repeat(400),
  "a".repeat(70_000),
  "é".repeat(5_000),
  "😀".repeat(1_000),
  "{{7*7}}",
  "<script>1</script>",
  "__proto__",
  "constructor",
  "2026-13-45T99:99:99Z",
  "0000-00-00",
  "+275760-09-13T00:00:00.001Z",
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  "http://[::1",
  "http://169.254.169.254/",
  "javascript:1",
  "data:text/html,x",
  "\r\nX-Injected: 1"
]

const numbers: ReadonlyArray<Json> = [0, -1, 1, 1.5, 1e21, -1e308, 2 ** 53, 2 ** 31, -(2 ** 31) - 1, 1e-300]

const deep = (levels: number): Json => {
  let json: Json = 1
  for (let level = 0; level < levels; level += 1) json = level % 2 === 0 ? [json] : { a: json }
  return json
}

/** Anything at all. */
export const anyJson = (random: Random, levels = 2): Json => {
  const kind = random.int(levels > 0 ? 8 : 5)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick(numbers)
  if (kind === 3 || kind === 4) return random.pick(hostileTexts)
  if (kind === 5) return deep(1 + random.int(300))
  if (kind === 6) return Array.from({ length: random.int(6) }, () => anyJson(random, levels - 1))
  return Object.fromEntries(
    Array.from({ length: random.int(5) }, () => [random.pick(hostileTexts).slice(0, 50), anyJson(random, levels - 1)])
  )
}

/** What a field of this name holds when it is meant well. */
export type Known = (name: string, random: Random) => Json | undefined

/** A value that follows the schema. */
export const valid = (
  schema: Json | undefined,
  schemas: Readonly<Record<string, Json>>,
  known: Known,
  random: Random,
  name = ""
): Json => {
  if (!isObject(schema)) return random.pick(["x", 1, null, true])
  const reference = schema["$ref"]
  if (typeof reference === "string")
    return valid(schemas[reference.split("/").at(-1) ?? ""], schemas, known, random, name)
  const told = known(name, random)
  if (told !== undefined) return told
  const choices = schema["anyOf"] ?? schema["oneOf"]
  if (isList(choices)) return valid(random.pick(choices), schemas, known, random, name)
  if (isList(schema["enum"])) return random.pick(schema["enum"])
  switch (schema["type"]) {
    case "object": {
      const properties = isObject(schema["properties"]) ? schema["properties"] : {}
      const required = isList(schema["required"]) ? schema["required"] : []
      const chosen = Object.entries(properties).filter(([key]) => required.includes(key) || random.chance(0.5))
      return Object.fromEntries(chosen.map(([key, inner]) => [key, valid(inner, schemas, known, random, key)]))
    }
    case "array":
      return Array.from({ length: 1 + random.int(3) }, () => valid(schema["items"], schemas, known, random, name))
    case "integer":
      return random.int(20)
    case "number":
      return random.int(1_000) / 10
    case "boolean":
      return random.chance(0.5)
    case "null":
      return null
    default:
      return schema["format"] === "date-time" ? "2026-11-20T09:30:00.000Z" : `text ${random.int(1_000)}`
  }
}

/** The same, but for one thing. */
export const nearly = (json: Json, random: Random): Json => {
  if (isObject(json) && Object.keys(json).length > 0) {
    const key = random.pick(Object.keys(json))
    const { [key]: inner = null, ...others } = json
    const change = random.int(5)
    if (change === 0) return others
    if (change === 1) return { ...others, [key]: anyJson(random) }
    if (change === 2) return { ...json, [random.pick(hostileTexts).slice(0, 60)]: anyJson(random) }
    return { ...others, [key]: nearly(inner, random) }
  }
  if (isList(json) && json.length > 0) {
    if (random.chance(0.3)) return Array.from({ length: 1 + random.int(300) }, () => json[0] ?? null)
    return json.map((each) => (random.chance(0.5) ? nearly(each, random) : each))
  }
  if (typeof json !== "string" || random.chance(0.4)) return anyJson(random)
  const text = random.pick(hostileTexts)
  return random.pick([`${json}${text}`, `${text}${json}`, json.slice(1), json.toUpperCase(), json.repeat(200), text])
}
