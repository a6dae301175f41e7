/**
 * Who asks is looked up when the whole request is there, not when it began: its last byte can come long after a log-out
 * everywhere or the end of a key.
 */
import { Effect } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"

/** Waits for the whole body. What is wrong with it, whoever reads it next is told. */
export const bodyArrived = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers
  return length === "0" && coding === undefined ? Effect.void : Effect.ignore(request.arrayBuffer)
})

/** 256 KiB */
export const usualBodyBytes = 256 * 1024

/** The same, but of a statement or a script nothing: so many of these don't lie in memory before their user's turn. */
export const usualBodyArrived = Effect.flatMap(HttpIncomingMessage.MaxBodySize, (limit) =>
  Number(limit ?? Infinity) <= usualBodyBytes ? bodyArrived : Effect.void
)
