/**
 * One-way streams to browsers over native WebSockets: a connection is authenticated before its upgrade, subscribed to
 * topics, and then served by uWebSockets.js alone; a publish costs the same for one subscriber as for thousands.
 *
 * What clients send is ignored (longer than `maxPayloadLength`, it ends the connection). A reader whose backlog grows
 * beyond `maxBackpressure` is cut off; one that doesn't answer a ping is cut off at the next. Delivery is at most
 * once: who was cut off catches up elsewhere.
 */
import { Context, Data, type Duration, type Effect, Layer, type Option, type Scope } from "effect"
import type { Headers } from "effect/http"

/** The answer to a connection that isn't wanted, given before the upgrade. */
export class Rejected extends Data.TaggedError("Rejected")<{
  readonly status: 400 | 401 | 403 | 404 | 426 | 429 | 500 | 503
  readonly body: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}> {}

/** What a client says when it asks for a WebSocket. */
export interface UpgradeRequest {
  /** Path and query string. */
  readonly url: string
  /** All that the client offers in Sec-WebSocket-Protocol, in its order; often a place for credentials. */
  readonly protocols: ReadonlyArray<string>
  /** All other fields. */
  readonly headers: Headers.Headers
  /** The peer, or the client that trusted proxies speak for. */
  readonly remoteAddress: Option.Option<string>
}

export interface Admission {
  /** What the connection hears from the start. */
  readonly topics: ReadonlyArray<string>
}

export interface StreamOptions<R> {
  /** An exact path, such as "/realtime". Requests for it that don't ask for a WebSocket go to the HTTP app. */
  readonly path: string
  /** The only subprotocol that is ever agreed on; a client that doesn't offer it is rejected. */
  readonly protocol: string
  /** Admits or rejects a connection. Interrupted when the client leaves. */
  readonly authenticate: (request: UpgradeRequest) => Effect.Effect<Admission, Rejected, R>
  /** The body of the stream's own refusals (426, 500, 503). (Default: the sentence as plain text) */
  readonly refusalBody?:
    | ((sentence: string, status: Rejected["status"]) => Pick<Rejected, "body" | "contentType" | "headers">)
    | undefined
  /** The answer to a client that doesn't offer the protocol. (Default: 400 with a sentence) */
  readonly unsupportedProtocol?: Rejected | undefined
  /** Longest message that a client may send, in bytes. (Default: 4 KiB) */
  readonly maxPayloadLength?: number | undefined
  /** Most bytes that may wait for a slow reader. (Default: 256 KiB) */
  readonly maxBackpressure?: number | undefined
  /** A connection on which nothing moved for so long ends; 8 seconds to 16 minutes. (Default: 60 seconds) */
  readonly idleTimeout?: Duration.Input | undefined
  /** (Default: 30 seconds) */
  readonly pingInterval?: Duration.Input | undefined
}

export class RealtimeHub extends Context.Service<
  RealtimeHub,
  {
    /** Opens a stream for as long as the scope; its connections end with it, with code 1001. */
    readonly serve: <R>(options: StreamOptions<R>) => Effect.Effect<void, never, R | Scope.Scope>

    /** Sends `text` to all who hear `topic`. False if nobody does. */
    readonly publish: (topic: string, text: string) => Effect.Effect<boolean>

    /** Lets all who hear `topic` hear `further` too. Gives their number. */
    readonly subscribe: (topic: string, further: ReadonlyArray<string>) => Effect.Effect<number>

    /** Lets all who hear `topic` no longer hear `topics`. Gives their number. */
    readonly unsubscribe: (topic: string, topics: ReadonlyArray<string>) => Effect.Effect<number>

    /** Ends the connections of all who hear `topic`. Gives their number. */
    readonly close: (topic: string, ending?: Ending) => Effect.Effect<number>

    /** How many connections are open, of all streams. */
    readonly connections: Effect.Effect<number>

    /** How many hear `topic`. */
    readonly subscribers: (topic: string) => Effect.Effect<number>
  }
>()("@counterfoil/uws/RealtimeHub") {
  /** A layer that opens a stream on the hub of the server. */
  static serve<R>(options: StreamOptions<R>): Layer.Layer<never, never, RealtimeHub | Exclude<R, Scope.Scope>> {
    return Layer.effectDiscard(RealtimeHub.use((hub) => hub.serve(options)))
  }
}

/** How the client learns that its connection ended. */
export interface Ending {
  /** 1000 to 4999. (Default: 1000) */
  readonly code?: number | undefined
  /** At most 123 bytes. (Default: "") */
  readonly reason?: string | undefined
}
