/** OutboundHttp over sockets of our own: no agent, so no proxy settings, no pooled connection and no redirect. */
import { Duration, Effect, Layer } from "effect"
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls"
import { AddressPolicy } from "../security/AddressPolicy.ts"
import { type Dial, dialTcp, openConnection } from "./outboundConnection.ts"
import { exchange } from "./outboundExchange.ts"
import { OutboundFault, OutboundHttp, type OutboundRequest } from "./OutboundHttp.ts"
import { findTarget, type Resolve, sharing, systemResolve } from "./outboundTarget.ts"

export interface OutboundHttpOptions {
  /** CIDRs beyond public addresses that may be reached. */
  readonly allow: ReadonlyArray<string>
  /** Certificates of authorities, in PEM, that are trusted beside the usual ones. */
  readonly extraCa?: ReadonlyArray<string>
  /** (Default: the system's resolver) */
  readonly resolve?: Resolve
  /** How connections are begun; it is given checked addresses only. (Default: TCP) */
  readonly dial?: Dial
}

/** Read once: the usual authorities are many. Undefined: none but those. */
const trustedWith = (extraCa: ReadonlyArray<string>): SecureContext | undefined =>
  extraCa.length === 0 ? undefined : createSecureContext({ ca: [...getCACertificates("default"), ...extraCa] })

export const outboundHttpLayer = (options: OutboundHttpOptions): Layer.Layer<OutboundHttp> =>
  Layer.sync(OutboundHttp, () => {
    const policy = AddressPolicy.make(options)
    const dial = options.dial ?? dialTcp
    const trusted = trustedWith(options.extraCa ?? [])
    const resolve = sharing(options.resolve ?? systemResolve)

    const call = Effect.fnUntraced(function* (request: OutboundRequest) {
      const target = yield* findTarget(request.url, policy, resolve)
      const socket = yield* openConnection(target, { dial, policy, trusted })
      return yield* exchange(target, request, socket)
    }, Effect.scoped)

    return OutboundHttp.of({
      send: Effect.fn("OutboundHttp.send")((request) =>
        call(request).pipe(
          Effect.timeoutOrElse({
            duration: request.deadline,
            orElse: () =>
              Effect.fail(
                new OutboundFault({
                  kind: "timeout",
                  message: `there was no complete answer within ${Duration.format(request.deadline)}`
                })
              )
          })
        )
      )
    })
  })
