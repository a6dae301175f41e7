/**
 * How nodes speak with each other: TLS with a key of their own (PSK) that every node derives from the secrets they share. No
 * certificates; a program without the secrets can neither read nor send anything.
 */
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { Effect, Layer, Redacted } from "effect"
import { Runners } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket, SocketServer } from "effect/socket"
import { createHmac } from "node:crypto"
import * as Tls from "node:tls"
import { InvalidConfig, type ServerSecrets } from "../config/CounterfoilConfig.ts"

/** Keys of connections with forward secrecy; Node offers PSK up to TLS 1.2. */
const tls: Tls.SecureContextOptions = {
  ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2"
}
const identity = "counterfoil node"
/** A node that doesn't take a connection within this time is busy or gone; the call is tried again until its own time is over. */
const openTimeout = "2 seconds"

const sharedKey = ({ apiKeyPepper }: ServerSecrets) =>
  createHmac("sha256", Redacted.value(apiKeyPepper)).update("counterfoil node socket").digest()

const explain = ({ host, port }: Listen, { message, reason }: SocketServer.SocketServerError) => {
  const { cause } = reason
  const why = cause instanceof Error && "code" in cause ? String(cause.code) : message
  return new InvalidConfig({
    message: `CLUSTER_PORT ${port} on ${host} can't be listened on (${why}): set CLUSTER_PORT to another (0 picks a free one), or CLUSTER_HOST to an address of this machine`
  })
}

interface Listen {
  readonly host: string
  readonly port: number
}

/** Listens at once; port 0 takes a free one. */
export const nodeSocketServer = (secrets: ServerSecrets, { host, port }: Listen) => {
  const key = sharedKey(secrets)
  const options = {
    ...tls,
    host,
    port,
    // Small messages that are waited for: Nagle's algorithm makes them up to ninety times slower.
    noDelay: true,
    pskCallback: (_socket: Tls.TLSSocket, name: string) => (name === identity ? key : null)
  }
  return Layer.effect(
    SocketServer.SocketServer,
    Effect.mapError(NodeSocketServer.makeTls(options), (error) => explain({ host, port }, error))
  )
}

const open = (key: Buffer, { host, port }: Listen) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      Tls.connect({
        ...tls,
        host,
        port,
        pskCallback: () => ({ psk: key, identity }),
        // There is no certificate: the key is the proof.
        checkServerIdentity: () => undefined
      }).setNoDelay(true)
    ),
    (connection) => Effect.sync(() => void connection.destroySoon())
  ).pipe(
    Effect.tap((connection) =>
      Effect.callback<void, Socket.SocketError>((resume) => {
        connection.once("secureConnect", () => resume(Effect.void))
        connection.on("error", (cause) =>
          resume(new Socket.SocketError({ reason: new Socket.SocketOpenError({ kind: "Unknown", cause }) }))
        )
      })
    )
  )

/** Connections to the other nodes. */
export const nodeSocketClients = (secrets: ServerSecrets) => {
  const key = sharedKey(secrets)
  return Layer.effect(
    Runners.RpcClientProtocol,
    Effect.gen(function* () {
      const serialization = yield* RpcSerialization.RpcSerialization
      return {
        codecFor: serialization.codecFor,
        make: Effect.fnUntraced(function* (address) {
          const socket = yield* NodeSocket.fromDuplex(open(key, address), { openTimeout })
          return yield* RpcClient.makeProtocolSocket().pipe(
            Effect.provideService(Socket.Socket, socket),
            Effect.provideService(RpcSerialization.RpcSerialization, serialization)
          )
        })
      }
    })
  )
}
