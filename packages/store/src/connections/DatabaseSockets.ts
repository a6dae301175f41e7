/**
 * The TCP connections of a pool. A network can lose a connection silently (a NAT that forgot it, a failover behind one
 * address), and whatever waits for an answer on it would wait for ever. So a connection that is silent for too long while
 * an answer is due is ended here.
 */
import type { PgClient } from "@effect/sql-pg"
import { Context, Duration, Effect, Redacted } from "effect"
import { connect, type Socket } from "node:net"
import type { Duplex } from "node:stream"

/** TCP keep-alive: the system's own probes keep idle connections known to NATs and firewalls. */
const keepAliveAfter = Duration.toMillis(Duration.seconds(10))

type Place = Pick<PgClient.PgClientConfig, "host" | "path" | "port" | "stream" | "url">

const decoded = (host: string): string => decodeURIComponent(host.replace(/^\[(.*)\]$/, "$1"))

/** Host and port as the driver would choose them: explicit settings first, then the URL. */
const placeOf = ({ host, path, port, url }: Place) => {
  const parsed = url === undefined ? undefined : new URL(Redacted.value(url))
  const asked = parsed?.searchParams
  const hostname = host ?? asked?.get("host") ?? (parsed?.hostname ? decoded(parsed.hostname) : "localhost")
  const number = port ?? Number(asked?.get("port") ?? (parsed?.port ? parsed.port : 5432))
  const folder = hostname.startsWith("/") ? `${hostname}/.s.PGSQL.${number}` : undefined
  return { host: hostname, port: number, path: path ?? folder }
}

/** As the driver does it, with keep-alive; TLS is the driver's. */
const connectTo = (place: Place): Socket => {
  const { host, path, port } = placeOf(place)
  return path === undefined
    ? connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveAfter })
    : connect({ path })
}

/** One that the pool of this configuration would open. */
export const openSocket = (config: Place): Duplex => (config.stream === undefined ? connectTo(config) : config.stream())

const betweenLooks = Duration.toMillis(Duration.seconds(1))

interface Watched {
  readonly socket: Socket
  heard: number
  silentLooks: number
  /** What had been sent when it was last heard of. */
  sent: number
}

interface SocketOptions {
  readonly place: Place
  /** None: a connection may be silent for ever. */
  readonly silence: Duration.Duration | undefined
}

/** Why statements fail while the service stops: trying again would be of no use. */
export class ServiceStops extends Error {
  override message = "the service stops, and the database does not answer"
}

/** A stop waits no longer for a database that has said nothing for so many looks. */
const silentWhenStopping = 5

const make = ({ place, silence }: SocketOptions) => {
  const most = silence === undefined ? Infinity : Math.ceil(Duration.toMillis(silence) / betweenLooks)
  const open = new Set<Watched>()
  let isCut = false
  let looksLeft = { untilSilence: Infinity, untilEnd: Infinity }

  const cut = () => {
    isCut = true
    for (const { socket } of open) socket.destroy(new ServiceStops())
  }

  /** Since a connection was last heard of, of looks at which an answer was due; connections come and go meanwhile. */
  let silentLooks = 0

  const isDue = ({ sent, socket }: Watched) => socket.connecting || socket.bytesWritten > sent

  /**
   * Counted in looks, not by the clock: a process that was frozen has read nothing either, and answers may be waiting in
   * its sockets.
   */
  const look = () => {
    if ([...open].some(({ heard, socket }) => socket.bytesRead > heard)) silentLooks = 0
    else if ([...open].some(isDue)) silentLooks++
    for (const one of open) {
      one.silentLooks = one.socket.bytesRead === one.heard ? one.silentLooks + 1 : 0
      if (one.socket.bytesRead > one.heard) one.sent = one.socket.bytesWritten
      one.heard = one.socket.bytesRead
      if (one.silentLooks >= most) {
        one.socket.destroy(new Error(`the database said nothing for ${one.silentLooks} seconds`))
      }
    }
    looksLeft = { untilSilence: looksLeft.untilSilence - 1, untilEnd: looksLeft.untilEnd - 1 }
    if (looksLeft.untilEnd <= 0 || (looksLeft.untilSilence <= 0 && silentLooks >= silentWhenStopping)) cut()
  }

  const watched = (): Duplex => {
    const socket = connectTo(place)
    const one: Watched = { socket, heard: 0, silentLooks: 0, sent: 0 }
    open.add(one)
    socket.once("close", () => {
      open.delete(one)
      if (socket.bytesRead > one.heard) silentLooks = 0
    })
    // The driver listens too, but not any more once it has let go of it.
    socket.on("error", () => open.delete(one))
    if (isCut) socket.destroy(new ServiceStops())
    return socket
  }

  const timer = setInterval(look, betweenLooks)
  timer.unref()
  return {
    open: watched,
    stopWithin: (grace: Duration.Duration) =>
      Effect.sync(() => {
        const looks = Math.ceil(Duration.toMillis(grace) / betweenLooks)
        looksLeft = { untilSilence: looks, untilEnd: looks + Math.ceil(Duration.toMillis(afterGrace) / betweenLooks) }
      }),
    close: Effect.sync(() => clearInterval(timer))
  }
}

/** How long connections stay open after a stop's grace period, for what it still has to write. */
const afterGrace = Duration.seconds(17)

export class DatabaseSockets extends Context.Service<
  DatabaseSockets,
  {
    /** A new one, not connected yet. */
    readonly open: () => Duplex
    /**
     * The service stops: after the grace nothing waits for a database that has said nothing for five seconds, and 17 seconds
     * later for none at all. What waits then fails, and no connection is opened any more.
     */
    readonly stopWithin: (grace: Duration.Duration) => Effect.Effect<void>
  }
>()("@counterfoil/store/DatabaseSockets") {
  static readonly make = (options: SocketOptions) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => make(options)),
        ({ close }) => close
      ),
      ({ open, stopWithin }) => DatabaseSockets.of({ open, stopWithin })
    )
}
