/**
 * The only way out of a browser context: a forward proxy on loopback, one listener per context.
 *
 * A request passes when its host and port belong to the session's origins and every address of the host is open to the
 * address policy; the connection then goes to a checked address, so a name that changes its mind later changes nothing.
 * TLS is tunnelled, never broken.
 */
import type { AddressPolicy } from "@counterfoil/core"
import { dialled, parseIpLiteral, systemResolve } from "@counterfoil/core"
import { Data, Effect, Option, type Scope } from "effect"
import { NetAddress } from "effect/net"
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { connect, Socket } from "node:net"
import type { Duplex } from "node:stream"
import { makeTunnelGuard } from "./guardTunnel.ts"
import { type OriginRules, outsideSentence } from "./OriginRules.ts"
import type { RefusalLog } from "./RefusalLog.ts"
import { forwardedHeaders, hasBody, relay, verdictHeader } from "./relay.ts"
import type { RequestRules } from "./RequestRules.ts"

export interface EgressProxyOptions {
  readonly rules: OriginRules
  readonly policy: AddressPolicy
  readonly refusals: RefusalLog
  /** What may be sent there beyond reading: of requests in clear, and of sockets. */
  readonly requests: RequestRules
  /** Resolves a host name to its addresses. (Default: the system's resolver.) */
  readonly resolve?: ((host: string) => Promise<ReadonlyArray<string>>) | undefined
  /** Opens a connection to a checked address. (Default: TCP.) */
  readonly dial?: ((address: string, port: number) => Socket) | undefined
}

export interface EgressProxy {
  /** What the browser takes as its proxy: `http://127.0.0.1:<port>`. */
  readonly server: string
}

const connectMillis = 10_000
/** Bytes of headers in an answer: as many as browsers take. Node's own limit is less than some banks' cookies need. */
const maxHeaderSize = 256 * 1024

class Turned extends Data.TaggedError("Turned")<{
  /**
   * `kept`: the bank's, but nothing that may be sent there now. `closed`: the bank's, at an address that the operator's rules
   * close.
   */
  readonly verdict: "refused" | "closed" | "unreachable" | "kept"
  readonly host: string
  readonly reason: string
}> {}

const opened = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.setTimeout(connectMillis, () => socket.destroy(new Error("no answer")))
    const closed = () => reject(new Error("closed"))
    socket.once("error", reject).once("close", closed)
    socket.once("connect", () => {
      socket.off("error", reject).off("close", closed)
      socket.setTimeout(0)
      resolve()
    })
  })

/** Of one context: who has to know a socket from its beginning, and whether nobody needs one any more. */
interface Dialling {
  readonly keep: (socket: Socket) => Socket
  readonly isOver: () => boolean
}

/** Resolves, checks and connects, in that order; nothing is sent to an address that was not checked. */
const makeDialer = (options: EgressProxyOptions, { isOver, keep }: Dialling) => {
  const resolve = options.resolve ?? systemResolve
  const dial = options.dial ?? ((address, port) => connect({ host: address, port }))
  const addressesOf = async (host: string): Promise<ReadonlyArray<string>> => {
    const literal = parseIpLiteral(host)
    if (Option.isSome(literal)) return [NetAddress.formatIp(literal.value)]
    return resolve(host).catch(() => {
      throw new Turned({ verdict: "unreachable", host, reason: `${host} can't be resolved` })
    })
  }
  return async (host: string, port: number): Promise<Socket> => {
    const addresses = await addressesOf(host)
    for (const address of addresses) {
      const { allowed, reason } = options.policy.check(address)
      if (!allowed) throw new Turned({ verdict: "closed", host, reason })
    }
    for (const address of dialled(addresses)) {
      if (isOver()) break
      const socket = keep(dial(address, port))
      try {
        await opened(socket)
        return socket
      } catch {
        socket.destroy()
      }
    }
    throw new Turned({ verdict: "unreachable", host, reason: `${host} doesn't answer on port ${port}` })
  }
}

/** Connections that are kept for what a page asks next; what they lead to was checked when they were made. */
const keptPerHost = 6

const makeAgent = (open: (host: string, port: number) => Promise<Socket>): Agent => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: keptPerHost })
  agent.createConnection = ({ host, port }, done) => {
    open(host ?? "", Number(port)).then(
      (socket) => done?.(null, socket),
      (cause: unknown) => done?.(cause instanceof Error ? cause : new Error("no connection"), new Socket())
    )
    return undefined
  }
  return agent
}

