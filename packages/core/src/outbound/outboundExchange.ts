/** One HTTP request and its answer over an open connection. */
import { Data, Effect, Redacted } from "effect"
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http"
import type { Socket } from "node:net"
import type { Steps } from "@counterfoil/domain"
import { cooperatively } from "../cooperatively.ts"
import { OutboundFault, type OutboundRequest, type OutboundResponse } from "./OutboundHttp.ts"
import { codeOf, type OutboundTarget } from "./outboundTarget.ts"

/** Interim answers (1xx) that an answer may have before it; a stream of them would keep us busy until the deadline. */
const mostInterim = 32

/** A connection that was kept is closed, and not a byte of an answer came. */
export class Stale extends Data.TaggedError("Stale") {}

export interface Exchange {
  readonly target: OutboundTarget
  readonly wanted: OutboundRequest
  readonly socket: Socket
  /** It has carried other requests: then a close without an answer is `Stale`. */
  readonly reused: boolean
  /** The answer is whole and the connection can carry another request. `keepAlive`: the answer's header of that name. */
  readonly handOn: (keepAlive: string | undefined) => void
}

type Outcome = Effect.Effect<OutboundResponse, OutboundFault | Stale>

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

/** Each piece costs some 200 bytes beside its own: what comes in pieces of a byte would take gigabytes. */
const smallPiece = 4096
const mostSmallPieces = 1000

/** Keeps pieces in their order, neighbours that are small as one. */
const makePieces = () => {
  const pieces: Array<Buffer> = []
  /** Small ones at the end of the list. */
  let small = 0
  const join = () => {
    if (small > 1) pieces.push(Buffer.concat(pieces.splice(-small)))
    small = 0
  }
  return {
    pieces,
    add: (piece: Buffer) => {
      const isSmall = piece.length < smallPiece
      if (!isSmall) join()
      pieces.push(piece)
      if (isSmall) small += 1
      if (small >= mostSmallPieces) join()
    }
  }
}

/** Copying ten megabytes in one go is felt by everybody. */
function* joining(chunks: ReadonlyArray<Buffer>): Steps<Uint8Array> {
  const joined = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
    yield
  }
  return joined
}

/** Reads at most `maxBytes`; `done` may be called more than once, the first counts. */
const read = (
  { handOn, socket, target, wanted }: Exchange,
  request: ClientRequest,
  message: IncomingMessage,
  done: (outcome: Outcome) => void
) => {
  const { add, pieces } = makePieces()
  let size = 0
  let whole = false
  const answer = (): Outcome =>
    Effect.map(cooperatively(joining(pieces)), (body) => ({
      status: message.statusCode ?? 0,
      headers: headersOf(message),
      body
    }))
  message.on("data", (chunk: Buffer) => {
    const room = wanted.maxBytes - size
    // It has been answered; what comes of the same packet meanwhile is no part of it.
    if (room < 0) return
    size += chunk.length
    if (chunk.length <= room) return add(chunk)
    if (wanted.overflow === "fail") {
      const message = `the answer of ${target.place} is larger than ${wanted.maxBytes} bytes`
      return done(Effect.fail(new OutboundFault({ kind: "too_large", message })))
    }
    add(chunk.subarray(0, room))
    done(answer())
  })
  message.on("end", () => {
    if (!message.complete) return done(brokenAs(target)())
    whole = true
    if (!request.shouldKeepAlive || !request.writableFinished) return done(answer())
    // Node lets go of the socket a moment later; if it doesn't come to that, the answer is whole all the same.
    const closed = () => done(answer())
    socket.once("close", closed)
    socket.once("free", () => {
      socket.off("close", closed)
      handOn(headersOf(message)["keep-alive"])
      done(answer())
    })
  })
  message.on("error", (cause) => done(brokenAs(target)(cause)))
  message.on("close", () => whole || done(brokenAs(target)()))
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
      connection: "keep-alive",
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

const wasReset = (cause: unknown): boolean => ["ECONNRESET", "EPIPE"].includes(codeOf(cause))

export const exchange = (given: Exchange): Outcome =>
  Effect.flatMap(startSafely(given.target, given.wanted, given.socket), (request) =>
    Effect.callback<OutboundResponse, OutboundFault | Stale>((resume) => {
      const { reused, socket, target, wanted } = given
      const readBefore = socket.bytesRead
      let answered = false
      let interim = 0
      const isStale = () => reused && socket.bytesRead === readBefore
      request.on("information", () => {
        interim += 1
        if (interim > mostInterim) resume(tooManyInterim(target))
      })
      request.on("response", (message) => {
        answered = true
        read(given, request, message, resume)
      })
      request.on("error", (cause) =>
        resume(isStale() && wasReset(cause) ? Effect.fail(new Stale()) : brokenAs(target)(cause))
      )
      // With an answer the request may close before the last of it was read.
      request.on("close", () => answered || resume(isStale() ? Effect.fail(new Stale()) : brokenAs(target)()))
      request.end(wanted.body ?? undefined)
      return Effect.sync(() => request.destroy())
    })
  )
