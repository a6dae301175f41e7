/** Bank transactions, as the bank reports them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, NotFound } from "../errors.ts"
import { before, limit, offset, pathId, withMessage } from "../fields.ts"
import { Movement } from "./movementRecord.ts"
import { dayQuery, searchQuery } from "./search.ts"
import { FoundMovement, MoneyOfDay, PaidOrder } from "./worklists.ts"

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
    HttpApiEndpoint.get("search", "/movements", {
      query: {
        ...searchQuery(
          "a movement",
          ", the end of an account what its holder paid, the whole id of an order what pays it"
        ),
        direction: Schema.optionalKey(withMessage(Schema.Literals(["in", "out"]), "direction must be in or out")),
        pays: Schema.optionalKey(withMessage(Schema.Literals(["yes", "no"]), "pays must be yes or no")).annotateKey({
          description: "yes: matched with an order; no: money that came in, pays no order, and still could"
        }),
        sent: Schema.optionalKey(withMessage(Schema.Literals(["yes", "no"]), "sent must be yes or no")).annotateKey({
          description: "Whether your system was told of it"
        }),
        held: Schema.optionalKey(withMessage(Schema.Literal("yes"), "held must be yes")).annotateKey({
          description: "yes: held as a possible duplicate, until a person includes or excludes it"
        })
      },
      success: Schema.Array(FoundMovement),
      error: BadRequest
    }).annotateMerge(
      OpenApi.annotations({ summary: "Search the movements of all accounts, newest first (extension)" })
    ),
    HttpApiEndpoint.get("daily", "/movements/daily", {
      query: dayQuery,
      success: Schema.Array(MoneyOfDay),
      error: BadRequest
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Money in and out by day, oldest first (extension)",
        description: "By the bank's booking day and currency; days without any are left out."
      })
    ),
    HttpApiEndpoint.get("orders", "/movements/:movementId/orders", {
      params: { movementId: pathId("Movement") },
      success: Schema.Array(PaidOrder),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({ summary: "The orders that the movement pays, and those that it was taken off (extension)" })
    ),
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
