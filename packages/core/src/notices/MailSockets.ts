/** Connections to mail servers of the users', under the rules of egress: on the address that was checked, and on no other. */
import { Context, Effect, Layer, type Scope } from "effect"
import type { SecureContext } from "node:tls"
import { BoundedSocket } from "../outbound/BoundedSocket.ts"
import { type Dial, dialTcp, openConnection } from "../outbound/outboundConnection.ts"
import type { OutboundFault } from "../outbound/OutboundHttp.ts"
import { type OutboundHttpOptions, trustedWith } from "../outbound/outboundHttpLayer.ts"
import { findTarget, sharing, systemResolve } from "../outbound/outboundTarget.ts"
import { AddressPolicy } from "../security/AddressPolicy.ts"

export class MailSockets extends Context.Service<
  MailSockets,
  {
    /** `room`: bytes that the server may say. */
    readonly open: (
      host: string,
      port: number,
      room: number
    ) => Effect.Effect<BoundedSocket, OutboundFault, Scope.Scope>
    /** Whom TLS trusts; undefined: the usual ones. */
    readonly trusted: SecureContext | undefined
  }
>()("@counterfoil/core/notices/MailSockets") {
  static readonly layer = ({
    allow,
    dial = dialTcp,
    extraCa = [],
    resolve = systemResolve
  }: OutboundHttpOptions & { readonly dial?: Dial }): Layer.Layer<MailSockets> =>
    Layer.sync(MailSockets, () => {
      const policy = AddressPolicy.make({ allow, setting: "EGRESS_ALLOW" })
      const lookUp = sharing(resolve)
      return MailSockets.of({
        open: Effect.fnUntraced(function* (host, port, room) {
          const name = host.includes(":") ? `[${host}]` : host
          const target = yield* findTarget(`http://${name}:${port}/`, policy, lookUp)
          // The library says the first words, and turns to TLS itself.
          const { socket } = yield* openConnection(target, { policy, dial, trusted: undefined }, { handedOn: false })
          return new BoundedSocket(socket, room)
        }),
        trusted: trustedWith(extraCa)
      })
    })
}
