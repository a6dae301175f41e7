/**
 * Requests to addresses that users gave us: their pending-orders endpoint and their webhooks.
 *
 * Only http(s) to addresses that the egress rules allow, checked on the very address that is connected to. Redirects are
 * never followed. One deadline over everything.
 */
import { Context, type Duration, type Effect, type Redacted, Schema } from "effect"

export const outboundFaults = [
  /** The egress rules refuse the address; nothing was connected. */
  "egress_refused",
  "dns_failed",
  "connect_failed",
  "tls_failed",
  "timeout",
  /** The answer is larger than allowed. */
  "too_large",
  /** The connection broke, or the answer was not HTTP. */
  "broken"
] as const

/** What would help where a certificate is not trusted. */
export const trustAdvice =
  "Certificates of an authority of your own are trusted once EXTRA_CA_CERTS, a setting of the operator, names it"

/** No answer. `message` is one sentence for the endpoint's owner; it never holds a token. */
export class OutboundFault extends Schema.TaggedError<OutboundFault>()("OutboundFault", {
  kind: Schema.Literals(outboundFaults),
  message: Schema.String
}) {}

export interface OutboundRequest {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly authorization: Redacted.Redacted<string> | null
  readonly body: Uint8Array | null
  /** Over resolving, connecting, TLS, sending and reading. */
  readonly deadline: Duration.Duration
  /** Bytes of the answer that are read at most. */
  readonly maxBytes: number
  /** What becomes of a larger answer: cut off after `maxBytes`, or the fault `too_large`. */
  readonly overflow: "cut" | "fail"
}

export interface OutboundResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export class OutboundHttp extends Context.Service<
  OutboundHttp,
  {
    readonly send: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundFault>
    /**
     * What the egress rules have against an address, before anything is sent there; null: nothing that is known. A name is
     * looked up only if `lookUp` says so, for a moment, and if few others are: it may be refused all the same.
     */
    readonly refusal: (url: string, options: { readonly lookUp: boolean }) => Effect.Effect<OutboundFault | null>
  }
>()("@counterfoil/core/delivery/OutboundHttp") {}
