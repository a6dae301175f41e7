/** Bank transactions, as the bank reports them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, NotFound } from "../errors.ts"
import { Amount, before, Currency, Id, limit, offset, pathId, Timestamp, TimestampOrNull } from "../fields.ts"

export const Movement = Schema.Struct({
  id: Id,
  external_id: Schema.String,
  amount: Amount,
  currency: Currency,
  sender_name: Schema.String.annotate({ description: "Empty when the bank names nobody" }),
  received_at: Timestamp,
  notified_at: TimestampOrNull,
  excluded_at: TimestampOrNull.annotate({ description: "Taken out by a person: neither matches nor is sent" }),
  possible_duplicate_of: Schema.optionalKey(Schema.Array(Id)).annotate({
    description:
      "Only where it may be one of these movements (extension): neither matched nor sent until a complete scrape or a person (`include`, `exclude`) settles it"
  })
}).annotate({ identifier: "Movement" })

export const Queued = Schema.Struct({ queued: Schema.Literal(true) })

const params = { accountId: pathId("Account"), movementId: pathId("Movement") }

export class MovementsGroup extends HttpApiGroup.make("movements")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:accountId/movements", {
      params: { accountId: pathId("Account") },
      query: { limit: limit(100, 500), offset, before: before("a movement") },
      success: Schema.Array(Movement),
      error: [BadRequest, NotFound]
    }).annotateMerge(OpenApi.annotations({ summary: "List movements, newest first" })),
    HttpApiEndpoint.post("notify", "/accounts/:accountId/movements/:movementId/notify", {
      params,
      success: Queued.pipe(HttpApiSchema.status(202)),
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Replay the movement's webhook" })),
    HttpApiEndpoint.post("exclude", "/accounts/:accountId/movements/:movementId/exclude", {
      params,
      success: Movement,
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Take the movement out (extension)" })),
    HttpApiEndpoint.post("include", "/accounts/:accountId/movements/:movementId/include", {
      params,
      success: Movement,
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Take the movement in again (extension)" }))
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Movements",
      description: "Bank transactions as the bank reports them, newest first."
    })
  ) {}
