/**
 * Plays the bank from a recording: a proxy on loopback that ends TLS itself and answers each request from the recording.
 * It has no way out at all: there is no code here that opens a connection.
 */
import type { Exchange } from "@counterfoil/browser"
import { Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { buffer } from "node:stream/consumers"
import { createSecureContext, TLSSocket } from "node:tls"
import { explainUnmatched, type FieldDifference, type Matcher } from "./matchRequest.ts"
import type { SentRequest } from "./asReplayed.ts"
import { makeThrowawayCertificate } from "./throwawayCertificate.ts"

export interface ReplayProxyOptions {
  readonly matcher: Matcher
  /** Epoch milliseconds at which the recording was made: what the bank dated then is moved to now. */
  readonly recordedAt: number
  /** Called with each request that the recording has no answer to. */
  readonly onUnmatched?: (() => void) | undefined
}

export interface ReplayReport {
  readonly served: number
  /** Requests that the recording has no answer to, in one sentence each. */
  readonly unmatched: ReadonlyArray<string>
  /** Pictures, fonts and the like that the recording lacks: answered with nothing. */
  readonly ignored: ReadonlyArray<string>
  /** The fields that differed from the recorded request, by the request's key. */
  readonly changed: ReadonlyArray<{ readonly key: string; readonly differences: ReadonlyArray<FieldDifference> }>
  /** What was answered from the recording, in its order. */
  readonly sent: ReadonlyArray<SentRequest>
}

export interface ReplayProxy {
  /** `http://127.0.0.1:<port>` */
  readonly server: string
  readonly report: () => ReplayReport
}

/** Headers that a replay leaves out: those of the transport, those that outlive it, and those of the browser's cache. */
const dropped = new Set([
  "age",
  "alt-svc",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "expires",
  "keep-alive",
  "last-modified",
  "nel",
  "report-to",
  "strict-transport-security",
  "transfer-encoding",
  "upgrade"
])

/** A cookie that was good for a day when it was recorded is good for a day from now. */
const moveExpiry = (cookie: string, by: number): string =>
  cookie.replace(/(;\s*expires=)([^;]+)/i, (whole, name: string, date: string) => {
    const at = Date.parse(date)
    return Number.isNaN(at) ? whole : `${name}${new Date(at + by).toUTCString()}`
  })

const headersFor = ({ responseHeaders }: Exchange, recordedAt: number): Array<string> => {
  const by = Date.now() - recordedAt
  const kept = responseHeaders
    .filter(([name]) => !dropped.has(name.toLowerCase()) && !name.startsWith(":"))
    // The browser's own list has several cookies of one answer as lines of one value.
    .flatMap(([name, value]) => value.split("\n").map((line) => [name, line] as const))
  return [
    ...kept.flatMap(([name, value]) => [name, name.toLowerCase() === "set-cookie" ? moveExpiry(value, by) : value]),
    "cache-control",
    "no-store"
  ]
}

const isDecoration = ({ headers, url }: IncomingMessage): boolean => {
  const kind = headers["sec-fetch-dest"]
  if (typeof kind === "string" && /^(image|font|audio|video|track)$/.test(kind)) return true
  return /\.(ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf)(\?|$)/i.test(url ?? "")
}

export const openReplayProxy = Effect.fnUntraced(function* ({
  matcher,
  onUnmatched,
  recordedAt
}: ReplayProxyOptions): Effect.fn.Return<ReplayProxy, never, Scope.Scope> {
  const sockets = new Set<Duplex>()
  /** Where a tunnel leads to, by its inner socket. */
  const origins = new WeakMap<object, string>()
  const secure = createSecureContext(makeThrowawayCertificate())
  const unmatched: Array<string> = []
  const ignored: Array<string> = []
  const changed: Array<{ readonly key: string; readonly differences: ReadonlyArray<FieldDifference> }> = []
  const sent: Array<SentRequest> = []
  let served = 0

  const keep = <S extends Duplex>(socket: S): S => {
    sockets.add(socket)
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
  }

  const addressOf = (incoming: IncomingMessage): string => {
    const origin = origins.get(incoming.socket)
    return origin === undefined ? (incoming.url ?? "") : `${origin}${incoming.url ?? ""}`
  }

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(addressOf(incoming))
    const body = await buffer(incoming)
    if (url === null) return void response.writeHead(400).end()
    const request = {
      method: incoming.method ?? "GET",
      url: url.href,
      contentType: (incoming.headers["content-type"] ?? "").toLowerCase(),
      body: body.length === 0 ? null : body
    }
    const match = matcher.match(request)
    if (match.found) {
      served += 1
      sent.push({ place: match.place, request, headers: incoming.headersDistinct })
      if (match.changed.length > 0)
        changed.push({ key: `${incoming.method} ${url.origin}${url.pathname}`, differences: match.changed })
      response.writeHead(match.exchange.status, match.exchange.statusText, headersFor(match.exchange, recordedAt))
      return void response.end(incoming.method === "HEAD" ? undefined : match.exchange.responseBody)
    }
    if (isDecoration(incoming)) {
      ignored.push(match.key)
      return void response.writeHead(204).end()
    }
    unmatched.push(explainUnmatched(match))
    onUnmatched?.()
    response.writeHead(599, "Not in the recording", { "content-type": "text/plain; charset=utf-8" })
    response.end(`Counterfoil: not in the recording: ${match.key}`)
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 120_000
  server.on("connection", keep)
  server.on("connect", (incoming, client: Duplex, head: Buffer) => {
    keep(client)
    const host = incoming.url ?? ""
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
    const begin = (first: Buffer) => {
      // Paused, or the first bytes would be gone before anybody listens for them.
      client.pause()
      client.unshift(first)
      // TLS begins with 22; a WebSocket without it is tunnelled in clear.
      const isTls = first[0] === 22
      const inner = isTls
        ? keep(new TLSSocket(client, { isServer: true, secureContext: secure, ALPNProtocols: ["http/1.1"] }))
        : client
      origins.set(inner, isTls ? `https://${host.replace(/:443$/, "")}` : `http://${host.replace(/:80$/, "")}`)
      server.emit("connection", inner)
      if (!isTls) client.resume()
    }
    if (head.length > 0) begin(head)
    else client.once("data", begin)
  })
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex) => {
    unmatched.push(`WebSocket ${addressOf(incoming)}: recordings have no WebSockets`)
    onUnmatched?.()
    socket.end("HTTP/1.1 599 Not in the recording\r\ncontent-length: 0\r\n\r\n")
  })

  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
  )
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return {
    server: `http://127.0.0.1:${port}`,
    report: () => ({ served, unmatched: [...unmatched], ignored: [...ignored], changed: [...changed], sent: [...sent] })
  }
})
