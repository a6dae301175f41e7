/** Takes a port for ourselves, or says in one sentence why that can't be. */
import { Data, Effect } from "effect"
import { NetAddress } from "effect/net"
import { lookup } from "node:dns/promises"
import { createServer } from "node:net"
import {
  LIBUS_LISTEN_EXCLUSIVE_PORT,
  type TemplatedApp,
  type us_listen_socket,
  us_listen_socket_close,
  us_socket_local_port
} from "./native.ts"

/** Another program, or another server of this one, holds the port. */
export class PortInUse extends Data.TaggedError("PortInUse")<{ readonly host: string; readonly port: number }> {
  override get message(): string {
    return `Port ${this.port} on ${this.host} is already in use by another program`
  }
}

/** The address can't be listened on for another reason, such as a host name that doesn't resolve. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  /** The system's code, such as EACCES or EADDRNOTAVAIL. */
  readonly code: string
}> {
  override get message(): string {
    return `Can't listen on port ${this.port} of ${this.host} (${this.code})`
  }
}

export interface Listening {
  readonly address: NetAddress.InetAddress
  /** Refuses new connections from now on; those that exist live on. Harmless when repeated. */
  readonly stopAccepting: () => void
}

/** Port 0 takes any free port. The library can't tell why it failed: the same attempt through Node can. */
export const listen = Effect.fnUntraced(function* (app: TemplatedApp, host: string, port: number) {
  const ip = yield* resolve(host, port)
  const socket = listenNow(app, ip, port)
  if (socket === undefined) return yield* Effect.flatMap(diagnose(ip, host, port), Effect.fail)
  let accepting = true
  const listening: Listening = {
    address: NetAddress.inetAddressFromIpStringUnsafe(ip, us_socket_local_port(socket)),
    stopAccepting: () => {
      if (accepting) us_listen_socket_close(socket)
      accepting = false
    }
  }
  return listening
})

const resolve = (host: string, port: number): Effect.Effect<string, ListenFailed> =>
  Effect.tryPromise({
    try: () => lookup(host),
    catch: (cause) => new ListenFailed({ host, port, code: codeOf(cause) })
  }).pipe(Effect.map(({ address }) => address))

// By default the library shares a port with whoever else asks for it: two servers would take turns.
const listenNow = (app: TemplatedApp, ip: string, port: number): us_listen_socket | undefined => {
  let taken: us_listen_socket | undefined
  app.listen(ip, port, LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
    if (socket !== false) taken = socket
  })
  return taken
}

const diagnose = (ip: string, host: string, port: number): Effect.Effect<PortInUse | ListenFailed> =>
  Effect.callback((resume) => {
    const probe = createServer()
    const inUse = new PortInUse({ host, port })
    probe.once("error", (error) => {
      const code = codeOf(error)
      resume(Effect.succeed(code === "EADDRINUSE" ? inUse : new ListenFailed({ host, port, code })))
    })
    // It is free by now; a moment ago it was not.
    probe.listen({ host: ip, port, exclusive: true }, () => probe.close(() => resume(Effect.succeed(inUse))))
  })

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "unknown"
