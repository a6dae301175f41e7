/** Whether the service is there. No token needed. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

export const Ok = Schema.Struct({ ok: Schema.Literal(true) })
export const NotReady = Schema.Struct({
  ok: Schema.Literal(false),
  reasons: Schema.Array(Schema.String).annotate({ description: "What is missing, one sentence each" })
})

export class MetaGroup extends HttpApiGroup.make("meta")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Ok }).annotateMerge(
      OpenApi.annotations({ summary: "The process answers" })
    ),
    HttpApiEndpoint.get("ready", "/ready", { success: [Ok, NotReady.pipe(HttpApiSchema.status(503))] }).annotateMerge(
      OpenApi.annotations({ summary: "The service can do its work (extension)" })
    )
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Health",
      description: "Whether the service is there. No token needed."
    })
  ) {}
