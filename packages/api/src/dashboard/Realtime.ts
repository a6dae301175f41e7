/** Tickets for the realtime stream. The stream's messages are `RealtimeMessage`. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"

/** The WebSocket's path and subprotocol. */
export const realtimePath = "/realtime"
export const realtimeProtocol = "realtime.v1"

export class RealtimeGroup extends HttpApiGroup.make("realtime")
  .add(
    HttpApiEndpoint.post("ticket", "/realtime/ticket", {
      success: Schema.Struct({ ticket: Schema.String, ttl_seconds: Schema.Int })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "A ticket that opens one realtime stream",
        description:
          "Connect a WebSocket to /realtime with `Sec-WebSocket-Protocol: realtime.v1, <ticket>`. Single use. " +
          "Each message is a RealtimeMessage of the components."
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
