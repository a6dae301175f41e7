/** Where an account's results go. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { pathId, Timestamp, TimestampOrNull } from "../fields.ts"
import { HasOwnLimit } from "../ownLimit.ts"

export const Endpoint = Schema.Struct({
  url: Schema.String.annotate({ description: "The account's webhook_url, without its query" }),
  state: Schema.Literals(["active", "disabled", "paused"]).annotate({
    description: "disabled: it answered 410. paused: a person paused it"
  }),
  failures: Schema.Int.annotate({ description: "In a row, up to now" }),
  last_success_at: TimestampOrNull,
  last_failure_at: TimestampOrNull,
  last_test: Schema.NullOr(
    Schema.Struct({
      at: Timestamp,
      outcome: Schema.String.annotate({ description: "As of an attempt in the delivery log" })
    })
  ).annotate({ description: "What came of the last test by hand" }),
  waiting: Schema.Int.annotate({ description: "Results that are not delivered yet, held ones among them" })
}).annotate({ identifier: "Endpoint" })

export const WebhookTest = Schema.Struct({
  outcome: Schema.String.annotate({ description: "As of an attempt in the delivery log" }),
  http_status: Schema.NullOr(Schema.Int),
  duration_ms: Schema.Int,
  response: Schema.NullOr(Schema.String).annotate({
    description: "At most 16 KiB; your token, the webhook secret and signatures masked"
  }),
  fault: Schema.NullOr(Schema.String).annotate({ description: "Why there was no answer, in one sentence" }),
  advice: Schema.NullOr(Schema.String).annotate({ description: "What would help, where we know it" })
}).annotate({ identifier: "WebhookTest" })

const params = { accountId: pathId("Account") }
const summary = (text: string, description?: string) =>
  OpenApi.annotations(description === undefined ? { summary: text } : { summary: text, description })

export class EndpointsGroup extends HttpApiGroup.make("endpoints")
  .add(
    HttpApiEndpoint.get("get", "/accounts/:accountId/endpoint", {
      params,
      success: Schema.NullOr(Endpoint),
      error: NotFound
    }).annotateMerge(summary("How the account's webhook endpoint does, or null before its settings (extension)")),
    HttpApiEndpoint.post("pause", "/accounts/:accountId/endpoint/pause", {
      params,
      success: Endpoint,
      error: [BadRequest, NotFound]
    }).annotateMerge(
      summary(
        "Hold the account's results (extension)",
        "Until it is resumed: saving settings for the same address, and replays, leave it paused. Notifications go on."
      )
    ),
    HttpApiEndpoint.post("resume", "/accounts/:accountId/endpoint/resume", {
      params,
      success: Endpoint,
      error: [BadRequest, NotFound]
    }).annotateMerge(
      summary("Send what was held, few at a time first (extension)", "Enables an endpoint that answered 410 too.")
    ),
    HttpApiEndpoint.post("test", "/accounts/:accountId/webhook-test", {
      params,
      success: WebhookTest,
      error: [BadRequest, NotFound, TooManyRequestsAnswer]
    })
      .annotate(HasOwnLimit, true)
      .annotateMerge(
        summary(
          "Send a signed test webhook now and tell what came of it (extension)",
          "Event `test`, to the saved webhook_url, as a result would go. It is tried once, for 15 seconds at most, and is " +
            "not in the delivery log. At most 10 a minute."
        )
      )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({ title: "Endpoints", description: "Where an account's results go, and how it does." })
  ) {}