/** A site may close a connection just as it is used again. Only what may be asked twice goes over a used one. */
const mayRepeat = (incoming: IncomingMessage): boolean =>
  (incoming.method === "GET" || incoming.method === "HEAD") && !hasBody(incoming)

const statusOf = { refused: 403, closed: 403, kept: 403, unreachable: 502 } as const

const asTurned = (cause: unknown, host: string): Turned =>
  cause instanceof Turned
    ? cause
    : new Turned({ verdict: "unreachable", host, reason: `the connection to ${host} broke` })

const answerTurned = (response: ServerResponse, turned: Turned) => {
  if (response.headersSent) return void response.destroy()
  response.writeHead(statusOf[turned.verdict], {
    [verdictHeader]: turned.verdict === "kept" ? "refused" : turned.verdict,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store"
  })
  response.end(`Counterfoil: ${turned.reason}`)
}

/** Opens the proxy of one context; it closes, with all its connections, with the scope. */
export const openEgressProxy = (options: EgressProxyOptions): Effect.Effect<EgressProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Duplex>()
    let isOver = false
    const guardTunnel = makeTunnelGuard(options.requests)

    const note = (turned: Turned) => {
      const { host, reason, verdict } = turned
      if (verdict === "refused" || verdict === "closed") options.refusals.note(host, reason, verdict === "closed")
    }
    const keep = <S extends Duplex>(socket: S): S => {
      sockets.add(socket)
      // Where the session ended while its name was looked up.
      if (isOver) socket.destroy()
      return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
    }

    const dial = makeDialer(options, { keep, isOver: () => isOver })
    const kept = makeAgent(dial)
    const fresh = makeAgent(dial)

    const forward = async (incoming: IncomingMessage, response: ServerResponse) => {
      const url = URL.parse(incoming.url ?? "")
      if (url === null || url.protocol !== "http:") {
        throw new Turned({ verdict: "refused", host: "", reason: "this is a proxy, not a site" })
      }
      if (!options.rules.allows(url.href)) {
        throw new Turned({ verdict: "refused", host: url.host, reason: outsideSentence(url.origin) })
      }
      if (!options.requests.admits(incoming.method ?? "", url.href)) {
        throw new Turned({ verdict: "kept", host: url.host, reason: `${incoming.method} may not be sent now` })
      }
      const asked = {
        host: url.hostname,
        port: url.port === "" ? 80 : Number(url.port),
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        maxHeaderSize
      }
      const headers = forwardedHeaders(incoming)
      const onFresh = () =>
        relay(incoming, response, request({ ...asked, agent: fresh, headers: [...headers, "connection", "close"] }))
      if (!mayRepeat(incoming)) return onFresh()
      const onKept = request({ ...asked, agent: kept, headers })
      await relay(incoming, response, onKept).catch((cause: unknown) => {
        if (!onKept.reusedSocket || response.headersSent || response.destroyed) throw cause
        return onFresh()
      })
    }

    const tunnel = async (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
      const url = URL.parse(`http://${incoming.url ?? ""}`)
      const port = Number(/:(\d+)$/.exec(incoming.url ?? "")?.[1] ?? 443)
      if (url === null || !options.rules.allowsTunnel(url.hostname, port)) {
        const host = url === null ? "" : `${url.hostname}:${port}`
        throw new Turned({ verdict: "refused", host, reason: outsideSentence(host) })
      }
      const upstream = await dial(url.hostname, port)
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      guardTunnel({ target: `${url.hostname}:${port}`, client, upstream, head })
    }

    const server = createServer({ maxHeaderSize }, (incoming, response) => {
      response.on("error", () => response.destroy())
      forward(incoming, response).catch((cause: unknown) => {
        const turned = asTurned(cause, incoming.headers.host ?? "")
        note(turned)
        answerTurned(response, turned)
      })
    })
    // A browser that re-uses a connection while we close it sees a failed request: let it close first.
    server.keepAliveTimeout = 120_000
    server.requestTimeout = 0
    server.on("connection", keep)
    server.on("connect", (incoming, client, head) => {
      client.on("error", () => client.destroy())
      tunnel(incoming, client, head).catch((cause: unknown) => {
        const turned = asTurned(cause, incoming.url ?? "")
        note(turned)
        client.end(`HTTP/1.1 ${statusOf[turned.verdict]} ${turned.verdict}\r\ncontent-length: 0\r\n\r\n`)
      })
    })

    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.callback<void>((resume) => {
          isOver = true
          server.close(() => resume(Effect.void))
          for (const socket of sockets) socket.destroy()
        })
    )
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    return { server: `http://127.0.0.1:${port}` }
  })
