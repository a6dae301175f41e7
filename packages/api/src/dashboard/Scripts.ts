/** Versions of the banks' integration scripts. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, Forbidden, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, Id, pathId, withMessage, storable, Timestamp } from "../fields.ts"

const summaryFields = {
  id: Id,
  flow_type: Schema.Literal("extract_transactions"),
  version: Schema.String.annotate({ description: "Dotted: 1.4.0" }),
  status: Schema.Literals(["active", "review"]),
  origin: Schema.Literal("manual"),
  created_at: Timestamp
}

export const ScriptSummary = Schema.Struct(summaryFields).annotate({ identifier: "ScriptSummary" })

export const Script = Schema.Struct({
  ...summaryFields,
  bank: Schema.String.annotate({ description: "The bank's code" }),
  bank_id: Id
}).annotate({ identifier: "Script" })

const Request = Schema.Struct({
  method: Schema.String.annotate({
    description: "POST, PUT, PATCH, DELETE; or WEBSOCKET: sockets, whatever their path"
  }),
  path: Schema.String.annotate({ description: "Without query; a segment that is * stands for any one segment" }),
  phases: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Absent: all but login, in which everything may be sent" })
  )
})

export const PasswordFields = Schema.optionalKey(
  Schema.Literal("text").annotate({
    description:
      "The script types the password into a field whose text the bank's page shows; absent: into password fields and on keypads only (extension)"
  })
)

export const LoginRequests = Schema.optionalKey(
  Schema.Array(Schema.String).annotate({
    description:
      "What alone the bank's page may send in the login beyond reading, such as `POST /login`; absent: anything, to the bank's origins (extension)"
  })
)

export const ScriptRecord = Schema.Struct({
  ...Script.fields,
  requests: Schema.Array(Request).annotate({
    description: "What the bank's page may send beyond reading once the script has logged in (extension)"
  }),
  password_fields: PasswordFields
}).annotate({ identifier: "ScriptRecord" })

export const Publication = body(
  {
    version: withMessage(
      Schema.String.check(Schema.isPattern(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)),
      "version must look like 1.0.0"
    ),
    flow_type: withMessage(Schema.Literals(["extract_transactions"]), "flow_type must be extract_transactions"),
    manifest: withMessage(Schema.Record(Schema.String, Schema.Json), "manifest must be a JSON object"),
    bundle: withMessage(
      Schema.String.check(storable("bundle"), Schema.isMinLength(1)),
      "bundle must be the script's code as a string"
    )
  },
  "version, flow_type, manifest and bundle are required"
)

export class ScriptsGroup extends HttpApiGroup.make("scripts")
  .add(
    HttpApiEndpoint.get("list", "/scripts", { success: Schema.Array(Script) }).annotateMerge(
      OpenApi.annotations({ summary: "List the scripts of all banks" })
    ),
    HttpApiEndpoint.get("get", "/scripts/:scriptId", {
      params: { scriptId: pathId("Script") },
      success: ScriptRecord,
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Read a script" })),
    HttpApiEndpoint.post("promote", "/scripts/:scriptId/promote", {
      params: { scriptId: pathId("Script") },
      success: Schema.Struct({ promoted: Schema.Literal(true) }),
      error: [BadRequest, Forbidden, NotFound, TooManyRequestsAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Make a version the active one of its bank",
        description:
          "Applies to all accounts of the bank from the next scrape; the earlier version goes back to review."
      })
    ),
    HttpApiEndpoint.post("publish", "/banks/:bankId/scripts", {
      params: { bankId: pathId("Bank") },
      payload: Publication,
      success: Script.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Forbidden, NotFound, Conflict, TooManyRequestsAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Publish a version, in review (extension)",
        description: "For the bank's creator and administrators. The body may have up to 2 MiB."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Scripts",
      description: "Versions of the banks' integration scripts; one per bank is active."
    })
  ) {}
