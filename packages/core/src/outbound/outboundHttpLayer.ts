/**
 * OutboundHttp over sockets of our own: no agent, so no proxy settings and no redirect. Connections are kept for a short
 * while for the next request to the same URL; one that turns out closed is replaced within the attempt.
 */
import { Duration, Effect, Layer } from "effect"
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls"
import { AddressPolicy } from "../security/AddressPolicy.ts"
import { spanned } from "../tracing.ts"
import { type KeptConnection, makeKeptConnections } from "./keptConnections.ts"
import { type Dial, dialTcp, hold, letGo, openConnection, type Use } from "./outboundConnection.ts"
import type { Resolve } from "./fairLookUps.ts"
import { exchange } from "./outboundExchange.ts"
import { OutboundFault, OutboundHttp, type OutboundRequest } from "./OutboundHttp.ts"
import { fewAtOnce, findTarget, type OutboundTarget, resolveNothing, sharing, systemResolve } from "./outboundTarget.ts"

/** Whoever saves an address doesn't wait longer for what its name leads to. */
const patience = Duration.millis(500)
/** Deliveries need the threads that names are looked up on. */
const mostLookedUp = 2

export interface OutboundHttpOptions {
  /** CIDRs beyond public addresses that may be reached. */
  readonly allow: ReadonlyArray<string>
  /** Certificates of authorities, in PEM, that are trusted beside the usual ones. */
  readonly extraCa?: ReadonlyArray<string>
  /** (Default: the system's resolver) */
  readonly resolve?: Resolve
  /** How connections are begun; it is given checked addresses only. (Default: TCP) */
  readonly dial?: Dial
  /** How long an idle connection is kept; less than servers keep it: Node's 5 s, most others a minute. (Default: 4 s) */
  readonly keepFor?: Duration.Duration
}

/** Read once: the usual authorities are many. Undefined: none but those. */
export const trustedWith = (extraCa: ReadonlyArray<string>): SecureContext | undefined =>
  extraCa.length === 0 ? undefined : createSecureContext({ ca: [...getCACertificates("default"), ...extraCa] })

export const outboundHttpLayer = (options: OutboundHttpOptions): Layer.Layer<OutboundHttp> =>
  Layer.effect(OutboundHttp, make(options))

const make = Effect.fnUntraced(function* (options: OutboundHttpOptions) {
  const policy = AddressPolicy.make({ ...options, setting: "EGRESS_ALLOW" })
  const reach = { policy, dial: options.dial ?? dialTcp, trusted: trustedWith(options.extraCa ?? []) }
  const resolve = sharing(options.resolve ?? systemResolve)
  const kept = yield* Effect.acquireRelease(
    Effect.sync(() => makeKeptConnections(options.keepFor ?? Duration.seconds(4))),
    ({ closeAll }) => Effect.sync(closeAll)
  )

  const over = (wanted: OutboundRequest, use: Use, connection: KeptConnection, reused: boolean) =>
    exchange({
      ...connection,
      wanted,
      reused,
      handOn: (keepAlive) => {
        use.handedOn = true
        kept.give(wanted.url, connection, keepAlive)
      }
    })

  /** Sends over a kept connection. Uses no `Scope`, which would copy all services for each request. */
  const overKept = (wanted: OutboundRequest, connection: KeptConnection) =>
    Effect.suspend(() => {
      const use: Use = { handedOn: false }
      return Effect.acquireUseRelease(
        Effect.sync(() => hold(connection.socket)),
        () => over(wanted, use, connection, true),
        (socket) => Effect.sync(() => letGo(use, socket))
      )
    })

  const overNew = Effect.fnUntraced(function* (wanted: OutboundRequest, target: OutboundTarget) {
    const use: Use = { handedOn: false }
    const connection = yield* openConnection(target, reach, use)
    return yield* over(wanted, use, { ...connection, target, openedAt: performance.now() }, false)
  }, Effect.scoped)

  /** The receiver may close a kept connection at any time; what it did not answer goes over a new one. */
  const call = Effect.fnUntraced(
    function* (wanted: OutboundRequest) {
      // Looked up and checked for each request: a connection to where the name leads no more is not used again.
      const target = yield* findTarget(wanted.url, policy, resolve)
      const connection = kept.take(wanted.url, target.addresses)
      if (connection === undefined) return yield* overNew(wanted, target)
      return yield* Effect.catchTag(overKept(wanted, connection), "Stale", () => {
        kept.closeAll(wanted.url)
        return overNew(wanted, target)
      })
    },
    Effect.catchTag("Stale", Effect.die)
  )

  const withinDeadline = (request: OutboundRequest) =>
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

  const resolveFew = fewAtOnce(resolve, mostLookedUp)

  const refusal = (url: string, { lookUp }: { readonly lookUp: boolean }) =>
    findTarget(url, policy, lookUp ? resolveFew : resolveNothing).pipe(
      Effect.as(null),
      Effect.catch((fault) => Effect.succeed(fault.kind === "egress_refused" ? fault : null)),
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(null) })
    )

  return OutboundHttp.of({
    refusal,
    send: (request) => spanned("OutboundHttp.send")(withinDeadline(request))
  })
})
