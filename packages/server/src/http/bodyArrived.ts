/**
 * Who asks is looked up when the whole request is there, not when it began: its last byte can come long after a log-out
 * everywhere or the end of a key.
 */
import { Effect } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"

/** Waits for the whole body, and answers whether there is one. What is wrong with it, whoever reads it next is told. */
export const bodyArrived = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers
  return length === "0" && coding === undefined
    ? Effect.succeed(false)
    : Effect.as(Effect.ignore(request.arrayBuffer), true)
})

/** 256 KiB */
export const usualBodyBytes = 256 * 1024

/** A statement or a script is larger: of one user so few at a time are in memory. */
export const isUsualBody = Effect.map(
  HttpIncomingMessage.MaxBodySize,
  (limit) => Number(limit ?? Infinity) <= usualBodyBytes
)
