/** TypeScript's types for an OpenAPI document: as much of JSON Schema as ours uses; anything else is an error. */

type Json = { readonly [key: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const at = (node: unknown, key: string): Json => {
  const member = isJson(node) ? node[key] : undefined
  return isJson(member) ? member : {}
}
const listAt = (node: unknown, key: string): ReadonlyArray<unknown> => {
  const member = isJson(node) ? node[key] : undefined
  return Array.isArray(member) ? member : []
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const comment = (schema: unknown): string => {
  const words = isJson(schema) ? schema["description"] : undefined
  return typeof words === "string" ? `/** ${words.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n` : ""
}

const union = (members: ReadonlyArray<unknown>): string => [...new Set(members.map((one) => typeOf(one)))].join(" | ")

const objectOf = (schema: Json): string => {
  const required = new Set(listAt(schema, "required"))
  const members = Object.entries(at(schema, "properties")).map(
    ([name, member]) => `${comment(member)}readonly ${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(member)}`
  )
  if (members.length > 0) return `{\n${members.join("\n")}\n}`
  const further = schema["additionalProperties"]
  return `{ readonly [key: string]: ${isJson(further) ? typeOf(further) : "unknown"} }`
}

const typeOf = (schema: unknown): string => {
  if (!isJson(schema)) return "unknown"
  const { $ref: reference, anyOf, enum: values, oneOf, type } = schema
  if (typeof reference === "string") return `Schemas[${JSON.stringify(reference.split("/").at(-1))}]`
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ")
  if (Array.isArray(anyOf)) return union(anyOf)
  if (Array.isArray(oneOf)) return union(oneOf)
  switch (type) {
    case "object":
      return objectOf(schema)
    case "array":
      return `ReadonlyArray<${typeOf(schema["items"])}>`
    case "string":
    case "boolean":
    case "null":
      return type
    case "integer":
    case "number":
      return "number"
    case undefined:
      return "unknown"
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`)
  }
}

const jsonSchema = (holder: unknown): unknown => at(at(holder, "content"), "application/json")["schema"]

const parameters = (operation: unknown, place: string): string => {
  const given = listAt(operation, "parameters")
    .filter(isJson)
    .filter((parameter) => parameter["in"] === place)
  if (given.length === 0) return ""
  const members = given.map((parameter) => {
    const [mark, absent] = parameter["required"] === true ? ["", ""] : ["?", " | undefined"]
    return `${comment(parameter)}readonly ${key(String(parameter["name"]))}${mark}: ${typeOf(parameter["schema"])}${absent}`
  })
  const optional = given.every((parameter) => parameter["required"] !== true)
  return `readonly ${place}${optional ? "?" : ""}: {\n${members.join("\n")}\n}\n`
}

const bodyOf = (operation: unknown): string => {
  const body = at(operation, "requestBody")
  const schema = jsonSchema(body)
  return schema === undefined ? "" : `readonly body${body["required"] === true ? "" : "?"}: ${typeOf(schema)}\n`
}

/** Of the first answer that is no refusal; null: it has no body. */
const answerOf = (operation: unknown): string => {
  const [, good] = Object.entries(at(operation, "responses")).find(([status]) => status.startsWith("2")) ?? []
  const schema = jsonSchema(good)
  return schema === undefined ? "null" : typeOf(schema)
}

const methods = ["get", "post", "put", "patch", "delete"]

const operationOf = ([method, operation]: readonly [string, unknown]): string => {
  const summary = comment({ description: isJson(operation) ? operation["summary"] : undefined })
  const parts = `${parameters(operation, "path")}${parameters(operation, "query")}${bodyOf(operation)}`
  return `${summary}readonly ${method}: {\n${parts}readonly answer: ${answerOf(operation)}\n}`
}

const pathOf = ([path, item]: readonly [string, unknown]): string => {
  const operations = Object.entries(isJson(item) ? item : {}).filter(([method]) => methods.includes(method))
  return `readonly ${JSON.stringify(path)}: {\n${operations.map(operationOf).join("\n")}\n}`
}

/** Of the dashboard API: machines have their own key and no page. The stream's path is no endpoint. */
const isForPages = ([path]: readonly [string, unknown]): boolean => !path.startsWith("/v1/") && path !== "/realtime"

export const typesOf = (document: unknown): string => {
  const schemas = Object.entries(at(at(document, "components"), "schemas"))
  const paths = Object.entries(at(document, "paths")).filter(isForPages)
  return `/* Written by \`npm run update-goldens\` from docs/openapi.json. */

export interface Schemas {
${schemas.map(([name, schema]) => `${comment(schema)}readonly ${key(name)}: ${typeOf(schema)}`).join("\n")}
}

export interface Paths {
${paths.map(pathOf).join("\n")}
}
`
}
