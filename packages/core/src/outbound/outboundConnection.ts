/** A connection to a checked address, checked once more before the first byte is written. */
import { Duration, Effect } from "effect"
import { connect, type Socket } from "node:net"
import { connect as connectTls, type SecureContext } from "node:tls"
import type { AddressPolicy } from "../security/AddressPolicy.ts"
import { dialled } from "./dialled.ts"
import { OutboundFault } from "./OutboundHttp.ts"
import { codeOf, type OutboundTarget } from "./outboundTarget.ts"

/** Begins a connection to a checked address in its canonical spelling. */
export type Dial = (address: string, port: number) => Socket

export const dialTcp: Dial = (host, port) => connect({ host, port, noDelay: true })

/** Which addresses may be connected to, and how connections are made. */
export interface Reach {
  readonly policy: AddressPolicy
  readonly dial: Dial
  /** Whom TLS trusts; undefined: the usual authorities. */
  readonly trusted: SecureContext | undefined
}

/** Of several addresses, how long one may take before the next is tried. */
const patience = Duration.seconds(5)

/** One use of a connection: at its end it is closed, unless it was handed on. */
export interface Use {
  handedOn: boolean
}

const ignore = () => undefined

/** Late errors of a socket must not end the process, so a listener stays on. */
export const hold = (socket: Socket): Socket => socket.on("error", ignore)

export const letGo = (use: Use, socket: Socket): void => {
  if (use.handedOn) socket.off("error", ignore)
  else socket.destroy()
}

/** A socket that is let go of with the scope. */
const owned = (use: Use, open: () => Socket) =>
  Effect.acquireRelease(
    Effect.sync(() => hold(open())),
    (socket) => Effect.sync(() => letGo(use, socket))
  )

const opened = (socket: Socket, event: "connect" | "secureConnect", fault: (code: string) => OutboundFault) =>
  Effect.callback<void, OutboundFault>((resume) => {
    const failed = (cause: unknown) => resume(Effect.fail(fault(codeOf(cause))))
    const closed = () => resume(Effect.fail(fault("closed")))
    socket.once("error", failed).once("close", closed)
    socket.once(event, () => {
      socket.off("error", failed).off("close", closed)
      resume(Effect.void)
    })
  })

const connectTo = Effect.fnUntraced(function* (
  target: OutboundTarget,
  address: string,
  { dial, policy }: Reach,
  use: Use
) {
  const failed = (code: string) =>
    new OutboundFault({ kind: "connect_failed", message: `no connection to ${target.place} (${code})` })
  const socket = yield* owned(use, () => dial(address, target.port))
  yield* opened(socket, "connect", failed)
  const verdict = policy.check(socket.remoteAddress ?? "")
  if (verdict.allowed) return { socket, address }
  return yield* new OutboundFault({
    kind: "egress_refused",
    message: `${target.place} may not be called: ${verdict.reason}`
  })
})

const connectToAny = Effect.fnUntraced(function* (target: OutboundTarget, reach: Reach, use: Use) {
  const [last, ...others] = dialled(target.addresses).toReversed()
  const slow = () =>
    Effect.fail(new OutboundFault({ kind: "connect_failed", message: `no connection to ${target.place} (too slow)` }))
  for (const address of others.toReversed()) {
    const connected = yield* connectTo(target, address, reach, use).pipe(
      Effect.timeoutOrElse({ duration: patience, orElse: slow }),
      Effect.catch((fault) => (fault.kind === "connect_failed" ? Effect.succeed(undefined) : Effect.fail(fault)))
    )
    if (connected !== undefined) return connected
  }
  return yield* connectTo(target, last ?? "", reach, use)
})

const secured = Effect.fnUntraced(function* (target: OutboundTarget, plain: Socket, { trusted }: Reach, use: Use) {
  const failed = (code: string) =>
    new OutboundFault({ kind: "tls_failed", message: `no TLS connection to ${target.place} (${code})` })
  const identity =
    target.name === undefined ? { host: target.addresses[0] } : { servername: target.name.replace(/\.$/, "") }
  const socket = yield* owned(use, () =>
    connectTls({
      socket: plain,
      ALPNProtocols: ["http/1.1"],
      // Whatever the environment says.
      rejectUnauthorized: true,
      ...(trusted === undefined ? {} : { secureContext: trusted }),
      ...identity
    })
  )
  yield* opened(socket, "secureConnect", failed)
  return socket
})

/** Open until the scope closes, unless it is handed on. */
export const openConnection = Effect.fnUntraced(function* (target: OutboundTarget, reach: Reach, use: Use) {
  const { address, socket } = yield* connectToAny(target, reach, use)
  return { address, socket: target.secure ? yield* secured(target, socket, reach, use) : socket }
})
