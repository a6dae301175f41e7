/** Tickets for the realtime stream. The stream's messages are `RealtimeMessage`. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { NumberedMessage } from "@counterfoil/domain"
import { Authentication } from "../Authentication.ts"
import { BadRequest } from "../errors.ts"
import { limit, withMessage } from "../fields.ts"

/** What a ticket may be asked for with. No body at all is the contract's way. */
export const TicketWish = Schema.Struct({
  types: Schema.optionalKey(withMessage(Schema.Literals(["all"]), "types must be all"))
}).annotate({ message: "The request body must be a JSON object" })

export const NumberedRealtimeMessage = NumberedMessage.annotate({ identifier: "NumberedRealtimeMessage" })

const noEventId = "after must be the id of an event"

/** The WebSocket's path and subprotocol. */
export const realtimePath = "/realtime"
export const realtimeProtocol = "realtime.v1"

export class RealtimeGroup extends HttpApiGroup.make("realtime")
  .add(
    HttpApiEndpoint.post("ticket", "/realtime/ticket", {
      success: Schema.Struct({ ticket: Schema.String, ttl_seconds: Schema.Int }),
      error: BadRequest
    }).annotateMerge(
      OpenApi.annotations({
        summary: "A ticket that opens one realtime stream",
        description:
          "Connect a WebSocket to /realtime with `Sec-WebSocket-Protocol: realtime.v1, <ticket>`. Single use. " +
          'Each message is a RealtimeMessage of the components. Asked for with the body `{ "types": "all" }` (extension), ' +
          "the stream tells of orders, movements, deliveries and accounts too: each message is a NumberedRealtimeMessage."
      })
    ),
    HttpApiEndpoint.get("events", "/events", {
      query: {
        after: Schema.optionalKey(
          Schema.String.check(Schema.isPattern(/^\d{1,18}$/)).annotate({ message: noEventId })
        ).annotateKey({ description: "Only what has a greater id; absent: the last ones" }),
        limit: limit(200, 500)
      },
      success: Schema.Array(NumberedRealtimeMessage),
      error: BadRequest
    }).annotateMerge(
      OpenApi.annotations({
        summary: "What the stream of all types told, oldest first (extension)",
        description:
          "For readers who come back. An id is taken a little before its event is there: ask from 1,000 below the last one " +
          "that you had, and take each id once. Events are kept as long as `KEEP_EVENTS` says."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Realtime",
      description: "Events of the caller's accounts as they happen: a ticket opens a WebSocket."
    })
  ) {}
