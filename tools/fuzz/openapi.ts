/** The endpoints of the HTTP API, as its own description says them. */
import { Schema } from "effect"
import { readFileSync } from "node:fs"

const Parameter = Schema.Struct({ name: Schema.String, in: Schema.String, schema: Schema.optionalKey(Schema.Json) })
const Operation = Schema.Struct({
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  requestBody: Schema.optionalKey(
    Schema.Struct({ content: Schema.Record(Schema.String, Schema.Struct({ schema: Schema.optionalKey(Schema.Json) })) })
  )
})
const Description = Schema.fromJsonString(
  Schema.Struct({
    paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
    components: Schema.Struct({ schemas: Schema.Record(Schema.String, Schema.Json) })
  })
)

export interface Endpoint {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  readonly body: Schema.Json | undefined
}

export interface Api {
  readonly endpoints: ReadonlyArray<Endpoint>
  /** The schemas that others name. */
  readonly schemas: Readonly<Record<string, Schema.Json>>
}

const file = new URL("../../docs/openapi.json", import.meta.url)

export const readApi = (): Api => {
  const { components, paths } = Schema.decodeUnknownSync(Description)(readFileSync(file, "utf8"))
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]): Endpoint => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((each) => each.in === "query").map(({ name }) => name),
      body: requestBody?.content["application/json"]?.schema
    }))
  )
  return { endpoints: endpoints.filter(({ path }) => path !== "/realtime"), schemas: components.schemas }
}
