/** The service's OpenAPI document as a judge of answers, and as the list of routes and of what they take. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Schema } from "effect"

const Json = Schema.Record(Schema.String, Schema.Unknown)
type Json = typeof Json.Type
const isJson = Schema.is(Json)
const decodeJson = Schema.decodeUnknownSync(Json)

export interface Route {
  /** "POST /accounts/{accountId}/otp" */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<string>
  /** The JSON schema of the body; undefined: it takes none. */
  readonly body: Json | undefined
}

const methods = ["get", "post", "put", "patch", "delete"]

const at = (node: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), node)

export class Description {
  readonly #document: Json
  readonly #ajv = new Ajv2020.default({ strict: false, allErrors: true, validateFormats: true })
  readonly #validators = new Map<string, ValidateFunction | null>()

  constructor(document: unknown) {
    this.#document = decodeJson(document)
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(this.#document, "openapi")
  }

  /** Every route but the WebSocket's handshake. */
  get routes(): ReadonlyArray<Route> {
    return Object.entries(decodeJson(this.#document["paths"])).flatMap(([path, operations]) =>
      Object.entries(decodeJson(operations))
        .filter(([method]) => methods.includes(method) && path !== "/realtime")
        .map(([method, operation]) => {
          const body = at(operation, "requestBody", "content", "application/json", "schema")
          const parameters = at(operation, "parameters")
          return {
            name: `${method.toUpperCase()} ${path}`,
            method: method.toUpperCase(),
            path,
            query: (Array.isArray(parameters) ? parameters : [])
              .filter((parameter) => at(parameter, "in") === "query")
              .map((parameter) => String(at(parameter, "name"))),
            body: isJson(body) ? this.resolve(body) : undefined
          }
        })
    )
  }

  /** A schema without a reference at its top. */
  resolve(schema: Json): Json {
    const ref = schema["$ref"]
    return typeof ref === "string" ? decodeJson(at(this.#document, ...ref.slice(2).split("/"))) : schema
  }

  /** Why the body isn't what the document promises for the answer; undefined when it is. */
  complaint(route: Pick<Route, "method" | "path">, status: number, body: unknown): string | undefined {
    const validator = this.#validatorOf(route, status)
    if (validator === undefined) return `${status} is not in the document`
    if (validator === null) return body === undefined ? undefined : "the document promises no body"
    return validator(body) ? undefined : this.#ajv.errorsText(validator.errors)
  }

  /** Why a value isn't the component; undefined when it is. */
  mismatch(component: string, value: unknown): string | undefined {
    const validate = this.#ajv.compile({ $ref: `openapi#/components/schemas/${component}` })
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors)
  }

  #validatorOf({ method, path }: Pick<Route, "method" | "path">, status: number): ValidateFunction | null | undefined {
    const responses = at(this.#document, "paths", path, method.toLowerCase(), "responses")
    const range = `${String(status).slice(0, 1)}XX`
    const code = at(responses, String(status)) === undefined ? range : String(status)
    const declared = at(responses, code)
    if (!isJson(declared)) return undefined
    const place = typeof declared["$ref"] === "string" ? declared["$ref"].slice(1) : placeOf(path, method, code)
    const known = this.#validators.get(place)
    if (known !== undefined) return known
    const hasBody = at(this.#document, ...place.slice(1).split("/").map(unescaped), "content", "application/json")
    const schema = { $ref: `openapi#${place}/content/application~1json/schema` }
    const compiled = hasBody === undefined ? null : this.#ajv.compile(schema)
    this.#validators.set(place, compiled)
    return compiled
  }
}

/** A JSON pointer. */
const placeOf = (path: string, method: string, code: string): string =>
  `/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses/${code}`

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~")
