/** A bank and a shop to try everything with. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, Id, withMessage } from "../fields.ts"

const DemoConnection = Schema.Struct({
  bank_id: Id,
  bank_username: Schema.String,
  bank_password: Schema.String.annotate({ description: "Of a customer of the demo bank, made for this user" }),
  pending_orders_endpoint: Schema.String,
  webhook_url: Schema.String,
  bank_page: Schema.String.annotate({ description: "Where a person sees the bank" }),
  shop_page: Schema.String.annotate({ description: "Where a person sees the shop's orders and webhooks" })
}).annotate({ identifier: "DemoConnection" })

const missingAccount = "account_id is required: the id of an account of yours"

export class DemoGroup extends HttpApiGroup.make("demo")
  .add(
    HttpApiEndpoint.get("get", "/demo", {
      success: Schema.Struct({
        available: Schema.Boolean,
        connected: Schema.NullOr(
          Schema.Struct({
            bank: Schema.String.annotate({ description: "The code of the demo's bank" }),
            phone_page: Schema.String.annotate({
              description: "Where a person sees the codes that the demo bank sends"
            })
          })
        ).annotate({ description: "Null: it doesn't run, or you have not connected it" })
      })
    }).annotateMerge(OpenApi.annotations({ summary: "Whether there is a demo to connect with (extension)" })),
    HttpApiEndpoint.post("connect", "/demo", {
      success: DemoConnection,
      error: [NotFound, Conflict, TooManyRequestsAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Start the demo bank and the demo shop, and make a customer and orders there (extension)",
        description:
          "Where the operator allows it (`DEMO`). What it answers is what `POST /accounts` and the account's settings take. " +
          "Asked again it answers the same."
      })
    ),
    HttpApiEndpoint.post("introduce", "/demo/webhook-secret", {
      payload: body({ account_id: withMessage(Schema.String, missingAccount) }, missingAccount),
      success: HttpApiSchema.NoContent,
      error: [BadRequest, NotFound, Conflict, TooManyRequestsAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Tell the demo shop the secret that signs an account's webhooks, so that it checks them (extension)"
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(OpenApi.annotations({ title: "Demo", description: "A bank and a shop to try everything with." })) {}
