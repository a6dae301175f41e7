/** Small sites on loopback: each listens on a port of its own, so each is an origin of its own. */
import { Effect, type Scope } from "effect"
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { badKey, selfSignedCertificate } from "@counterfoil/testing/badCertificates"
import { listening } from "@counterfoil/testing/listening"

export type Route = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Site {
  readonly origin: string
  readonly port: number
  readonly host: string
  /** Method and path of each request, oldest first. */
  readonly requests: ReadonlyArray<string>
  /** Ends when each of these paths was asked for. */
  readonly reached: (...paths: ReadonlyArray<string>) => Effect.Effect<void>
  /** How many TCP connections were ever opened. */
  readonly connections: () => number
}

/** RFC 6455, section 1.3. */
const webSocketGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

const html = (response: ServerResponse, body: string) => {
  response.setHeader("content-type", "text/html; charset=utf-8")
  response.end(`<!doctype html><title>Test bank</title><body>${body}`)
}

/** Serves `routes` by path; everything else is a 404. A `{{other}}` in a page becomes `other`. */
export const startSite = (
  routes: Readonly<Record<string, Route>>,
  options: { readonly other?: string; readonly tls?: boolean } = {}
): Effect.Effect<Site, never, Scope.Scope> =>
  Effect.gen(function* () {
    const requests: Array<string> = []
    const arrivals = new Map<string, PromiseWithResolvers<void>>()
    const arrival = (path: string) => {
      const known = arrivals.get(path) ?? Promise.withResolvers<void>()
      arrivals.set(path, known)
      return known
    }
    let connections = 0
    const answer: RequestListener = (request, response) => {
      const path = (request.url ?? "").replace(/\?.*$/, "")
      requests.push(`${request.method} ${path}`)
      arrival(path).resolve()
      const route = routes[path]
      if (route === undefined) return void response.writeHead(404).end("nothing here")
      if (typeof route === "string") return html(response, route.replaceAll("{{other}}", options.other ?? ""))
      route(request, response)
    }
    const tls = options.tls === true
    const server = tls ? createTlsServer({ key: badKey, cert: selfSignedCertificate }, answer) : createServer(answer)
    server.on("connection", () => (connections += 1))
    server.on("upgrade", (request, socket) => {
      requests.push(`WS ${request.url}`)
      arrival(request.url ?? "").resolve()
      const accepted = createHash("sha1")
        .update(`${request.headers["sec-websocket-key"]}${webSocketGuid}`)
        .digest("base64")
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accepted}\r\n\r\n`
      )
    })
    const port = yield* listening(server)
    const reached = (...paths: ReadonlyArray<string>) =>
      Effect.asVoid(Effect.promise(() => Promise.all(paths.map((path) => arrival(path).promise))))
    const host = `127.0.0.1:${port}`
    return {
      origin: `${tls ? "https" : "http"}://${host}`,
      port,
      host,
      requests,
      reached,
      connections: () => connections
    }
  })
