/** One HTTP request and its answer over an open connection. */
import { Effect, Redacted } from "effect"
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http"
import type { Socket } from "node:net"
import { OutboundFault, type OutboundRequest, type OutboundResponse } from "./OutboundHttp.ts"
import { codeOf, type OutboundTarget } from "./outboundTarget.ts"

/** Interim answers (1xx) that an answer may have before it; a stream of them would keep us busy until the deadline. */
const mostInterim = 32

type Outcome = Effect.Effect<OutboundResponse, OutboundFault>

const brokenAs =
  (target: OutboundTarget) =>
  (cause?: unknown): Outcome => {
    const notHttp = codeOf(cause).startsWith("HPE_")
    return Effect.fail(
      new OutboundFault({
        kind: "broken",
        message: notHttp
          ? `${target.place} did not answer in HTTP (${codeOf(cause)})`
          : `${target.place} closed the connection before its answer was complete`
      })
    )
  }

const tooManyInterim = (target: OutboundTarget): Outcome =>
  Effect.fail(
    new OutboundFault({ kind: "broken", message: `${target.place} sent over ${mostInterim} interim answers (1xx)` })
  )

const headersOf = (message: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? "")
    ])
  )

/** Reads at most `maxBytes`; `done` may be called more than once, the first counts. */
const read = (
  target: OutboundTarget,
  wanted: OutboundRequest,
  message: IncomingMessage,
  done: (outcome: Outcome) => void
) => {
  const chunks: Array<Buffer> = []
  let size = 0
  const answer = (): Outcome =>
    Effect.succeed({
      status: message.statusCode ?? 0,
      headers: headersOf(message),
      body: Uint8Array.from(Buffer.concat(chunks))
    })
  message.on("data", (chunk: Buffer) => {
    const room = wanted.maxBytes - size
    size += chunk.length
    if (chunk.length <= room) return void chunks.push(chunk)
    if (wanted.overflow === "fail") {
      const message = `the answer of ${target.place} is larger than ${wanted.maxBytes} bytes`
      return done(Effect.fail(new OutboundFault({ kind: "too_large", message })))
    }
    chunks.push(chunk.subarray(0, room))
    done(answer())
  })
  message.on("end", () => done(message.complete ? answer() : brokenAs(target)()))
  message.on("error", (cause) => done(brokenAs(target)(cause)))
  message.on("close", () => done(brokenAs(target)()))
}

const start = (target: OutboundTarget, wanted: OutboundRequest, socket: Socket): ClientRequest => {
  const { authorization, body } = wanted
  return httpRequest({
    createConnection: () => socket,
    method: wanted.method,
    path: `${target.url.pathname}${target.url.search}`,
    setHost: false,
    headers: {
      ...wanted.headers,
      host: target.url.host,
      "accept-encoding": "identity",
      connection: "close",
      ...(body === null ? {} : { "content-length": body.byteLength }),
      ...(authorization === null ? {} : { authorization: Redacted.value(authorization) })
    }
  })
}

/** Node refuses header values with line breaks and the like; its own message is not for showing. */
const startSafely = (target: OutboundTarget, wanted: OutboundRequest, socket: Socket) =>
  Effect.try({
    try: () => start(target, wanted, socket),
    catch: (cause) =>
      new OutboundFault({
        kind: "broken",
        message: `the request could not be written: a header or the token holds a forbidden character (${codeOf(cause)})`
      })
  })

export const exchange = (target: OutboundTarget, wanted: OutboundRequest, socket: Socket): Outcome =>
  Effect.flatMap(startSafely(target, wanted, socket), (request) =>
    Effect.callback<OutboundResponse, OutboundFault>((resume) => {
      let answered = false
      let interim = 0
      request.on("information", () => {
        interim += 1
        if (interim > mostInterim) resume(tooManyInterim(target))
      })
      request.on("response", (message) => {
        answered = true
        read(target, wanted, message, resume)
      })
      request.on("error", (cause) => resume(brokenAs(target)(cause)))
      // With an answer the request may close before the last of it was read.
      request.on("close", () => answered || resume(brokenAs(target)()))
      request.end(wanted.body ?? undefined)
      return Effect.sync(() => request.destroy())
    })
  )
